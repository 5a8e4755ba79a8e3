//! Random static initialisers give the same bytes.

use crate::compiler::{compiled_objects, differences};
use crate::random::{Random, number, seed};
use source::DataModel;
use std::fmt::Write as _;

const DEFAULT_OBJECTS: u64 = 2_000;

#[derive(Clone)]
enum Shape {
    Scalar { is_character: bool },
    Array { element: Box<Shape>, length: u64 },
    Record { tag: String, is_union: bool, fields: Vec<(String, Shape)> },
}

struct Generator {
    random: Random,
    declarations: String,
    next_name: u64,
    allows_strings: bool,
}

impl Generator {
    fn fresh(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    /// A shape, and how `name` is declared with it.
    fn shape(&mut self, depth: u32, name: &str) -> (Shape, String) {
        match self.random.below(if depth == 0 { 2 } else { 6 }) {
            0 => {
                let ty = self.random.pick(&["short", "int", "long", "unsigned", "long long", "_Bool"]);
                (Shape::Scalar { is_character: false }, format!("{ty} {name}"))
            }
            1 => (
                Shape::Scalar { is_character: true },
                format!("{} {name}", self.random.pick(&["char", "unsigned char"])),
            ),
            2 | 3 => {
                let length = 1 + self.random.below(4);
                let (element, declaration) = self.shape(depth - 1, &format!("{name}[{length}]"));
                (Shape::Array { element: Box::new(element), length }, declaration)
            }
            _ => {
                let (record, text) = self.record(depth - 1);
                (record, format!("{text} {name}"))
            }
        }
    }

    fn record(&mut self, depth: u32) -> (Shape, String) {
        let is_union = self.random.chance(20);
        let keyword = if is_union { "union" } else { "struct" };
        let tag = self.fresh("s");
        let mut fields = Vec::new();
        let mut text = format!("{keyword} {tag} {{ ");
        for _ in 0..1 + self.random.below(4) {
            let name = self.fresh("f");
            if self.random.chance(20) {
                let width = 1 + self.random.below(16);
                let _ = write!(text, "int {name} : {width}; ");
                fields.push((name, Shape::Scalar { is_character: false }));
            } else {
                let (shape, declaration) = self.shape(depth, &name);
                let _ = write!(text, "{declaration}; ");
                fields.push((name, shape));
            }
            if self.random.chance(8) {
                text.push_str("int : 3; ");
            }
        }
        text.push('}');
        let _ = writeln!(self.declarations, "{text};");
        (Shape::Record { tag: tag.clone(), is_union, fields }, format!("{keyword} {tag}"))
    }

    fn value(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("-{}", 1 + self.random.below(9)),
            1 => self.random.below(100_000).to_string(),
            _ => (1 + self.random.below(200)).to_string(),
        }
    }

    /// How many values a shape takes without braces.
    fn count(shape: &Shape) -> u64 {
        match shape {
            Shape::Scalar { .. } => 1,
            Shape::Array { element, length } => Self::count(element) * length,
            Shape::Record { is_union: true, fields, .. } => Self::count(&fields[0].1),
            Shape::Record { fields, .. } => fields.iter().map(|(_, shape)| Self::count(shape)).sum(),
        }
    }

    fn members(shape: &Shape) -> u64 {
        match shape {
            Shape::Scalar { .. } => 1,
            Shape::Array { length, .. } => *length,
            Shape::Record { is_union: true, .. } => 1,
            Shape::Record { fields, .. } => fields.len() as u64,
        }
    }

    fn is_string(shape: &Shape) -> bool {
        matches!(shape, Shape::Array { element, .. } if matches!(**element, Shape::Scalar { is_character: true }))
    }

    fn string(&mut self) -> String {
        let length = self.random.below(6);
        let text: String = (0..length).map(|_| char::from(b'a' + self.random.below(26) as u8)).collect();
        format!("\"{text}\"")
    }

    /// `{ … }` for an aggregate.
    fn list(&mut self, shape: &Shape) -> String {
        if Self::is_string(shape) && self.random.chance(30) {
            return format!("{{ {} }}", self.string());
        }
        let mut items = Vec::new();
        let mut position = 0;
        // GCC mistakes a string after values without braces for the initialiser of the element before.
        self.allows_strings = true;
        for _ in 0..self.random.below(Self::members(shape) + 2) {
            let is_designated = self.random.chance(35);
            if !is_designated && position >= Self::members(shape) {
                continue;
            }
            let (designator, member, next) = self.designate(shape, is_designated, position);
            position = next;
            let (value, is_complete) = self.member_value(&member);
            self.allows_strings = value.starts_with(['{', '"']) || matches!(member, Shape::Scalar { .. });
            items.push(format!("{designator}{value}"));
            if !is_complete {
                // What follows must be designated, or nothing.
                position = u64::MAX;
            }
        }
        if items.is_empty() && matches!(shape, Shape::Scalar { .. }) {
            items.push(self.value());
        }
        format!("{{ {} }}", items.join(", "))
    }

    /// The text of a designator (or none), the member it is for, and the next position.
    fn designate(&mut self, shape: &Shape, is_designated: bool, position: u64) -> (String, Shape, u64) {
        match shape {
            Shape::Scalar { .. } => (String::new(), shape.clone(), 1),
            Shape::Array { element, length } => {
                if !is_designated {
                    return (String::new(), (**element).clone(), position + 1);
                }
                let first = self.random.below(*length);
                if self.random.chance(30) {
                    let last = first + self.random.below(length - first);
                    return (format!("[{first} ... {last}] = "), (**element).clone(), last + 1);
                }
                let (inner, member) = self.inner_designator(element);
                // After a nested designator the next value goes on inside.
                let next = if inner.is_empty() { first + 1 } else { u64::MAX };
                (format!("[{first}]{inner} = "), member, next)
            }
            Shape::Record { is_union, fields, .. } => {
                if !is_designated {
                    return (String::new(), fields[position as usize].1.clone(), position + 1);
                }
                let index = self.random.below(fields.len() as u64);
                let (name, field) = &fields[index as usize];
                let (inner, member) = self.inner_designator(field);
                let next = if inner.is_empty() && !is_union { index + 1 } else { u64::MAX };
                (format!(".{name}{inner} = "), member, next)
            }
        }
    }

    fn inner_designator(&mut self, shape: &Shape) -> (String, Shape) {
        if self.random.chance(70) {
            return (String::new(), shape.clone());
        }
        match shape {
            Shape::Scalar { .. } => (String::new(), shape.clone()),
            Shape::Array { element, length } => {
                let index = self.random.below(*length);
                let (inner, member) = self.inner_designator(element);
                (format!("[{index}]{inner}"), member)
            }
            Shape::Record { fields, .. } => {
                let index = self.random.below(fields.len() as u64) as usize;
                let (name, field) = &fields[index];
                let (inner, member) = self.inner_designator(field);
                (format!(".{name}{inner}"), member)
            }
        }
    }

    /// A value for a member, and whether the member is done with it.
    fn member_value(&mut self, shape: &Shape) -> (String, bool) {
        if matches!(shape, Shape::Scalar { .. }) {
            let value = self.value();
            return (if self.random.chance(5) { format!("{{ {value} }}") } else { value }, true);
        }
        if Self::is_string(shape) && self.allows_strings && self.random.chance(40) {
            return (self.string(), true);
        }
        if self.random.chance(65) {
            return (self.list(shape), true);
        }
        let count = Self::count(shape);
        let given = if self.random.chance(70) { count } else { 1 + self.random.below(count) };
        let values: Vec<String> = (0..given).map(|_| self.value()).collect();
        (values.join(", "), given == count)
    }
}

fn agree(model: DataModel, flag: &str) {
    let mut generator = Generator {
        random: Random::new(seed()),
        declarations: String::new(),
        next_name: 0,
        allows_strings: true,
    };
    let mut objects = String::new();
    for index in 0..number("ORACLE_OBJECTS", DEFAULT_OBJECTS) {
        let (shape, declaration) = generator.shape(3, &format!("v_{index}"));
        let list = generator.list(&shape);
        let tag = match &shape {
            Shape::Record { tag, .. } => tag.as_str(),
            _ => "",
        };
        let _ = writeln!(objects, "{declaration} = {list}; // {tag}");
    }
    let source = format!("{}{objects}", generator.declarations);
    let Some(found) = compiled_objects(flag, &source) else { return };
    let parsed = c_syntax::parse(source.as_bytes(), 1);
    assert_eq!(parsed.diagnostics, []);
    let checked = c_types::check(parsed.unit, model);
    assert_eq!(checked.diagnostics, []);
    let differences = differences(&checked.program, &found);
    let shown: Vec<String> = differences
        .iter()
        .take(8)
        .map(|difference| {
            let name = difference.split(':').next().unwrap_or("");
            let line = source
                .lines()
                .find(|line| line.contains(&format!("{name} ")) || line.contains(&format!("{name}[")))
                .unwrap_or("");
            let tag = line.rsplit("// ").next().filter(|tag| !tag.is_empty()).unwrap_or("no record");
            let record = source.lines().find(|line| line.contains(&format!(" {tag} {{"))).unwrap_or("");
            format!("{difference}\n  {line}\n  {record}")
        })
        .collect();
    assert!(differences.is_empty(), "{} objects differ:\n{}", differences.len(), shown.join("\n"));
}

#[test]
fn lp64_agrees_with_the_compiler() {
    agree(DataModel::Lp64, "-m64");
}

#[test]
fn ilp32_agrees_with_the_compiler() {
    agree(DataModel::Ilp32, "-m32");
}
