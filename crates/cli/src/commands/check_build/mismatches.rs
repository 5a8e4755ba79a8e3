//! Declarations of a build that do not fit the definition in another file.

use super::{Check, Program, Telling};
use crate::Status;
use crate::results::Places;
use findings::{Certainty, Finding, Level};
use ir::link::mismatch::{Difference, Mismatch, mismatches};

impl Check<'_> {
    /// Tells of the declarations in the files of a target, each once.
    pub(super) fn mismatches(&self, program: &Program<'_>, telling: &mut Telling<'_>) -> Status {
        let modules = program.target.units.iter().map(|&unit| &program.project.modules[unit].1);
        let found = mismatches(&modules.collect::<Vec<_>>());
        let places = Places::new(&program.project.map, &program.module, program.project.originals_on_disk);
        let told = &mut telling.tally.told;
        let new = found.iter().filter(|mismatch| told.insert(("link", mismatch.declared)));
        let findings: Vec<Finding> = new.map(|mismatch| finding(&places, mismatch)).collect();
        self.tell(program, findings, telling)
    }
}

fn finding(places: &Places<'_>, mismatch: &Mismatch) -> Finding {
    let defined = places.location(mismatch.defined).map(|place| format!(" at {place}")).unwrap_or_default();
    let name = &mismatch.name;
    let message = match mismatch.difference {
        Difference::Signature => {
            format!("`{name}` is declared with a type that does not fit its definition{defined}")
        }
        Difference::Size { declared, defined: size } => {
            format!("`{name}` is declared with {declared} bytes; its definition{defined} has {size}")
        }
    };
    Finding {
        rule: "link",
        cwe: None,
        certainty: Certainty::IfCalled,
        level: Level::Warning,
        message,
        function: None,
        place: places.location(mismatch.declared),
        story: Vec::new(),
        call_stack: Vec::new(),
        values: Vec::new(),
        hint: Some("declare it in a header that both files include".to_owned()),
        replay: None,
        fingerprint: String::new(),
        suppression: None,
    }
}
