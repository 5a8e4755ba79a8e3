//! A program as a list of lines, one statement each: `… {` opens, `}` closes, `} else {` does both.

use crate::Random;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    lines: Vec<String>,
}

/// What a mutation puts in the place of what it finds.
const REPLACEMENTS: [(&str, &str); 48] = [
    ("== 0", "!= 0"),
    ("!= 0", "== 0"),
    ("!= 0", "!= a"),
    (" < ", " <= "),
    (" > ", " >= "),
    (" < ", " + 1 < "),
    ("= 0;", "= 1;"),
    ("= 0; ", "= 1; "),
    ("->next = 0", "->next = p"),
    ("->next", "->next->next"),
    ("->prev", "->next"),
    ("->next", "->prev"),
    ("(p)", "(q)"),
    ("(q)", "(p)"),
    ("p = p", "p = q"),
    ("= q;", "= p;"),
    ("= p;", "= q;"),
    ("malloc(4", "malloc(3"),
    ("sizeof(struct node)", "sizeof(int)"),
    ("&& ", "|| "),
    (" - 1", ""),
    ("if (", "while ("),
    ("(n)", "(a)"),
    ("= n;", "= a;"),
    ("= a;", "= n;"),
    ("n->next = a", "n->next = n"),
    ("->at", "->next->at"),
    (" | 1", ""),
    (" & ~1ul", ""),
    ("->far", "->next"),
    ("->next", "->far"),
    (" >= 0", " >= -1"),
    (" < 4", " < 5"),
    ("== 1", "== 2"),
    ("!= tail", "!= 0"),
    ("= 1;", "= 0;"),
    ("*at = ", "at = "),
    ("own.next", "&own"),
    ("->parent", "->parent->next"),
    ("[1]", "[2]"),
    ("sizeof(a)", "2"),
    ("sizeof(n)", "4"),
    ("= kept;", "= 0;"),
    (" + 1)", ")"),
    ("= outer;", "= &own;"),
    ("= before;", "= buffer;"),
    ("tag = ", "tag = 2 - "),
    ("&n->text", "&n->next"),
];

impl Lines {
    pub fn new(lines: Vec<String>) -> Lines {
        Lines { lines }
    }

    /// With indentation.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut depth: usize = 0;
        for line in &self.lines {
            if line.starts_with('}') {
                depth = depth.saturating_sub(1);
            }
            text.push_str(&"    ".repeat(depth));
            text.push_str(line);
            text.push('\n');
            depth += usize::from(line.ends_with('{'));
        }
        text
    }

    /// With other lines at the start of `main`.
    pub fn starting_with(&self, start: &[&str]) -> Lines {
        let mut lines = self.lines.clone();
        if let Some(main) = lines.iter().position(|line| line.starts_with("int main(")) {
            lines.splice(main + 1..main + 1, start.iter().map(|&line| line.to_owned()));
        }
        Lines { lines }
    }

    /// Changes one thing inside some function.
    pub fn mutate(&mut self, random: &mut Random) {
        let places = self.statements();
        if places.is_empty() {
            return;
        }
        for _ in 0..30 {
            let place = *random.pick(&places);
            let is_done = match random.below(10) {
                0..3 => self.drop_at(place),
                3 => self.double_at(place),
                4 => self.swap_at(place),
                5 => self.move_from(place, *random.pick(&places)),
                6 => self.unwrap_at(place),
                _ => self.replace_at(place, random),
            };
            if is_done {
                return;
            }
        }
    }

    /// The lines inside functions, without the braces that close.
    fn statements(&self) -> Vec<usize> {
        let mut result = Vec::new();
        let mut function_depth = 0;
        let mut is_function = false;
        for (index, line) in self.lines.iter().enumerate() {
            if function_depth == 0 {
                is_function = line.ends_with(") {");
            } else if is_function && !line.starts_with('}') && !is_declaration(line) {
                result.push(index);
            }
            if line.starts_with('}') {
                function_depth -= 1;
            }
            if line.ends_with('{') {
                function_depth += 1;
            }
        }
        result
    }

    fn is_simple(&self, index: usize) -> bool {
        self.lines[index].ends_with(';') && !self.lines[index].starts_with('}')
    }

    /// The line of the brace that closes the block opened at a line.
    fn end_of(&self, start: usize) -> Option<usize> {
        let mut depth = 0;
        for (index, line) in self.lines.iter().enumerate().skip(start) {
            if line.starts_with('}') {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
            if line.ends_with('{') {
                depth += 1;
            }
        }
        None
    }

    fn drop_at(&mut self, place: usize) -> bool {
        if self.is_simple(place) {
            self.lines.remove(place);
            return true;
        }
        match self.end_of(place) {
            // A large block says too much to be a mistake.
            Some(end) if end - place <= 4 && self.lines[end] == "}" => {
                self.lines.drain(place..=end);
                true
            }
            _ => false,
        }
    }

    fn double_at(&mut self, place: usize) -> bool {
        let is_simple = self.is_simple(place) && !self.lines[place].starts_with("int ");
        if is_simple {
            self.lines.insert(place, self.lines[place].clone());
        }
        is_simple
    }

    fn swap_at(&mut self, place: usize) -> bool {
        let can = place + 1 < self.lines.len() && self.is_simple(place) && self.is_simple(place + 1);
        if can {
            self.lines.swap(place, place + 1);
        }
        can
    }

    fn move_from(&mut self, from: usize, to: usize) -> bool {
        let can = self.is_simple(from) && from.abs_diff(to) < 8;
        if can {
            let line = self.lines.remove(from);
            self.lines.insert(to, line);
        }
        can
    }

    /// Takes a condition or a loop away and leaves what it governs.
    fn unwrap_at(&mut self, place: usize) -> bool {
        if !self.lines[place].ends_with('{') || self.lines[place].starts_with('}') {
            return false;
        }
        match self.end_of(place) {
            Some(end) if self.lines[end] == "}" => {
                self.lines.remove(end);
                self.lines.remove(place);
                true
            }
            _ => false,
        }
    }

    fn replace_at(&mut self, place: usize, random: &mut Random) -> bool {
        let (from, to) = *random.pick(&REPLACEMENTS);
        let can = self.lines[place].contains(from);
        if can {
            self.lines[place] = self.lines[place].replacen(from, to, 1);
        }
        can
    }

    /// The lists of lines with something left out: functions and blocks first, then single lines.
    pub fn reductions(&self) -> Vec<Lines> {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        let mut wrappers = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            if line.ends_with('{') && !line.starts_with('}') {
                if let Some(end) = self.end_of(index) {
                    ranges.push((index, end));
                    if !line.contains("main(") {
                        wrappers.push((index, end));
                    }
                }
            } else if line.ends_with(';') && !line.starts_with('}') {
                ranges.push((index, index));
            }
        }
        ranges.sort_by_key(|&(start, end)| (std::cmp::Reverse(end - start), start));
        let mut result = Vec::new();
        for (start, end) in ranges {
            let kept = |index: &usize| *index < start || *index > end;
            result.push(self.only(kept));
        }
        for (start, end) in wrappers {
            // An `else` in between would lose its `if`.
            let has_middle = self.lines[start + 1..end].iter().any(|line| line == "} else {");
            if !has_middle {
                result.push(self.only(|&index| index != start && index != end));
            }
        }
        result.retain(|lines| lines.is_balanced());
        result
    }

    fn only(&self, kept: impl Fn(&usize) -> bool) -> Lines {
        let indices = (0..self.lines.len()).filter(kept);
        Lines { lines: indices.map(|index| self.lines[index].clone()).collect() }
    }

    fn is_balanced(&self) -> bool {
        let mut depth = 0i32;
        for line in &self.lines {
            depth -= i32::from(line.starts_with('}'));
            if depth < 0 {
                return false;
            }
            depth += i32::from(line.ends_with('{'));
        }
        depth == 0
    }
}

fn is_declaration(line: &str) -> bool {
    line.starts_with("struct ") && !line.contains('=') && line.ends_with(';')
}
