//! Other people's programs with one thing changed inside some function.
//!
//! The text may be laid out in any way that has at most one statement on a line. What comes out need not be C: whoever
//! compiles it finds out.

use crate::Random;

/// How often a place for a change is looked for.
const TRIES: usize = 60;

/// How far a statement is moved, and from how far the name comes that takes the place of another.
const DISTANCE: usize = 12;

/// Operators and what takes their place.
const OPERATORS: &[(&str, &[&str])] = &[
    ("==", &["!=", "<="]),
    ("!=", &["==", "<"]),
    ("<=", &["<", "=="]),
    (">=", &[">", "=="]),
    ("<", &["<=", "!="]),
    (">", &[">=", "<"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("++", &["--"]),
    ("--", &["++"]),
    ("+=", &["-=", "="]),
    ("-=", &["+="]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("&", &[""]),
    ("*", &["&"]),
    ("!", &[""]),
];

const KEYWORDS: &[&str] = &[
    "int", "char", "long", "short", "unsigned", "signed", "void", "struct", "union", "enum", "static",
    "const", "if", "else", "while", "for", "do", "return", "break", "continue", "switch", "case", "default",
    "sizeof", "extern", "goto", "typedef", "volatile", "float", "double",
];

/// The program with one change, or none if no place for one was found.
pub fn mutant(text: &str, random: &mut Random) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let places = statements(&lines);
    if places.is_empty() {
        return None;
    }
    for _ in 0..TRIES {
        let place = *random.pick(&places);
        let changed = match random.below(12) {
            0..3 => leave_out(&lines, place),
            3 => double(&lines, place),
            4 => exchange(&lines, place),
            5 => move_to(&lines, place, *random.pick(&places)),
            6 => negate(&lines, place),
            _ => change_word(&lines, &places, place, random),
        };
        if let Some(changed) = changed.filter(|changed| *changed != lines) {
            return Some(changed.join("\n") + "\n");
        }
    }
    None
}

/// What of a line is code, if it is a line of code at all.
fn code(line: &str) -> &str {
    let text = line.split("//").next().unwrap_or_default();
    let start = text.trim_start();
    match start.starts_with('#') || start.starts_with('*') || text.contains("/*") || text.contains("*/") {
        true => "",
        false => text.trim_end(),
    }
}

/// The lines inside functions that are more than braces.
fn statements(lines: &[&str]) -> Vec<usize> {
    let mut result = Vec::new();
    let mut depth = 0usize;
    let mut is_function = false;
    let mut before = "";
    for (index, line) in lines.iter().enumerate() {
        let code = code(line);
        if depth == 0 && code.contains('{') {
            is_function = code.ends_with(") {") || code.trim() == "{" && before.ends_with(')');
        } else if depth > 0 && is_function && code.chars().any(char::is_alphanumeric) {
            result.push(index);
        }
        depth = (depth + code.matches('{').count()).saturating_sub(code.matches('}').count());
        if !code.trim().is_empty() {
            before = code;
        }
    }
    result
}

fn is_simple(line: &str) -> bool {
    let code = code(line);
    let count = |character| code.matches(character).count();
    code.ends_with(';') && !code.contains(['{', '}']) && count('(') == count(')')
}

type Changed<'t> = Option<Vec<std::borrow::Cow<'t, str>>>;

fn whole<'t>(lines: &[&'t str]) -> Vec<std::borrow::Cow<'t, str>> {
    lines.iter().map(|&line| line.into()).collect()
}

fn leave_out<'t>(lines: &[&'t str], place: usize) -> Changed<'t> {
    let mut result = whole(lines);
    is_simple(lines[place]).then(|| result.remove(place))?;
    Some(result)
}

fn double<'t>(lines: &[&'t str], place: usize) -> Changed<'t> {
    let mut result = whole(lines);
    is_simple(lines[place]).then(|| result.insert(place, lines[place].into()))?;
    Some(result)
}

fn exchange<'t>(lines: &[&'t str], place: usize) -> Changed<'t> {
    let mut result = whole(lines);
    let can = is_simple(lines[place]) && lines.get(place + 1).is_some_and(|line| is_simple(line));
    can.then(|| result.swap(place, place + 1))?;
    Some(result)
}

fn move_to<'t>(lines: &[&'t str], from: usize, to: usize) -> Changed<'t> {
    let mut result = whole(lines);
    let can = is_simple(lines[from]) && from.abs_diff(to) <= DISTANCE;
    can.then(|| {
        let line = result.remove(from);
        result.insert(to, line);
    })?;
    Some(result)
}

/// Turns a condition around.
fn negate<'t>(lines: &[&'t str], place: usize) -> Changed<'t> {
    let line = lines[place];
    let start = code(line).find("if (")? + "if (".len();
    let mut depth = 1;
    let end = line[start..].char_indices().find_map(|(index, character)| {
        depth += i32::from(character == '(') - i32::from(character == ')');
        (depth == 0).then_some(start + index)
    })?;
    let mut result = whole(lines);
    result[place] = format!("{}!({}){}", &line[..start], &line[start..end], &line[end..]).into();
    Some(result)
}

/// Puts another operator, number or name in the place of one.
fn change_word<'t>(lines: &[&'t str], places: &[usize], place: usize, random: &mut Random) -> Changed<'t> {
    let words = words(code(lines[place]));
    if words.is_empty() {
        return None;
    }
    let index = random.below(words.len());
    let word = words[index];
    let other = if word.starts_with(|c: char| c.is_ascii_digit()) {
        number(word, random)?
    } else if let Some((_, others)) = OPERATORS.iter().find(|(operator, _)| *operator == word) {
        (*random.pick(others)).to_owned()
    } else {
        let kind = name_kind(&words, index)?;
        let near = places.iter().filter(|&&other| other.abs_diff(place) <= DISTANCE);
        let names: Vec<&str> = near.flat_map(|&other| names(code(lines[other]), kind)).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| *name != word).collect();
        (!names.is_empty()).then(|| (*random.pick(&names)).to_owned())?
    };
    let line = lines[place];
    let start = word.as_ptr() as usize - line.as_ptr() as usize;
    let mut result = whole(lines);
    result[place] = format!("{}{other}{}", &line[..start], &line[start + word.len()..]).into();
    Some(result)
}

fn number(word: &str, random: &mut Random) -> Option<String> {
    let value: i64 = word.parse().ok()?;
    let other = *random.pick(&[value + 1, value - 1, 0, 2 * value]);
    (other != value && other >= 0).then(|| other.to_string())
}

/// What a name names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameKind {
    Variable,
    Member,
    Function,
}

fn name_kind(words: &[&str], index: usize) -> Option<NameKind> {
    let word = words[index];
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !is_name || KEYWORDS.contains(&word) {
        return None;
    }
    let before = index.checked_sub(1).map(|before| words[before]);
    Some(match (before, words.get(index + 1)) {
        // The name of a type.
        (Some("struct" | "union" | "enum"), _) => return None,
        (Some("->" | "."), _) => NameKind::Member,
        (_, Some(&"(")) => NameKind::Function,
        _ => NameKind::Variable,
    })
}

fn names(code: &str, kind: NameKind) -> Vec<&str> {
    let words = words(code);
    let is_fitting = |&index: &usize| name_kind(&words, index) == Some(kind);
    (0..words.len()).filter(is_fitting).map(|index| words[index]).collect()
}

/// The names, numbers and operators of a piece of code; texts in quotes are left out.
fn words(code: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if first == '"' || first == '\'' {
            let end = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
            rest = &rest[end..];
            continue;
        } else if is_name(first) {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        } else {
            let two = rest.get(..2).is_some_and(|two| {
                two == "->"
                    || two == "<<"
                    || two == ">>"
                    || OPERATORS.iter().any(|(operator, _)| *operator == two)
            });
            if two { 2 } else { first.len_utf8() }
        };
        if !first.is_whitespace() {
            words.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "#include <stdlib.h>
struct node {
    struct node *next; // not a statement
};

static void release(struct node *list)
{
    while (list != 0) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *node = malloc(sizeof *node);
    if (node != 0)
        node->next = 0;
    release(node);
    return 0;
}
";

    #[test]
    fn a_mutant_differs_inside_a_function_and_is_the_same_for_the_same_seed() {
        for seed in 0..300 {
            let first = mutant(PROGRAM, &mut Random::new(seed)).expect("there is a place for a change");
            assert_eq!(Some(&first), mutant(PROGRAM, &mut Random::new(seed)).as_ref());
            assert_ne!(first, PROGRAM);
            let head = PROGRAM.split("static").next().expect("a head");
            assert!(first.starts_with(head), "{first}");
            assert_eq!(first.matches('{').count(), first.matches('}').count(), "{first}");
        }
    }

    #[test]
    fn every_kind_of_change_happens() {
        let mutants: Vec<String> =
            (0..2000).filter_map(|seed| mutant(PROGRAM, &mut Random::new(seed))).collect();
        for (kind, text) in [
            ("left out", "{\n        struct node *next = list->next;\n        list = next;\n"),
            ("doubled", "free(list);\n        free(list);\n"),
            ("exchanged", "free(list);\n        struct node *next"),
            ("turned around", "if (!(node != 0))"),
            ("another operator", "while (list == 0)"),
            ("another number", "return 1;"),
            ("another name", "free(next);"),
        ] {
            assert!(mutants.iter().any(|mutant| mutant.contains(text)), "nothing was {kind}");
        }
    }

    #[test]
    fn words_are_names_numbers_and_operators_outside_of_quotes() {
        assert_eq!(
            words("p->a[i + 1] <= f(\"x y\", 'c');"),
            ["p", "->", "a", "[", "i", "+", "1", "]", "<=", "f", "(", ",", ")", ";"]
        );
    }
}
