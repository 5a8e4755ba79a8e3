//! What renderers know about rules: their pages of documentation.

/// One kind of finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    pub id: &'static str,
    /// Markdown; the first line is `# id: title`.
    pub page: &'static str,
}

impl Rule {
    /// What the rule says, in a few words.
    pub fn title(&self) -> &'static str {
        let first = self.page.lines().next().unwrap_or_default();
        first.split_once(": ").map_or(first, |(_, title)| title)
    }
}
