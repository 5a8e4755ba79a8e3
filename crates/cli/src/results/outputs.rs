//! Where results are written: files, whose names say the format.

use crate::findings as pages;
use findings::Report;
use report::{Originals, Rule};
use std::path::{Path, PathBuf};

/// A format for programs, or for the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Gcc,
    Github,
    Json,
    Sarif,
    Junit,
    Html,
}

/// A file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Destination {
    pub path: PathBuf,
    pub format: Format,
}

impl Destination {
    /// The format is said by the end of the name.
    pub fn parse(text: &str) -> Result<Destination, String> {
        let path = PathBuf::from(text);
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let format = match extension {
            "sarif" => Format::Sarif,
            "json" => Format::Json,
            "html" | "htm" => Format::Html,
            "xml" => Format::Junit,
            "txt" | "log" => Format::Gcc,
            _ => {
                return Err(
                    "the name must end in .sarif, .json, .html, .xml (JUnit) or .txt (as GCC prints)"
                        .to_owned(),
                );
            }
        };
        Ok(Destination { path, format })
    }
}

/// All rules with their pages.
pub fn rules() -> Vec<Rule> {
    pages::PAGES.iter().map(|&(id, page)| Rule { id, page }).collect()
}

/// The report in a format.
pub fn rendered(format: Format, report: &Report, originals: &Originals) -> String {
    match format {
        Format::Gcc => report::gcc(report),
        Format::Github => report::github(report),
        Format::Json => report::json(report),
        Format::Sarif => report::sarif(report, &rules()),
        Format::Junit => report::junit(report),
        Format::Html => report::html(report, originals),
    }
}

/// Writes a file, and the folders that it is in.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let made = folder.map_or(Ok(()), std::fs::create_dir_all);
    made.and_then(|()| std::fs::write(path, text))
        .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_the_format() {
        assert_eq!(Destination::parse("out/a.sarif").unwrap().format, Format::Sarif);
        assert_eq!(Destination::parse("a.html").unwrap().format, Format::Html);
        assert!(Destination::parse("a.pdf").unwrap_err().contains(".sarif"));
        assert!(Destination::parse("report").is_err());
    }
}
