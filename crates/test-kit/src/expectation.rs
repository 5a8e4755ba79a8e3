//! Reads the expectation comments of a test program.

use crate::contracts::{self, ContractExpectation};
use crate::directives::{self, Directives};

/// What a comment claims.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExpectationKind {
    /// `error[id]`: a real fault, reported as certain.
    Error,
    /// `alarm[id]`: a real fault, reported as possible.
    Alarm,
    /// `error-if-called[id]`: a condition of the contract.
    ErrorIfCalled,
    /// `false-alarm[id] "why"`: reported, but wrong.
    FalseAlarm,
    /// `missed[id] "why"`: a real fault that is not reported.
    Missed,
    /// `gave-up[reason]`: the analysis stops here and says so.
    GaveUp,
    /// `warning[id]`: the front end warns.
    Warning,
    /// `note "text"`: a step in the trace of some finding.
    Note,
    /// `invariant FORMULA`: entailed by the invariant of the loop on this line.
    Invariant,
}

impl ExpectationKind {
    pub const ALL: [ExpectationKind; 9] = [
        ExpectationKind::Error,
        ExpectationKind::Alarm,
        ExpectationKind::ErrorIfCalled,
        ExpectationKind::FalseAlarm,
        ExpectationKind::Missed,
        ExpectationKind::GaveUp,
        ExpectationKind::Warning,
        ExpectationKind::Note,
        ExpectationKind::Invariant,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ExpectationKind::Error => "error",
            ExpectationKind::Alarm => "alarm",
            ExpectationKind::ErrorIfCalled => "error-if-called",
            ExpectationKind::FalseAlarm => "false-alarm",
            ExpectationKind::Missed => "missed",
            ExpectationKind::GaveUp => "gave-up",
            ExpectationKind::Warning => "warning",
            ExpectationKind::Note => "note",
            ExpectationKind::Invariant => "invariant",
        }
    }

    fn takes_id(self) -> bool {
        !matches!(self, ExpectationKind::Note | ExpectationKind::Invariant)
    }
}

/// Which line an expectation is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    Line(u32),
    /// `//~?`: reported without a place in the program.
    Nowhere,
}

/// One `//~` comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    pub kind: ExpectationKind,
    /// Empty for notes and invariants.
    pub id: String,
    /// A part of the message (or the reason why a wrong answer is wrong, or the formula).
    pub text: Option<String>,
    pub place: Place,
    /// The line that the comment itself stands on, counted from 1.
    pub written_on: u32,
    /// Its bytes in the file, from `//~` to the next comment or the end of the line.
    pub range: std::ops::Range<usize>,
}

/// A test program and everything it declares.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TestProgram {
    pub directives: Directives,
    pub expectations: Vec<Expectation>,
    pub contracts: Vec<ContractExpectation>,
}

/// Reads all comments of a file. An error names the line.
pub fn parse(text: &str) -> Result<TestProgram, String> {
    let mut program = TestProgram { contracts: contracts::parse(text)?, ..TestProgram::default() };
    let mut offset = 0;
    for (index, line) in text.split('\n').enumerate() {
        let number = index as u32 + 1;
        let at = |message: String| format!("line {number}: {message}");
        if let Some(directive) = line.trim_start().strip_prefix("//@") {
            directives::apply(&mut program.directives, directive.trim()).map_err(at)?;
        }
        let starts: Vec<usize> = line.match_indices("//~").map(|(start, _)| start).collect();
        for (position, &start) in starts.iter().enumerate() {
            let end = starts.get(position + 1).copied().unwrap_or(line.len());
            let range = offset + start..offset + end;
            let body = line[start + 3..end].trim_end();
            let expectation = parse_one(body, number, range).map_err(at)?;
            program.expectations.push(expectation);
        }
        offset += line.len() + 1;
    }
    Ok(program)
}

/// Parses what follows `//~`: an optional place, a kind, an identifier, a text.
fn parse_one(body: &str, written_on: u32, range: std::ops::Range<usize>) -> Result<Expectation, String> {
    let up = body.bytes().take_while(|&byte| byte == b'^').count();
    let down = body.bytes().take_while(|&byte| byte == b'v').count();
    let (place, rest) = if up > 0 {
        let line = written_on.checked_sub(up as u32).filter(|&line| line > 0);
        (Place::Line(line.ok_or("`^` points above the first line")?), &body[up..])
    } else if let Some(rest) = body.strip_prefix('?') {
        (Place::Nowhere, rest)
    } else if down > 0 {
        (Place::Line(written_on + down as u32), &body[down..])
    } else {
        (Place::Line(written_on), body)
    };
    let rest = rest.trim_start();
    let name_length = rest.bytes().take_while(|byte| byte.is_ascii_lowercase() || *byte == b'-').count();
    let (name, rest) = rest.split_at(name_length);
    let kind = ExpectationKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        let names = ExpectationKind::ALL.map(ExpectationKind::name).join(", ");
        format!("`{name}` is no kind of expectation; known are: {names}")
    })?;
    let (id, rest) = match kind.takes_id() {
        true => parse_id(kind, rest)?,
        false => (String::new(), rest),
    };
    let text = parse_text(kind, rest.trim())?;
    Ok(Expectation { kind, id, text, place, written_on, range })
}

fn parse_id(kind: ExpectationKind, rest: &str) -> Result<(String, &str), String> {
    let inner = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match inner {
        Some((id, rest)) if !id.is_empty() => Ok((id.to_owned(), rest)),
        _ => Err(format!("`{0}` wants an identifier: `{0}[id]`", kind.name())),
    }
}

fn parse_text(kind: ExpectationKind, rest: &str) -> Result<Option<String>, String> {
    if kind == ExpectationKind::Invariant {
        return match rest {
            "" => Err("`invariant` wants a formula".to_owned()),
            formula => Ok(Some(formula.to_owned())),
        };
    }
    let quoted = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match (kind, rest, quoted) {
        (ExpectationKind::FalseAlarm | ExpectationKind::Missed, "", _) => {
            Err(format!("`{}` wants a reason: `\"why\"`", kind.name()))
        }
        (ExpectationKind::Note, "", _) => Err("`note` wants a text: `note \"text\"`".to_owned()),
        (_, "", _) => Ok(None),
        (_, _, Some(text)) => Ok(Some(text.to_owned())),
        (_, _, None) => Err(format!("expected a text in quotes, not `{rest}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Result<(ExpectationKind, String, Option<String>, Place), String> {
        let program = parse(line)?;
        let [expectation] = &program.expectations[..] else { panic!("one comment in {line}") };
        let Expectation { kind, id, text, place, .. } = expectation.clone();
        Ok((kind, id, text, place))
    }

    #[test]
    fn every_kind_is_read() {
        use ExpectationKind::*;
        let here = Place::Line(1);
        let id = || "use-after-free".to_owned();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(one("x; //~ error[use-after-free]"), Ok((Error, id(), None, here)));
        assert_eq!(one("x; //~ error[use-after-free] \"freed\""), Ok((Error, id(), text("freed"), here)));
        assert_eq!(one("//~ alarm[use-after-free]"), Ok((Alarm, id(), None, here)));
        assert_eq!(one("//~ error-if-called[use-after-free]"), Ok((ErrorIfCalled, id(), None, here)));
        assert_eq!(
            one("//~ false-alarm[use-after-free] \"join\""),
            Ok((FalseAlarm, id(), text("join"), here))
        );
        assert_eq!(one("//~ missed[use-after-free] \"loop\""), Ok((Missed, id(), text("loop"), here)));
        assert_eq!(one("//~ gave-up[asm]"), Ok((GaveUp, "asm".to_owned(), None, here)));
        assert_eq!(one("//~ warning[unused]"), Ok((Warning, "unused".to_owned(), None, here)));
        assert_eq!(one("//~ note \"freed here\""), Ok((Note, String::new(), text("freed here"), here)));
        assert_eq!(
            one("//~ invariant list(head, x) * list(x, 0)"),
            Ok((Invariant, String::new(), text("list(head, x) * list(x, 0)"), here))
        );
    }

    #[test]
    fn places_are_relative_to_the_comment() {
        let program = parse("a\n//~^ error[x]\n//~^^ error[y]\n//~vv error[z]\n//~? error[w]").unwrap();
        let places: Vec<_> = program.expectations.iter().map(|e| e.place).collect();
        assert_eq!(places, [Place::Line(1), Place::Line(1), Place::Line(6), Place::Nowhere]);
    }

    #[test]
    fn one_line_may_have_several() {
        let program = parse("x; //~ error[a] //~ note \"b\"").unwrap();
        assert_eq!(program.expectations.len(), 2);
        assert_eq!(program.expectations[1].text.as_deref(), Some("b"));
    }

    #[test]
    fn mistakes_are_explained() {
        for (text, part) in [
            ("//~ errror[x]", "line 1: `errror` is no kind"),
            ("\n//~ error", "line 2: `error` wants an identifier"),
            ("//~ error[]", "wants an identifier"),
            ("//~ missed[x]", "wants a reason"),
            ("//~ note", "wants a text"),
            ("//~ invariant", "wants a formula"),
            ("//~^ error[x]", "above the first line"),
            ("//~ error[x] text", "in quotes"),
        ] {
            let message = parse(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
