//! The typed tree as text: what C would say, with every conversion spelled out.
//!
//! `x` is an object, `x!` its value, `a@` the pointer to an array's first element; constants carry
//! their type.

use crate::typed::{
    ArithmeticOperator, Comparison, ConstantValue, Definition, ExprId, ExprKind, Function, Global,
    Initializer, LabelKind, Linkage, LocalId, LocalInitializer, Program, StatementId, StatementKind,
};
use std::fmt::Write;

/// All variables, then all functions with a body.
pub fn dump(program: &Program) -> String {
    let mut dumper = Dumper { program, text: String::new() };
    for (_, global) in program.globals.iter() {
        dumper.global(global);
    }
    for (_, function) in program.functions.iter() {
        if function.body.is_some() || function.has_errors {
            dumper.function(function);
        }
    }
    dumper.text
}

struct Dumper<'a> {
    program: &'a Program,
    text: String,
}

impl Dumper<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", depth * 2);
    }

    fn global(&mut self, global: &Global) {
        let name = self.program.names.text(global.name);
        let declaration = self.program.display_declaration(global.ty, name);
        let linkage = if global.linkage == Linkage::Internal { "static " } else { "" };
        let definition = match &global.definition {
            Definition::Declared => " declared".to_owned(),
            Definition::Tentative => String::new(),
            Definition::Initialized(initializer) => format!(" = {}", self.initializer(initializer)),
        };
        self.line(0, &format!("{linkage}{declaration} size {}{definition}", global.size));
    }

    fn function(&mut self, function: &Function) {
        let name = self.program.names.text(function.name);
        let Some(body) = &function.body else {
            return self.line(0, &format!("{name}: errors"));
        };
        let parameters: Vec<String> = body.parameters.iter().map(|&local| self.local_type(local)).collect();
        let result =
            self.program.function_type(function.ty).map(|ty| self.program.display_qualified(ty.result));
        let errors = if function.has_errors { " with errors" } else { "" };
        let result = result.unwrap_or_default();
        self.line(0, &format!("{name}({}) -> {result}{errors}", parameters.join(", ")));
        self.statement(body.statement, 1);
    }

    fn local(&self, local: LocalId) -> String {
        match self.program.locals[local].name {
            Some(name) => self.program.names.text(name).to_owned(),
            None => format!("%{}", local.raw()),
        }
    }

    fn local_type(&self, local: LocalId) -> String {
        let node = &self.program.locals[local];
        let memory = if node.is_address_taken { " in memory" } else { "" };
        format!("{}{memory}", self.program.display_declaration(node.ty, &self.local(local)))
    }

    fn statements(&mut self, statements: &[StatementId], depth: usize) {
        for &statement in statements {
            self.statement(statement, depth);
        }
    }

    fn statement(&mut self, id: StatementId, depth: usize) {
        let program = self.program;
        match &program.statements[id].kind {
            StatementKind::Empty => self.line(depth, ";"),
            StatementKind::Expr(expr) => {
                let text = self.expr(*expr);
                self.line(depth, &text);
            }
            StatementKind::Compound(statements) => {
                self.line(depth, "{");
                self.statements(statements, depth + 1);
                self.line(depth, "}");
            }
            StatementKind::DeclareLocal { local, initializer } => {
                let value = match initializer {
                    None => String::new(),
                    Some(LocalInitializer::Value(value)) => format!(" = {}", self.expr(*value)),
                    Some(LocalInitializer::List(list)) => format!(" = {}", self.initializer(list)),
                };
                let text = format!("declare {}{value}", self.local_type(*local));
                self.line(depth, &text);
            }
            StatementKind::EvaluateLength { hidden, length } => {
                let text = format!("length {} = {}", self.local(*hidden), self.expr(*length));
                self.line(depth, &text);
            }
            StatementKind::If { condition, then, otherwise } => {
                let text = format!("if {}", self.expr(*condition));
                self.line(depth, &text);
                self.statement(*then, depth + 1);
                if let Some(otherwise) = otherwise {
                    self.line(depth, "else");
                    self.statement(*otherwise, depth + 1);
                }
            }
            StatementKind::While { condition, body } => {
                let text = format!("while {}", self.expr(*condition));
                self.line(depth, &text);
                self.statement(*body, depth + 1);
            }
            StatementKind::DoWhile { body, condition } => {
                self.line(depth, "do");
                self.statement(*body, depth + 1);
                let text = format!("while {}", self.expr(*condition));
                self.line(depth, &text);
            }
            StatementKind::For { init, condition, step, body } => {
                let shown = |part: &Option<ExprId>| part.map_or_else(String::new, |part| self.expr(part));
                let text = format!("for ; {}; {}", shown(condition), shown(step));
                self.line(depth, &text);
                self.statements(init, depth + 2);
                self.statement(*body, depth + 1);
            }
            StatementKind::Switch { value, body } => {
                let text = format!("switch {}", self.expr(*value));
                self.line(depth, &text);
                self.statement(*body, depth + 1);
            }
            StatementKind::Labeled { labels, body } => {
                for label in labels {
                    let text = match label {
                        LabelKind::Name(label) => program.names.text(program.labels[*label].name).to_owned(),
                        LabelKind::Case { first, last } if first == last => format!("case {first}"),
                        LabelKind::Case { first, last } => format!("case {first} ... {last}"),
                        LabelKind::Default => "default".to_owned(),
                    };
                    self.line(depth, &format!("{text}:"));
                }
                self.statement(*body, depth);
            }
            StatementKind::Goto(label) => {
                let text = format!("goto {}", program.names.text(program.labels[*label].name));
                self.line(depth, &text);
            }
            StatementKind::GotoComputed(target) => {
                let text = format!("goto *{}", self.expr(*target));
                self.line(depth, &text);
            }
            StatementKind::Break => self.line(depth, "break"),
            StatementKind::Continue => self.line(depth, "continue"),
            StatementKind::Return(None) => self.line(depth, "return"),
            StatementKind::Return(Some(value)) => {
                let text = format!("return {}", self.expr(*value));
                self.line(depth, &text);
            }
            StatementKind::Asm(asm) => {
                let operands = |list: &[(String, ExprId)]| {
                    let shown: Vec<String> = list
                        .iter()
                        .map(|(constraint, expr)| format!("{constraint:?} {}", self.expr(*expr)))
                        .collect();
                    shown.join(", ")
                };
                let text = format!(
                    "asm {:?} : {} : {} : {:?}",
                    asm.template,
                    operands(&asm.outputs),
                    operands(&asm.inputs),
                    asm.clobbers
                );
                self.line(depth, &text);
            }
            StatementKind::Unsupported(reason) => self.line(depth, &format!("unsupported: {reason}")),
        }
    }

    fn initializer(&self, initializer: &Initializer) -> String {
        let entries: Vec<String> = initializer
            .entries
            .iter()
            .map(|entry| {
                let bits =
                    entry.bits.map_or_else(String::new, |bits| format!(".{}:{}", bits.offset, bits.width));
                let range = match entry.count {
                    1 => String::new(),
                    count => format!(" x{count} every {}", entry.stride),
                };
                format!("{}{bits}: {}{range}", entry.offset, self.expr(entry.value))
            })
            .collect();
        let zero = if initializer.needs_zeroing { "zeroed; " } else { "" };
        format!("{{{zero}{}}}", entries.join(", "))
    }

    fn list(&self, exprs: &[ExprId]) -> String {
        exprs.iter().map(|&expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    fn expr(&self, id: ExprId) -> String {
        let program = self.program;
        let node = &program.exprs[id];
        let ty = node.ty.ty;
        match &node.kind {
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Global(global) => program.names.text(program.globals[*global].name).to_owned(),
            ExprKind::String(string) => {
                format!("{:?}", String::from_utf8_lossy(&program.strings[*string].bytes))
            }
            ExprKind::Dereference(pointer) => format!("*{}", self.expr(*pointer)),
            ExprKind::Member { record, offset, bits, name } => {
                let bits = bits.map_or_else(String::new, |bits| format!(".{}:{}", bits.offset, bits.width));
                format!("{}.{}{{{offset}{bits}}}", self.expr(*record), program.names.text(*name))
            }
            ExprKind::CompoundLiteral { local, initializer } => {
                format!("literal {} {}", self.local_type(*local), self.initializer(initializer))
            }
            ExprKind::Function(function) => program.names.text(program.functions[*function].name).to_owned(),
            ExprKind::Unsupported(reason) => format!("unsupported<{reason}>"),
            ExprKind::Load(lvalue) => format!("{}!", self.expr(*lvalue)),
            ExprKind::Decay(array) => format!("{}@", self.expr(*array)),
            ExprKind::AddressOf(lvalue) => format!("&{}", self.expr(*lvalue)),
            ExprKind::Constant(ConstantValue::Integer(value)) => format!("{value}:{}", program.display(ty)),
            ExprKind::Constant(ConstantValue::Float(bits)) => format!("{bits:#x}:{}", program.display(ty)),
            ExprKind::Convert(operand) => format!("({}){}", program.display(ty), self.expr(*operand)),
            ExprKind::Negate(operand) => format!("-{}", self.expr(*operand)),
            ExprKind::BitNot(operand) => format!("~{}", self.expr(*operand)),
            ExprKind::LogicalNot(operand) => format!("not {}", self.expr(*operand)),
            ExprKind::Arithmetic(operator, left, right) => {
                format!("({} {} {})", self.expr(*left), arithmetic_sign(*operator), self.expr(*right))
            }
            ExprKind::Compare(comparison, left, right) => {
                format!("({} {} {})", self.expr(*left), comparison_sign(*comparison), self.expr(*right))
            }
            ExprKind::PointerOffset { pointer, index, is_subtraction } => {
                let sign = if *is_subtraction { "-" } else { "+" };
                format!("[{} {sign} {}]", self.expr(*pointer), self.expr(*index))
            }
            ExprKind::PointerDifference(left, right) => {
                format!("[{} - {}]", self.expr(*left), self.expr(*right))
            }
            ExprKind::LogicalAnd(left, right) => format!("({} && {})", self.expr(*left), self.expr(*right)),
            ExprKind::LogicalOr(left, right) => format!("({} || {})", self.expr(*left), self.expr(*right)),
            ExprKind::Conditional { condition, then, otherwise } => {
                let then = then.map_or_else(String::new, |then| self.expr(then));
                format!("({} ? {then} : {})", self.expr(*condition), self.expr(*otherwise))
            }
            ExprKind::Comma(left, right) => format!("({}, {})", self.expr(*left), self.expr(*right)),
            ExprKind::Assign { target, value } => format!("({} = {})", self.expr(*target), self.expr(*value)),
            ExprKind::CompoundAssign { operator, target, computation, value } => format!(
                "({} {}={{{}}} {})",
                self.expr(*target),
                arithmetic_sign(*operator),
                program.display(*computation),
                self.expr(*value)
            ),
            ExprKind::Increment { target, is_decrement, is_prefix } => {
                let sign = if *is_decrement { "--" } else { "++" };
                let target = self.expr(*target);
                if *is_prefix { format!("{sign}{target}") } else { format!("{target}{sign}") }
            }
            ExprKind::Call { callee, arguments } => {
                format!("{}({})", self.expr(*callee), self.list(arguments))
            }
            ExprKind::StatementExpr { statements, value } => {
                let mut inner = Dumper { program, text: String::new() };
                inner.statements(statements, 0);
                let value = value.map_or_else(String::new, |value| self.expr(value));
                let lines: Vec<&str> = inner.text.lines().map(str::trim).collect();
                format!("({{{}; {value}}})", lines.join("; "))
            }
            ExprKind::LabelAddress(label) => format!("&&{}", program.names.text(program.labels[*label].name)),
            ExprKind::RuntimeSize(ty) => format!("size<{}>", program.display(*ty)),
            ExprKind::VaArg { list, ty } => format!("va_arg({}, {})", self.expr(*list), program.display(*ty)),
            ExprKind::Builtin { builtin, arguments } => format!("{builtin:?}({})", self.list(arguments)),
        }
    }
}

fn arithmetic_sign(operator: ArithmeticOperator) -> &'static str {
    match operator {
        ArithmeticOperator::Multiply => "*",
        ArithmeticOperator::Divide => "/",
        ArithmeticOperator::Remainder => "%",
        ArithmeticOperator::Add => "+",
        ArithmeticOperator::Subtract => "-",
        ArithmeticOperator::ShiftLeft => "<<",
        ArithmeticOperator::ShiftRight => ">>",
        ArithmeticOperator::BitAnd => "&",
        ArithmeticOperator::BitXor => "^",
        ArithmeticOperator::BitOr => "|",
    }
}

fn comparison_sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}
