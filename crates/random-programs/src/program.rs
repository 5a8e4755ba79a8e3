//! Whole programs: types, pure functions, cases, `main`.

use crate::expression::{Place, PureFunction, Scope};
use crate::helpers;
use crate::random::Random;
use crate::statement::{StatementWriter, Target};
use crate::types::{INTEGERS, Promoted, Scalar};
use std::fmt::Write;

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub seed: u64,
    pub cases: usize,
    /// Floating-point computations, which agree only where `double` is computed as `double`.
    pub floats: bool,
    /// Leaves out all cases but this one, which stays the same: a reproducer.
    pub only: Option<usize>,
}

/// A struct type with its scalar members, as paths from a variable of that type.
struct StructType {
    name: String,
    members: Vec<Target>,
}

/// The text of a program that prints one line per case: its number and its checksum.
pub fn generate(options: &Options) -> String {
    let mut random = Random::new(options.seed);
    let is_wanted = |case: &usize| options.only.is_none_or(|only| only == *case);
    let mut text = helpers::prelude();
    for case in 0..options.cases {
        let length = text.len();
        Case { random: &mut random, floats: options.floats, number: case }.write(&mut text);
        if !is_wanted(&case) {
            text.truncate(length);
        }
    }
    text.push_str("int main(void)\n{\n");
    for case in (0..options.cases).filter(is_wanted) {
        let _ = writeln!(text, "    checksum = {}u;\n    case_{case}();", case + 1);
        let _ = writeln!(text, "    printf(\"{case} %016llx\\n\", checksum);");
    }
    text.push_str("    return 0;\n}\n");
    text
}

struct Case<'a> {
    random: &'a mut Random,
    floats: bool,
    number: usize,
}

impl Case<'_> {
    fn write(mut self, text: &mut String) {
        let structs: Vec<StructType> =
            (0..1 + self.random.below(2)).map(|n| self.struct_type(n, text)).collect();
        let functions: Vec<PureFunction> =
            (0..self.random.below(3)).map(|n| self.pure_function(n, text)).collect();
        let globals = self.globals(text);
        let by_value = self.function_on_struct(&structs[0], text);
        let case = self.number;
        let _ = writeln!(text, "static void case_{case}(void)\n{{");
        let mut scope = Scope { places: Vec::new(), functions, floats: self.floats };
        let mut targets = globals;
        self.declare_scalars(&mut scope, &mut targets, text);
        self.declare_arrays(&mut scope, &mut targets, text);
        let aggregates = self.declare_structs(&structs, &mut targets, text);
        self.declare_union(&mut targets, text);
        self.declare_pointers(&mut targets, text);
        scope.places.extend(targets.iter().map(|target| target.place.clone()));
        let mut writer = StatementWriter {
            random: self.random,
            scope: &mut scope,
            targets: &targets,
            aggregates: &aggregates,
            text,
            budget: 30,
            next_name: 0,
        };
        for _ in 0..4 {
            writer.block(1, 3);
        }
        let _ = writeln!(text, "    s0 = {by_value}(s0, {});", scope.integer(self.random, Promoted::Int, 2));
        let (count, step) = (
            scope.integer(self.random, Promoted::UnsignedInt, 1),
            scope.integer(self.random, Promoted::UnsignedInt, 1),
        );
        let _ = writeln!(text, "    mix(hash_list({count}, {step}));");
        let _ = writeln!(
            text,
            "    mix((unsigned)sum_variadic(3, {}, {}, {}));",
            scope.integer(self.random, Promoted::Int, 1),
            scope.integer(self.random, Promoted::Int, 1),
            scope.integer(self.random, Promoted::Int, 1)
        );
        for place in &scope.places {
            let mixer = match place.ty {
                Scalar::Float => "mix_float",
                Scalar::Double => "mix_double",
                _ => "mix",
            };
            let _ = writeln!(text, "    {mixer}({});", place.text);
        }
        text.push_str("}\n\n");
    }

    fn constant(&mut self, ty: Scalar) -> String {
        let scope = Scope { floats: self.floats, ..Scope::default() };
        match ty {
            Scalar::Double | Scalar::Float => scope.float(self.random, 0),
            _ => {
                let promoted =
                    *self.random.pick(&[Promoted::Int, Promoted::UnsignedLongLong, Promoted::LongLong]);
                promoted.constant(self.random)
            }
        }
    }

    /// `struct tC_N { … }` with plain members, bit-fields, an inner struct and an array.
    fn struct_type(&mut self, number: usize, text: &mut String) -> StructType {
        let name = format!("struct t{}_{number}", self.number);
        let mut members = Vec::new();
        let _ = writeln!(text, "{name} {{");
        for index in 0..1 + self.random.below(6) {
            match self.random.below(6) {
                0..=2 => {
                    let ty = Scalar::random(self.random, self.floats);
                    let _ = writeln!(text, "    {} m{index};", ty.c_name());
                    members.push(target(format!("m{index}"), ty, false));
                }
                3 => {
                    let ty = *self.random.pick(&[
                        Scalar::UnsignedInt,
                        Scalar::Int,
                        Scalar::UnsignedLongLong,
                        Scalar::UnsignedShort,
                        Scalar::SignedChar,
                        Scalar::LongLong,
                        Scalar::Bool,
                    ]);
                    let limit = match ty {
                        Scalar::Bool => 1,
                        Scalar::SignedChar => 8,
                        Scalar::UnsignedShort => 16,
                        Scalar::Int | Scalar::UnsignedInt => 32,
                        _ => 64,
                    };
                    let signed = if ty == Scalar::Int { "signed int" } else { ty.c_name() };
                    let _ = writeln!(text, "    {signed} m{index} : {};", 1 + self.random.below(limit));
                    members.push(target(format!("m{index}"), ty, true));
                    if self.random.chance(15) {
                        let _ = writeln!(text, "    unsigned : 0;");
                    }
                }
                4 => {
                    let (a, b) = (*self.random.pick(&INTEGERS), *self.random.pick(&INTEGERS));
                    let _ = writeln!(text, "    struct {{ {} a; {} b; }} m{index};", a.c_name(), b.c_name());
                    members.push(target(format!("m{index}.a"), a, false));
                    members.push(target(format!("m{index}.b"), b, false));
                }
                _ => {
                    let ty = *self.random.pick(&INTEGERS);
                    let _ = writeln!(text, "    {} m{index}[3];", ty.c_name());
                    for element in 0..3 {
                        members.push(target(format!("m{index}[{element}]"), ty, false));
                    }
                }
            }
        }
        let packed = if self.random.chance(15) { " __attribute__((packed))" } else { "" };
        let _ = writeln!(text, "}}{packed};\n");
        StructType { name, members }
    }

    /// A function of `int` arguments that touches nothing else; sometimes recursive.
    fn pure_function(&mut self, number: usize, text: &mut String) -> PureFunction {
        let arity = 1 + self.random.below(3);
        let name = format!("pure{}_{number}", self.number);
        let parameters: Vec<String> = (0..arity).map(|index| format!("int p{index}")).collect();
        let _ = writeln!(text, "static int {name}({})\n{{", parameters.join(", "));
        let mut scope = Scope { floats: self.floats, ..Scope::default() };
        scope.places.extend((0..arity).map(|index| Place { text: format!("p{index}"), ty: Scalar::Int }));
        if self.random.chance(40) {
            let rest: Vec<String> =
                (1..arity).map(|_| scope.integer(self.random, Promoted::Int, 1)).collect();
            let mut arguments = vec!["p0 - 1".to_string()];
            arguments.extend(rest);
            let _ = writeln!(text, "    if (p0 > 0 && p0 < 9)");
            let _ = writeln!(
                text,
                "        return add_i({}, {name}({}));",
                scope.integer(self.random, Promoted::Int, 1),
                arguments.join(", ")
            );
        }
        let _ = writeln!(text, "    return {};\n}}\n", scope.integer(self.random, Promoted::Int, 3));
        PureFunction { name, arity }
    }

    fn globals(&mut self, text: &mut String) -> Vec<Target> {
        let mut targets = Vec::new();
        for index in 0..self.random.below(3) {
            let ty = Scalar::random(self.random, self.floats);
            let name = format!("g{}_{index}", self.number);
            let constant = self.constant(ty);
            let _ = writeln!(text, "static {} {name} = {constant};\n", ty.c_name());
            targets.push(target(name, ty, false));
        }
        targets
    }

    /// A function that takes a struct by value and returns one.
    fn function_on_struct(&mut self, ty: &StructType, text: &mut String) -> String {
        let name = format!("by_value{}", self.number);
        let _ = writeln!(text, "static {0} {name}({0} s, int x)\n{{", ty.name);
        let mut scope = Scope { floats: self.floats, ..Scope::default() };
        scope.places.push(Place { text: "x".into(), ty: Scalar::Int });
        let members: Vec<Target> = ty
            .members
            .iter()
            .map(|m| target(format!("s.{}", m.place.text), m.place.ty, m.is_bit_field))
            .collect();
        scope.places.extend(members.iter().map(|member| member.place.clone()));
        for _ in 0..2 {
            let member = self.random.pick(&members).clone();
            let value = scope.value_for(self.random, member.place.ty, 2);
            let _ = writeln!(text, "    {} = {value};", member.place.text);
        }
        text.push_str("    return s;\n}\n\n");
        name
    }

    fn declare_scalars(&mut self, scope: &mut Scope, targets: &mut Vec<Target>, text: &mut String) {
        for index in 0..3 + self.random.below(5) {
            let ty = Scalar::random(self.random, self.floats);
            let value = scope.value_for(self.random, ty, 2);
            let qualifier = if self.random.chance(10) { "volatile " } else { "" };
            let _ = writeln!(text, "    {qualifier}{} v{index} = {value};", ty.c_name());
            let variable = target(format!("v{index}"), ty, false);
            scope.places.push(variable.place.clone());
            targets.push(variable);
        }
        // They come back with all other targets.
        scope.places.clear();
    }

    fn declare_arrays(&mut self, scope: &mut Scope, targets: &mut Vec<Target>, text: &mut String) {
        for index in 0..1 + self.random.below(2) {
            let ty = Scalar::random(self.random, self.floats);
            let length = 1usize << (1 + self.random.below(3));
            let values: Vec<String> = (0..self.random.below(length + 1)).map(|_| self.constant(ty)).collect();
            let list = if values.is_empty() { "0".to_string() } else { values.join(", ") };
            let _ = writeln!(text, "    {} a{index}[{length}] = {{ {list} }};", ty.c_name());
            targets.push(target(format!("a{index}[{}]", self.random.below(length)), ty, false));
            let view = Scope { places: targets.iter().map(|t| t.place.clone()).collect(), ..scope.clone() };
            let subscript = view.integer(self.random, Promoted::UnsignedInt, 1);
            targets.push(target(format!("a{index}[{subscript} % {length}u]"), ty, false));
        }
    }

    fn declare_structs(
        &mut self,
        structs: &[StructType],
        targets: &mut Vec<Target>,
        text: &mut String,
    ) -> Vec<String> {
        let mut same_type = Vec::new();
        for index in 0..structs.len() + 1 {
            let ty = &structs[index % structs.len()];
            let _ = writeln!(text, "    {} s{index};", ty.name);
            let _ = writeln!(text, "    memset(&s{index}, {}, sizeof s{index});", self.random.below(3) * 85);
            for member in &ty.members {
                let value = self.constant(member.place.ty);
                let _ = writeln!(text, "    s{index}.{} = {value};", member.place.text);
                if self.random.chance(60) {
                    targets.push(target(
                        format!("s{index}.{}", member.place.text),
                        member.place.ty,
                        member.is_bit_field,
                    ));
                }
            }
            if index % structs.len() == 0 {
                same_type.push(format!("s{index}"));
            }
        }
        let _ = writeln!(text, "    {0} *ps = &s0;", structs[0].name);
        let member = self.random.pick(&structs[0].members).clone();
        targets.push(target(format!("ps->{}", member.place.text), member.place.ty, member.is_bit_field));
        same_type.push("(*ps)".into());
        same_type
    }

    fn declare_union(&mut self, targets: &mut Vec<Target>, text: &mut String) {
        text.push_str(
            "    union { unsigned long long all; unsigned half[2]; unsigned short quarter[4]; unsigned char byte[8]; } u = { 0 };\n",
        );
        targets.push(target(format!("u.byte[{}]", self.random.below(8)), Scalar::UnsignedChar, false));
        targets.push(target(format!("u.half[{}]", self.random.below(2)), Scalar::UnsignedInt, false));
        targets.push(target("u.all".into(), Scalar::UnsignedLongLong, false));
    }

    /// Pointers to scalars declared before, also through a second level and through arithmetic.
    fn declare_pointers(&mut self, targets: &mut Vec<Target>, text: &mut String) {
        for index in 0..2 {
            let pointees: Vec<Target> = targets
                .iter()
                .filter(|t| {
                    !t.is_bit_field
                        && !t.place.text.contains(['-', '%', 'u'])
                        && !t.place.text.starts_with('s')
                })
                .cloned()
                .collect();
            if pointees.is_empty() {
                return;
            }
            let pointee = self.random.pick(&pointees).clone();
            let ty = pointee.place.ty.c_name();
            let _ = writeln!(text, "    volatile {ty} *p{index} = &{};", pointee.place.text);
            let _ = writeln!(text, "    volatile {ty} **pp{index} = &p{index};");
            targets.push(target(format!("(*p{index})"), pointee.place.ty, false));
            targets.push(target(format!("(**pp{index})"), pointee.place.ty, false));
        }
        let _ = writeln!(text, "    unsigned bytes[4] = {{ 1, 2, 3, {} }};", self.random.below(1000));
        let _ = writeln!(text, "    unsigned *cursor = bytes + {};", self.random.below(4));
        let _ = writeln!(text, "    mix((unsigned long long)(cursor - bytes) + (cursor > bytes));");
        targets.push(target("(*cursor)".into(), Scalar::UnsignedInt, false));
        targets.push(target("((unsigned char *)bytes)[5]".into(), Scalar::UnsignedChar, false));
    }
}

fn target(text: String, ty: Scalar, is_bit_field: bool) -> Target {
    Target { place: Place { text, ty }, is_bit_field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_program() {
        let options = Options { seed: 7, cases: 3, floats: true, only: None };
        assert_eq!(generate(&options), generate(&options));
        assert_ne!(generate(&options), generate(&Options { seed: 8, ..options }));
    }

    #[test]
    fn every_case_is_defined_and_called() {
        let text = generate(&Options { seed: 1, cases: 5, floats: false, only: None });
        for case in 0..5 {
            assert!(text.contains(&format!("static void case_{case}(void)")));
            assert!(text.contains(&format!("    case_{case}();")));
        }
    }
    #[test]
    fn a_single_case_is_the_same_as_among_others() {
        let options = Options { seed: 3, cases: 4, floats: true, only: None };
        let all = generate(&options);
        let one = generate(&Options { only: Some(2), ..options });
        let body = |text: &str| {
            let start = text.find("static void case_2(void)").unwrap();
            text[start..].split_once("\n}\n").unwrap().0.to_owned()
        };
        assert_eq!(body(&all), body(&one));
        assert!(!one.contains("case_1(") && !one.contains("case_3("));
    }
}
