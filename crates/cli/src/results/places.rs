//! Places as the programmer sees them, with the original lines of the files.

use findings::Location;
use ir::Module;
use report::{Originals, locate};
use source::{SourceMap, Span};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Finds places. Files are read when the first place in them is asked for.
pub struct Places<'a> {
    map: &'a SourceMap,
    module: &'a Module,
    /// Whether the files that line markers name are those that were preprocessed just now.
    originals_on_disk: bool,
    here: String,
    originals: RefCell<Originals>,
    read: RefCell<BTreeSet<Arc<str>>>,
}

impl<'a> Places<'a> {
    pub fn new(map: &'a SourceMap, module: &'a Module, originals_on_disk: bool) -> Places<'a> {
        let here = std::env::current_dir().map(|here| format!("{}/", here.display())).unwrap_or_default();
        let (originals, read) = (RefCell::default(), RefCell::default());
        Places { map, module, originals_on_disk, here, originals, read }
    }

    pub fn location(&self, span: Span) -> Option<Location> {
        let file = self.map.place(span)?.file;
        if self.originals_on_disk
            && self.read.borrow_mut().insert(file.clone())
            && let Some(text) = read_again(Path::new(&*file))
        {
            let text: Arc<[u8]> = text.into();
            let mut originals = self.originals.borrow_mut();
            originals.insert(self.short(&file).into(), text.clone());
            originals.insert(file.clone(), text);
        }
        let located = locate(self.map, &self.originals.borrow(), span)?;
        let length = u32::try_from(located.text[located.mark.clone()].chars().count().max(1)).unwrap_or(1);
        let (line, column) = (located.place.line, located.place.column);
        Some(Location {
            file: self.short(&file).to_owned(),
            line,
            column,
            end_line: line,
            end_column: column.saturating_add(length),
            text: located.text,
            span,
        })
    }

    /// Files below the current folder are named from there.
    fn short<'f>(&self, file: &'f str) -> &'f str {
        match file.strip_prefix(&self.here) {
            Some(short) if !self.here.is_empty() => short,
            _ => file.strip_prefix("./").unwrap_or(file),
        }
    }

    /// The text of the program at a place, if it is short enough to be a name.
    pub fn name(&self, span: Span) -> Option<String> {
        const LONGEST: usize = 40;
        let location = self.location(span)?;
        let part = location.text.chars().skip(location.column as usize - 1);
        let name: String = part.take((location.end_column - location.column) as usize).collect();
        // A place that begins inside of a macro may end behind the operand.
        let is_condition = ["&&", "||", "==", "!=", "?", ";"].iter().any(|operator| name.contains(operator));
        let is_name = !name.trim().is_empty() && name.chars().count() <= LONGEST && !is_condition;
        is_name.then(|| name.trim().to_owned())
    }

    /// The function that an instruction with this place belongs to.
    pub fn function_at(&self, span: Span) -> Option<String> {
        let has = |function: &ir::Function| {
            let blocks = function.body.iter().flat_map(|body| body.blocks.iter());
            blocks.into_iter().any(|(_, block)| {
                block.terminator.span == span || block.instructions.iter().any(|one| one.span == span)
            })
        };
        let mut functions = self.module.functions.iter().map(|(_, function)| function);
        functions.find(|function| span != Span::NONE && has(function)).map(|function| function.name.clone())
    }

    /// The files that were read, by the names that locations have.
    pub fn into_originals(self) -> Originals {
        self.originals.into_inner()
    }

    /// The text of a file that places lie in, if it is the one that was preprocessed.
    pub fn original(&self, file: &str) -> Option<String> {
        let text = if self.originals_on_disk { read_again(Path::new(file))? } else { return None };
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

/// What a file holds that was read before. A pipe cannot be read twice.
pub(super) fn read_again(path: &Path) -> Option<Vec<u8>> {
    std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    std::fs::read(path).ok()
}
