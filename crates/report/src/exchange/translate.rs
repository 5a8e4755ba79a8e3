//! One contract in another language.

use super::terms::{Names, When};
use super::{Dialect, ExportedFunction};
use findings::Outcome;
use findings::formula::{Assertion, BlockAssertion, Formula, ListAssertion, Storage};
use std::collections::{BTreeMap, BTreeSet};

pub struct Translation<'a> {
    dialect: Dialect,
    names: Names<'a>,
    /// Definitions that contracts of the file share.
    predicates: &'a mut Vec<String>,
    /// Memory that must be separate, as the language writes it.
    regions: Vec<String>,
    lists: usize,
    blocks: usize,
    /// Objects that may be changed, and those that may be freed.
    touched: [Vec<String>; 2],
}

impl<'a> Translation<'a> {
    pub fn new(
        dialect: Dialect,
        function: &'a ExportedFunction,
        globals: &'a BTreeSet<String>,
        predicates: &'a mut Vec<String>,
    ) -> Translation<'a> {
        let old = match dialect {
            Dialect::Acsl => "\\old",
            Dialect::Cbmc => "__CPROVER_old",
        };
        let (parameters, made_up) = (&function.parameters[..], BTreeMap::new());
        let names = Names { parameters, globals, old, parameters_stay: true, made_up };
        let (regions, touched) = (Vec::new(), Default::default());
        Translation { dialect, names, predicates, regions, lists: 0, blocks: 0, touched }
    }

    pub fn touched(&self) -> [Vec<String>; 2] {
        self.touched.clone()
    }

    /// What must hold; the first line that cannot be said is the error.
    pub fn requires(&mut self, formulas: &[Formula]) -> Result<Vec<String>, String> {
        self.bind_fields(formulas);
        let mut conditions = Vec::new();
        for formula in formulas {
            let said = self.required(&formula.assertion, formulas);
            conditions.extend(said.ok_or_else(|| formula.text.clone())?);
        }
        // CBMC makes memory where it reads that there is some; what is said of it comes behind.
        conditions.sort_by_key(|condition| !condition.starts_with("__CPROVER_is_fresh("));
        if self.lists > 0 && self.lists + self.blocks > 1 {
            return Err("memory that is separate from a list".to_owned());
        }
        if self.dialect == Dialect::Acsl && self.blocks > 1 {
            conditions.push(format!("\\separated({})", self.regions.join(", ")));
        }
        Ok(conditions)
    }

    /// Names for what fields hold are those fields.
    fn bind_fields(&mut self, formulas: &[Formula]) {
        for formula in formulas {
            let Assertion::Block(block) = &formula.assertion else { continue };
            let Some(address) = self.names.address(&block.address, block.ty.as_deref(), When::Before) else {
                continue;
            };
            for cell in &block.cells {
                if cell.content.contains('#') && !self.names.made_up.contains_key(&cell.content) {
                    let place = place(&address, &cell.field);
                    self.names.made_up.extend(place.map(|place| (cell.content.clone(), place)));
                }
            }
        }
    }

    fn required(&mut self, assertion: &Assertion, all: &[Formula]) -> Option<Vec<String>> {
        match assertion {
            Assertion::Equal { left, right } => {
                let is_address = self.dialect == Dialect::Cbmc && self.names.is_pointer(left) && right != "0";
                let (left, right) =
                    (self.names.term(left, When::Before)?, self.names.term(right, When::Before)?);
                Some(vec![match is_address {
                    true => format!("__CPROVER_pointer_equals({left}, {right})"),
                    false => format!("{left} == {right}"),
                }])
            }
            Assertion::Block(block) if block.length.is_some() => self.sized(block, all),
            Assertion::Block(block) => self.required_block(block),
            Assertion::Freed { .. } | Assertion::Tree(_) => None,
            Assertion::List(list) => {
                self.lists += 1;
                Some(self.list(list, When::Before)?)
            }
            // Facts about sizes are said with the block.
            Assertion::Fact { fact } if size_bound(fact).is_some() => Some(Vec::new()),
            Assertion::Fact { fact } => Some(vec![self.fact(fact, When::Before)?]),
        }
    }

    /// A variable of the file is there for everybody; only what it holds is said.
    fn required_global(&mut self, name: &str, block: &BlockAssertion) -> Option<Vec<String>> {
        self.touched[0].push(name.to_owned());
        let mut said = Vec::new();
        for cell in &block.cells {
            let place = global_place(name, &cell.field)?;
            if !["_", "?", place.as_str()].contains(&cell.content.as_str()) {
                said.push(format!("{place} == {}", self.names.term(&cell.content, When::Before)?));
            }
        }
        Some(said)
    }

    fn required_block(&mut self, block: &BlockAssertion) -> Option<Vec<String>> {
        if !matches!(block.storage, Storage::Any | Storage::Heap) {
            return None;
        }
        if let Some(name) = self.names.global(&block.address) {
            return self.required_global(name, block);
        }
        let ty = block.ty.as_deref()?;
        let address = self.names.address(&block.address, Some(ty), When::Before)?;
        let is_whole = block.storage == Storage::Heap || block.cells.is_empty();
        self.blocks += 1;
        let mut said = Vec::new();
        match self.dialect {
            Dialect::Cbmc => said.push(format!("__CPROVER_is_fresh({address}, sizeof({ty}))")),
            Dialect::Acsl if is_whole => said.push(format!("\\valid({address})")),
            Dialect::Acsl => {}
        }
        if is_whole {
            self.regions.push(address.clone());
        }
        self.touched[0].push(format!("__CPROVER_object_whole({address})"));
        if block.storage == Storage::Heap {
            self.touched[1].push(address.clone());
            if self.dialect == Dialect::Acsl {
                said.push(format!("\\freeable({address})"));
            }
        }
        for cell in &block.cells {
            let place = place(&address, &cell.field)?;
            if self.dialect == Dialect::Acsl && !is_whole {
                said.push(format!("\\valid(&{place})"));
                self.regions.push(format!("&{place}"));
            }
            if cell.content == "?" {
                continue;
            }
            if self.dialect == Dialect::Acsl {
                said.push(format!("\\initialized(&{place})"));
            }
            // A field by its own name says nothing.
            let own = match cell.field.as_str() {
                "*" => format!("*{}", block.address),
                field => format!("{}->{field}", block.address),
            };
            if cell.content != "_" && cell.content != own {
                let value = self.names.term(&cell.content, When::Before)?;
                if value != place {
                    said.push(format!("{place} == {value}"));
                }
            }
        }
        Some(said)
    }

    /// A block whose size only facts tell.
    fn sized(&mut self, block: &BlockAssertion, all: &[Formula]) -> Option<Vec<String>> {
        let is_anything = block.cells.is_empty() && block.storage == Storage::Any;
        if !is_anything || block.length.as_deref() != Some(&format!("size({})", block.address)) {
            return None;
        }
        let address = self.names.address(&block.address, None, When::Before)?;
        let mut said = Vec::new();
        for formula in all {
            let Assertion::Fact { fact } = &formula.assertion else { continue };
            let Some((bytes, of)) = size_bound(fact) else { continue };
            if of != block.address {
                continue;
            }
            let bytes = self.names.term(bytes, When::Before)?;
            let region = format!("((char *){address}) + (0 .. {bytes} - 1)");
            said.push(match self.dialect {
                Dialect::Acsl => format!("\\valid({region})"),
                Dialect::Cbmc => format!("__CPROVER_is_fresh({address}, {bytes})"),
            });
            self.regions.push(region);
        }
        self.blocks += 1;
        self.touched[0].push(format!("__CPROVER_object_whole({address})"));
        // Two sizes of one object cannot be told at once.
        (said.len() == 1).then_some(said)
    }

    /// A list, by a predicate that is defined for its nodes.
    fn list(&mut self, list: &ListAssertion, when: When) -> Option<Vec<String>> {
        if self.dialect == Dialect::Cbmc || list.backwards.is_some() || list.entry != 0 || list.minimum > 1 {
            return None;
        }
        // The predicates have no number of nodes, and no order.
        if list.count.is_some() || list.order.is_some() {
            return None;
        }
        let [body] = list.bodies.as_slice() else { return None };
        if body.iter().any(|cell| cell.content != "_") || !list.node.starts_with("struct ") {
            return None;
        }
        let (first, next) = (self.names.term(&list.first, when)?, self.names.term(&list.next, when)?);
        let node = &list.node;
        let stored: String =
            body.iter().map(|cell| format!("\\initialized(&a->{}) && ", cell.field)).collect();
        let definition = |name: &str| {
            format!(
                "/*@ inductive {name}{{L}}({node} *a, {node} *b) {{\n      \
                 case none{{L}}: \\forall {node} *a; {name}(a, a);\n      \
                 case one{{L}}: \\forall {node} *a, *b;\n        \
                 \\valid(a) && \\freeable(a) && {stored}\\initialized(&a->{link}) && {name}(a->{link}, b) ==> {name}(a, b);\n    \
                 }}\n*/\n",
                link = list.link
            )
        };
        let name_of = |index: usize| format!("besom_list_{}", index + 1);
        let known = self
            .predicates
            .iter()
            .enumerate()
            .position(|(index, predicate)| *predicate == definition(&name_of(index)));
        let index = known.unwrap_or_else(|| {
            self.predicates.push(definition(&name_of(self.predicates.len())));
            self.predicates.len() - 1
        });
        let pointer = |term: String| if term == "0" { format!("(({node} *)\\null)") } else { term };
        let (first, next) = (pointer(first), pointer(next));
        let mut said = vec![format!("{}({first}, {next})", name_of(index))];
        if list.minimum == 1 {
            said.push(format!("{first} != {next}"));
        }
        Some(said)
    }

    fn fact(&self, fact: &str, when: When) -> Option<String> {
        let operators = [(" <= ", "<="), (" >= ", ">="), (" != ", "!="), (" = ", "=="), (" < ", "<")];
        let (left, operator, right) = operators.iter().find_map(|(sign, operator)| {
            let (left, right) = fact.split_once(sign)?;
            Some((left, operator, right))
        })?;
        Some(format!("{} {operator} {}", self.names.term(left, when)?, self.names.term(right, when)?))
    }

    /// What holds afterwards, as far as it can be said; `None` if that is nothing.
    pub fn ensures(&mut self, outcomes: &[Outcome]) -> Option<String> {
        let mut said = Vec::new();
        // Fields that names were bound to are those before the call.
        let before = std::mem::take(&mut self.names.made_up);
        for outcome in outcomes.iter().filter(|outcome| !outcome.ends_program) {
            let old = self.names.old;
            self.names.made_up =
                before.iter().map(|(name, place)| (name.clone(), format!("{old}({place})"))).collect();
            let conditions = self.outcome(&outcome.formulas);
            if conditions.is_empty() {
                return None;
            }
            said.push(conditions.join(" && "));
        }
        match said.len() {
            0 => None,
            1 => said.pop(),
            _ => Some(said.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" || ")),
        }
    }

    fn outcome(&mut self, formulas: &[Formula]) -> Vec<String> {
        let result = match self.dialect {
            Dialect::Acsl => "\\result",
            Dialect::Cbmc => "__CPROVER_return_value",
        };
        let mut said = Vec::new();
        for formula in formulas {
            if let Assertion::Equal { left, right } = &formula.assertion
                && left == "result"
                && right.contains('#')
            {
                self.names.made_up.insert(right.clone(), result.to_owned());
            }
        }
        for formula in formulas {
            let conditions = match &formula.assertion {
                Assertion::Equal { left, right } if left == "result" => self
                    .names
                    .term(right, When::After)
                    .filter(|term| term != result)
                    .map(|term| vec![format!("{result} == {term}")]),
                Assertion::Equal { left, right } => self
                    .names
                    .term(left, When::After)
                    .zip(self.names.term(right, When::After))
                    .map(|(left, right)| vec![format!("{left} == {right}")]),
                Assertion::Block(block) => self.left_block(block),
                // A list without nodes may begin at an address that is valid.
                Assertion::Freed { is_list: true, .. } | Assertion::Tree(_) => None,
                Assertion::Freed { address, is_list: false } => {
                    self.names.address(address, None, When::After).map(|address| {
                        vec![match self.dialect {
                            Dialect::Acsl => format!("!\\valid((char *){address})"),
                            Dialect::Cbmc => format!("__CPROVER_was_freed({address})"),
                        }]
                    })
                }
                Assertion::List(list) => self.list(list, When::After),
                Assertion::Fact { fact } => self.fact(fact, When::After).map(|fact| vec![fact]),
            };
            said.extend(conditions.into_iter().flatten());
        }
        said
    }

    /// What is said of a block that is left behind.
    fn left_block(&self, block: &BlockAssertion) -> Option<Vec<String>> {
        if let Some(name) = self.names.global(&block.address) {
            let held = block.cells.iter().filter_map(|cell| {
                let value = self.names.term(&cell.content, When::After)?;
                Some(format!("{} == {value}", global_place(name, &cell.field)?))
            });
            return Some(held.collect());
        }
        let ty = block.ty.as_deref().filter(|_| block.length.is_none())?;
        let address = self.names.address(&block.address, Some(ty), When::After)?;
        let is_whole = block.storage == Storage::Heap;
        let mut said = Vec::new();
        if is_whole {
            said.push(match self.dialect {
                Dialect::Acsl => format!("\\valid({address})"),
                Dialect::Cbmc => format!("__CPROVER_rw_ok({address}, sizeof({ty}))"),
            });
        }
        for cell in &block.cells {
            let Some(place) = place(&address, &cell.field) else { continue };
            if let Some(value) = self.names.term(&cell.content, When::After) {
                said.push(format!("{place} == {value}"));
            }
        }
        Some(said)
    }
}

/// A field of what an address leads to.
fn place(address: &str, field: &str) -> Option<String> {
    let is_path = field.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.[]".contains(&byte))
        && !field.contains("..")
        && field.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    match field {
        "*" => Some(format!("*{address}")),
        _ => is_path.then(|| format!("{address}->{field}")),
    }
}

/// A variable, or a field of it.
fn global_place(name: &str, field: &str) -> Option<String> {
    match field {
        "*" => Some(name.to_owned()),
        field => place(name, field).map(|_| format!("{name}.{field}")),
    }
}

/// `4*n <= size(a)`: how many bytes, and of what.
fn size_bound(fact: &str) -> Option<(&str, &str)> {
    let (bytes, of) = fact.split_once(" <= size(")?;
    Some((bytes, of.strip_suffix(')')?)).filter(|(bytes, _)| !bytes.contains("size("))
}
