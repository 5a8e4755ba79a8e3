//! Where mistakes can be made in a file.
//!
//! A candidate is a mistake as far as syntax can tell: the `free` that is left out is that of a local variable with the result of a call, before
//! an error return, what is used after the `free` is accessed in any case, and so on. Whether it is one in every
//! execution is not asked: nobody asks that of mistakes.

use super::kinds::Kind;
use super::original::{Edit, Original};
use super::syntax::{Owner, Parsed};
use c_syntax::ast::{FunctionDefinition, Item, StatementId, StatementKind};
use std::collections::BTreeSet;

/// A mistake that can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub kind: Kind,
    pub function: String,
    /// The first and the last line of the function.
    pub lines: (u32, u32),
    /// The line where it is made.
    pub line: u32,
    pub edits: Vec<Edit>,
}

/// All mistakes that can be made in a file, in the order of the text.
pub fn in_file(parsed: &Parsed<'_>, original: &Original<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for item in &parsed.unit.items {
        let Item::Function(id) = *item else { continue };
        let function = &parsed.unit.functions[id];
        let lines =
            original.line(parsed.map, function.span).zip(original.last_line(parsed.map, function.span));
        let (Some(lines), Some(body), Some(name)) = (lines, function.body, function.declarator.name) else {
            continue;
        };
        let name = parsed.unit.names.text(name).to_owned();
        if parsed.allocators.modelled.contains(&name) {
            continue;
        }
        let finder = Finder::new(parsed, original, function);
        parsed.blocks(body, Owner::Other, &mut |owner, statements| {
            for (kind, line, edits) in finder.in_block(owner, statements) {
                found.push(Candidate { kind, function: name.clone(), lines, line, edits });
            }
        });
    }
    found
}

/// A kind of mistake, its line, and how it is made.
type Mistake = (Kind, u32, Vec<Edit>);

struct Finder<'a> {
    parsed: &'a Parsed<'a>,
    original: &'a Original<'a>,
    locals: BTreeSet<String>,
    parameters: BTreeSet<String>,
    /// Where results of calls are stored.
    results: BTreeSet<String>,
    /// The body of the function without spaces.
    body: String,
}

impl<'a> Finder<'a> {
    fn new(parsed: &'a Parsed<'a>, original: &'a Original<'a>, function: &FunctionDefinition) -> Finder<'a> {
        let (locals, parameters) = (parsed.locals(function), parsed.parameters(function));
        let body = function.body.map(|body| parsed.words_of_statement(body)).unwrap_or_default();
        let results = function.body.map(|body| parsed.results_of_calls(body)).unwrap_or_default();
        Finder { parsed, original, locals, parameters, results, body }
    }

    fn in_block(&self, owner: Owner, statements: &[StatementId]) -> Vec<Mistake> {
        let mut found = Vec::new();
        for at in 0..statements.len() {
            let line = self.original.line(self.parsed.map, self.parsed.span(statements[at]));
            let edits = [
                (Kind::MissingFree, self.missing_free(owner, statements, at)),
                (Kind::UseAfterFree, self.use_after_free(statements, at)),
                (Kind::SecondFree, self.second_free(statements, at)),
                (Kind::ShortBuffer, self.short_buffer(statements, at)),
                (Kind::DroppedCheck, self.dropped_check(statements, at)),
                (Kind::DroppedCheck, self.dropped_check_around(statements, at)),
                (Kind::LosingRealloc, self.losing_realloc(statements, at)),
            ];
            for (kind, edits) in edits {
                found.extend(line.zip(edits).map(|(line, edits)| (kind, line, edits)));
            }
        }
        found
    }

    /// `if (…) { …; free(p); …; return; }` without the `free`.
    fn missing_free(&self, owner: Owner, statements: &[StatementId], at: usize) -> Option<Vec<Edit>> {
        let freed = self.parsed.freed(statements[at])?;
        let is_error_return = owner == Owner::If && self.parsed.is_returning(*statements.last()?);
        // Memory that the function was handed may belong to others.
        let name = self.parsed.words(freed);
        if !is_error_return || !self.locals.contains(&name) || !self.results.contains(&name) {
            return None;
        }
        let place = self.original.find(self.parsed.map, self.parsed.span(statements[at]))?;
        Some(vec![Edit::replace(self.original, place, ";")])
    }

    /// `use(p); free(p);` in the other order.
    fn use_after_free(&self, statements: &[StatementId], at: usize) -> Option<Vec<Edit>> {
        let before = statements[at.checked_sub(1)?];
        let freed = self.parsed.freed(statements[at])?;
        let name = self.parsed.words(freed);
        let is_variable = self.locals.contains(&name) || self.parameters.contains(&name);
        // A declaration stays where it is: what is declared is used.
        let is_movable = !matches!(self.parsed.unit.statements[before].kind, StatementKind::Declaration(_));
        let is_changed = self.parsed.stored(before).is_some_and(|stored| stored.place == name);
        if !is_variable || !is_movable || is_changed || !self.parsed.uses(before, &name) {
            return None;
        }
        let place = self.original.find(self.parsed.map, self.parsed.span(statements[at]))?;
        let start = self.original.statement_start(self.parsed.map, self.parsed.span(before))?;
        let words = String::from_utf8_lossy(self.original.text(place.clone())).into_owned();
        Some(vec![Edit::insert(start, format!("{words} ")), Edit::replace(self.original, place, ";")])
    }

    /// `free(p); …; return;` with a second `free(p);` before the return, or at the end of the block.
    fn second_free(&self, statements: &[StatementId], at: usize) -> Option<Vec<Edit>> {
        let freed = self.parsed.freed(statements[at])?;
        let place = self.original.find(self.parsed.map, self.parsed.span(statements[at]))?;
        let words = String::from_utf8_lossy(self.original.text(place.clone())).into_owned();
        let name = self.parsed.words(freed);
        let root: String =
            name.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        let is_variable = self.locals.contains(&root) || self.parameters.contains(&root);
        // What follows a `break` or a `return` in the same block is not executed after the `free`.
        let leaving = statements[at + 1..].iter().position(|&later| self.parsed.is_leaving(later));
        let statements = leaving.map_or(statements, |later| &statements[..at + later + 2]);
        let last = *statements.last()?;
        let is_leaving = self.parsed.is_leaving(last);
        let between =
            &statements[at + 1..statements.len() - usize::from(is_leaving && at + 1 < statements.len())];
        if !is_variable || between.iter().any(|&statement| self.parsed.mentions(statement, &root)) {
            return None;
        }
        let inserted = match is_leaving && last != statements[at] {
            true => self.original.statement_start(self.parsed.map, self.parsed.span(last))?,
            false if between.is_empty() => place.end,
            false => self.original.statement_end(self.parsed.map, self.parsed.span(last))?,
        };
        Some(vec![Edit::insert(inserted, format!(" {words} "))])
    }

    /// `p = malloc(strlen(s) + 1)` without the `+ 1`, also where `p[n] = 0` shows that `n` is the length of a text.
    fn short_buffer(&self, statements: &[StatementId], at: usize) -> Option<Vec<Edit>> {
        let sizes = self.parsed.sizes_with_one_more(statements[at]);
        let size = *sizes.first()?;
        let shorter = self.parsed.one_less(size)?;
        let words = self.parsed.words(shorter);
        let ends_a_text =
            self.body.contains(&format!("[{words}]=")) || self.body.contains(&format!(",{words}+1)"));
        if !self.parsed.has_length_of_text(shorter) && !ends_a_text {
            return None;
        }
        let (size, shorter) = (self.parsed.unit.exprs[size].span, self.parsed.unit.exprs[shorter].span);
        let place = self.original.find(self.parsed.map, size)?;
        let kept = (shorter.end - size.start) as usize;
        Some(vec![Edit { range: place.start + kept..place.end, text: String::new() }])
    }

    /// `p = malloc(n); if (!p) return;` without the second statement.
    fn dropped_check(&self, statements: &[StatementId], at: usize) -> Option<Vec<Edit>> {
        let stored = self.parsed.stored(*statements.get(at.checked_sub(1)?)?)?;
        let compared = self.check(statements[at])?;
        let is_used = statements[at + 1..].iter().any(|&later| self.parsed.uses(later, &stored.place));
        if !self.parsed.is_allocation(stored.value) || self.parsed.words(compared) != stored.place || !is_used
        {
            return None;
        }
        let span = self.parsed.span(statements[at]);
        let start = self.original.statement_start(self.parsed.map, span)?;
        let end = self.original.statement_end(self.parsed.map, span)?;
        (start < end).then(|| vec![Edit::replace(self.original, start..end, ";")])
    }

    /// `if ((p = malloc(n)) == NULL) return;` as `p = malloc(n);`.
    fn dropped_check_around(&self, statements: &[StatementId], at: usize) -> Option<Vec<Edit>> {
        let compared = self.check(statements[at])?;
        let stored = self.parsed.assigned(compared)?;
        let is_used = statements[at + 1..].iter().any(|&later| self.parsed.uses(later, &stored.place));
        if !self.parsed.is_allocation(stored.value) || !is_used {
            return None;
        }
        let assignment = self.original.find(self.parsed.map, self.parsed.unit.exprs[compared].span)?;
        let words = String::from_utf8_lossy(self.original.text(assignment)).into_owned();
        let words = words.strip_prefix('(').and_then(|words| words.strip_suffix(')')).unwrap_or(&words);
        let span = self.parsed.span(statements[at]);
        let start = self.original.statement_start(self.parsed.map, span)?;
        let end = self.original.statement_end(self.parsed.map, span)?;
        (start < end).then(|| vec![Edit::replace(self.original, start..end, &format!("{words};"))])
    }

    /// What a statement `if (!p) return;` asks for.
    fn check(&self, statement: StatementId) -> Option<c_syntax::ast::ExprId> {
        match self.parsed.unit.statements[statement].kind {
            StatementKind::If { condition, then, otherwise: None } if self.parsed.is_returning(then) => {
                self.parsed.compared_with_null(condition)
            }
            _ => None,
        }
    }

    /// `q = realloc(p, n)` as `q = p = realloc(p, n)`.
    fn losing_realloc(&self, statements: &[StatementId], at: usize) -> Option<Vec<Edit>> {
        let stored = self.parsed.stored(statements[at])?;
        let old = self.parsed.reallocated(stored.value)?;
        let words = self.parsed.words(old);
        // What the old address is stored in is where the new one goes; a copy of it is not lost.
        let is_replaced = self.body.contains(&format!("{words}={};", stored.place));
        if words == stored.place || words.contains(['(', '+', '?', '=']) || !is_replaced {
            return None;
        }
        let place = self.original.find(self.parsed.map, stored.before_value)?;
        Some(vec![Edit::insert(place.end, format!("{words} = "))])
    }
}
