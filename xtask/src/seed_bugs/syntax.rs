//! Questions about the syntax tree of one function.

use c_syntax::ast::{
    BinaryOperator, Declaration, Derivation, ExprId, ExprKind, FunctionDefinition, Initializer, Parameters,
    StatementId, StatementKind, TranslationUnit, UnaryOperator,
};
use source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The functions of a project that allocate and free.
pub struct Allocators {
    allocate: BTreeSet<String>,
    reallocate: BTreeSet<String>,
    /// Also those that never fail.
    make_room: BTreeSet<String>,
    free: BTreeSet<String>,
    /// Functions whose bodies do not count.
    pub modelled: BTreeSet<String>,
}

impl Allocators {
    /// Those of the library, and those that models say are like them. What never fails need not be checked.
    pub fn new(models: &BTreeMap<String, String>) -> Allocators {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let mut all = Allocators {
            allocate: names(&["malloc", "calloc", "strdup", "strndup"]),
            reallocate: names(&["realloc"]),
            make_room: names(&["malloc", "calloc", "realloc"]),
            free: names(&["free"]),
            modelled: models.keys().cloned().collect(),
        };
        for (name, model) in models {
            if ["malloc", "calloc", "realloc"].iter().any(|like| model.starts_with(like)) {
                all.make_room.insert(name.clone());
            }
            match model.as_str() {
                "malloc" | "calloc" | "strdup" | "strndup" => all.allocate.insert(name.clone()),
                "realloc" => all.reallocate.insert(name.clone()),
                "free" | "frees argument 1" => all.free.insert(name.clone()),
                _ => false,
            };
        }
        all
    }
}

/// A parsed text.
pub struct Parsed<'a> {
    pub unit: &'a TranslationUnit,
    pub map: &'a SourceMap,
    pub allocators: &'a Allocators,
}

/// What is stored where: `left = right`, also as a declaration.
pub struct Stored {
    /// The place, as it is written without spaces.
    pub place: String,
    /// From the place to the value.
    pub before_value: Span,
    pub value: ExprId,
}

impl Parsed<'_> {
    /// An expression as it is written, without spaces.
    pub fn words(&self, expr: ExprId) -> String {
        let bytes = self.map.bytes(self.unit.exprs[expr].span);
        String::from_utf8_lossy(bytes).chars().filter(|letter| !letter.is_whitespace()).collect()
    }

    pub fn span(&self, statement: StatementId) -> Span {
        self.unit.statements[statement].span
    }

    pub fn is_leaving(&self, statement: StatementId) -> bool {
        match &self.unit.statements[statement].kind {
            StatementKind::Return(_)
            | StatementKind::Goto(..)
            | StatementKind::Break
            | StatementKind::Continue => true,
            StatementKind::Compound(statements) => {
                statements.last().is_some_and(|&statement| self.is_leaving(statement))
            }
            _ => false,
        }
    }

    /// Whether the statement leaves the function, or goes to where it does.
    pub fn is_returning(&self, statement: StatementId) -> bool {
        match &self.unit.statements[statement].kind {
            StatementKind::Return(_) | StatementKind::Goto(..) => true,
            StatementKind::Compound(statements) => {
                statements.last().is_some_and(|&statement| self.is_returning(statement))
            }
            _ => false,
        }
    }

    /// What a statement `free(x);` frees.
    pub fn freed(&self, statement: StatementId) -> Option<ExprId> {
        let StatementKind::Expr(expr) = self.unit.statements[statement].kind else { return None };
        let (name, arguments) = self.call(expr)?;
        (self.allocators.free.contains(name) && arguments.len() == 1)
            .then(|| self.without_casts(arguments[0]))
    }

    /// What a statement that is an assignment, or a declaration of one variable, stores.
    pub fn stored(&self, statement: StatementId) -> Option<Stored> {
        match self.unit.statements[statement].kind {
            StatementKind::Expr(expr) => self.assigned(expr),
            StatementKind::Declaration(id) => {
                let [declared] = &self.unit.declarations[id].declarators[..] else { return None };
                let Some(Initializer::Expr(value)) = declared.initializer else { return None };
                let place = self.unit.names.text(declared.declarator.name?).to_owned();
                let span = declared.declarator.name_span;
                Some(Stored { place, before_value: self.until(span, value), value })
            }
            _ => None,
        }
    }

    pub fn assigned(&self, expr: ExprId) -> Option<Stored> {
        let ExprKind::Assign(left, value) = self.unit.exprs[expr].kind else { return None };
        let span = self.unit.exprs[left].span;
        Some(Stored { place: self.words(left), before_value: self.until(span, value), value })
    }

    fn until(&self, from: Span, value: ExprId) -> Span {
        Span::new(from.start, self.unit.exprs[value].span.start)
    }

    pub fn is_allocation(&self, value: ExprId) -> bool {
        self.call(self.without_casts(value)).is_some_and(|(name, _)| {
            self.allocators.allocate.contains(name) || self.allocators.reallocate.contains(name)
        })
    }

    /// The sizes `e + 1` of blocks that the statement allocates in any case.
    pub fn sizes_with_one_more(&self, statement: StatementId) -> Vec<ExprId> {
        let mut sizes = Vec::new();
        self.evaluated_first(statement, &mut |expr| {
            let Some((name, arguments)) = self.call(expr) else { return };
            if self.allocators.make_room.contains(name) {
                sizes.extend(arguments.iter().filter(|&&argument| self.one_less(argument).is_some()));
            }
        });
        sizes
    }

    /// A statement as it is written, without spaces.
    pub fn words_of_statement(&self, statement: StatementId) -> String {
        let text = String::from_utf8_lossy(self.map.bytes(self.span(statement)));
        text.chars().filter(|letter| !letter.is_whitespace()).collect()
    }

    /// The places that some statement of a function stores the result of a call in.
    pub fn results_of_calls(&self, body: StatementId) -> BTreeSet<String> {
        let mut places = BTreeSet::new();
        self.blocks(body, Owner::Other, &mut |_, statements| {
            for &statement in statements {
                let stored = self.stored(statement).filter(|stored| self.is_call(stored.value));
                places.extend(stored.map(|stored| stored.place));
                self.evaluated_first(statement, &mut |expr| {
                    let assigned = self.assigned(expr).filter(|stored| self.is_call(stored.value));
                    places.extend(assigned.map(|stored| stored.place));
                });
            }
        });
        places
    }

    fn is_call(&self, value: ExprId) -> bool {
        matches!(self.unit.exprs[self.without_casts(value)].kind, ExprKind::Call { .. })
    }

    /// What a reallocation takes.
    pub fn reallocated(&self, value: ExprId) -> Option<ExprId> {
        let (name, arguments) = self.call(self.without_casts(value))?;
        self.allocators.reallocate.contains(name).then(|| self.without_casts(arguments[0]))
    }

    fn call(&self, expr: ExprId) -> Option<(&str, &[ExprId])> {
        let ExprKind::Call { callee, arguments } = &self.unit.exprs[expr].kind else { return None };
        let ExprKind::Name(name) = self.unit.exprs[*callee].kind else { return None };
        (!arguments.is_empty()).then(|| (self.unit.names.text(name), &arguments[..]))
    }

    pub fn without_casts(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Cast(_, inner) = self.unit.exprs[expr].kind {
            expr = inner;
        }
        expr
    }

    /// What a condition says is null: `!p`, `p == NULL`. With the expression whose value is compared.
    pub fn compared_with_null(&self, condition: ExprId) -> Option<ExprId> {
        match self.unit.exprs[condition].kind {
            ExprKind::Unary(UnaryOperator::Not, value) => Some(value),
            ExprKind::Binary(BinaryOperator::Equal, left, right) if self.is_zero(right) => Some(left),
            ExprKind::Binary(BinaryOperator::Equal, left, right) if self.is_zero(left) => Some(right),
            _ => None,
        }
    }

    fn is_zero(&self, expr: ExprId) -> bool {
        matches!(&self.unit.exprs[self.without_casts(expr)].kind, ExprKind::Integer(number) if number.value == 0)
    }

    /// `e + 1`: the `e`.
    pub fn one_less(&self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Binary(BinaryOperator::Add, left, right) = self.unit.exprs[expr].kind else {
            return None;
        };
        let is_one = matches!(&self.unit.exprs[right].kind, ExprKind::Integer(number) if number.value == 1);
        is_one.then_some(left)
    }

    /// Whether a length of a text is computed in the expression.
    pub fn has_length_of_text(&self, expr: ExprId) -> bool {
        let mut has_length = false;
        self.evaluated(expr, &mut |expr| {
            has_length |= self.call(expr).is_some_and(|(name, _)| name == "strlen");
        });
        has_length
    }

    /// Whether an execution of the statement surely accesses what a place leads to.
    pub fn uses(&self, statement: StatementId, place: &str) -> bool {
        let mut has_use = false;
        self.evaluated_first(statement, &mut |expr| {
            let is_place = |id: ExprId| self.words(self.without_casts(id)) == place;
            has_use |= match self.unit.exprs[expr].kind {
                ExprKind::Arrow(base, _) | ExprKind::Index(base, _) => is_place(base),
                ExprKind::Unary(UnaryOperator::Dereference, base) => is_place(base),
                _ => self.call(expr).is_some_and(|(name, arguments)| {
                    let is_access = ["mem", "str", "sprintf"].iter().any(|start| name.starts_with(start));
                    is_access && arguments.first().is_some_and(|&argument| is_place(argument))
                }),
            };
        });
        // `&p->member` is no access.
        let mut is_only_address = false;
        self.evaluated_first(statement, &mut |expr| {
            is_only_address |=
                matches!(self.unit.exprs[expr].kind, ExprKind::Unary(UnaryOperator::AddressOf, _));
        });
        has_use && !is_only_address
    }

    /// Whether the statement mentions a name in any way.
    pub fn mentions(&self, statement: StatementId, name: &str) -> bool {
        let bytes = self.map.bytes(self.span(statement));
        let text = String::from_utf8_lossy(bytes);
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == name)
    }

    /// The expressions that an execution of the statement evaluates in any case.
    fn evaluated_first(&self, statement: StatementId, visit: &mut dyn FnMut(ExprId)) {
        match &self.unit.statements[statement].kind {
            StatementKind::Expr(expr) | StatementKind::Return(Some(expr)) => self.evaluated(*expr, visit),
            StatementKind::If { condition, .. } | StatementKind::While { condition, .. } => {
                self.evaluated(*condition, visit);
            }
            StatementKind::Declaration(id) => {
                for value in values_of(&self.unit.declarations[*id]) {
                    self.evaluated(value, visit);
                }
            }
            _ => {}
        }
    }

    fn evaluated(&self, expr: ExprId, visit: &mut dyn FnMut(ExprId)) {
        visit(expr);
        match &self.unit.exprs[expr].kind {
            ExprKind::Unary(_, inner)
            | ExprKind::Cast(_, inner)
            | ExprKind::Member(inner, _)
            | ExprKind::Arrow(inner, _)
            | ExprKind::LogicalAnd(inner, _)
            | ExprKind::LogicalOr(inner, _)
            | ExprKind::Conditional { condition: inner, .. } => self.evaluated(*inner, visit),
            ExprKind::Binary(_, left, right)
            | ExprKind::Assign(left, right)
            | ExprKind::CompoundAssign(_, left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::Index(left, right) => {
                self.evaluated(*left, visit);
                self.evaluated(*right, visit);
            }
            ExprKind::Call { callee, arguments } => {
                self.evaluated(*callee, visit);
                arguments.iter().for_each(|argument| self.evaluated(*argument, visit));
            }
            // The others are rare in what is asked for, or not evaluated.
            _ => {}
        }
    }

    /// Calls `visit` for each block of the function, with what it is the body of.
    pub fn blocks(&self, statement: StatementId, owner: Owner, visit: &mut dyn FnMut(Owner, &[StatementId])) {
        match &self.unit.statements[statement].kind {
            StatementKind::Compound(statements) => {
                visit(owner, statements);
                statements.iter().for_each(|inner| self.blocks(*inner, Owner::Other, visit));
            }
            StatementKind::If { then, otherwise, .. } => {
                self.blocks(*then, Owner::If, visit);
                otherwise.iter().for_each(|inner| self.blocks(*inner, Owner::If, visit));
            }
            StatementKind::While { body, .. }
            | StatementKind::DoWhile { body, .. }
            | StatementKind::For { body, .. }
            | StatementKind::Switch { body, .. }
            | StatementKind::Labeled { body, .. } => self.blocks(*body, Owner::Other, visit),
            _ => {}
        }
    }

    /// The names of variables that are declared in the body of a function.
    pub fn locals(&self, function: &FunctionDefinition) -> BTreeSet<String> {
        let Some(body) = function.body else { return BTreeSet::new() };
        let mut names = BTreeSet::new();
        self.blocks(body, Owner::Other, &mut |_, statements| {
            for &statement in statements {
                let StatementKind::Declaration(id) = self.unit.statements[statement].kind else { continue };
                let declaration = &self.unit.declarations[id];
                if declaration.specifiers.storage.class.is_none() {
                    let declared = declaration.declarators.iter().filter_map(|one| one.declarator.name);
                    names.extend(declared.map(|name| self.unit.names.text(name).to_owned()));
                }
            }
        });
        names
    }

    /// The names of the parameters of a function.
    pub fn parameters(&self, function: &FunctionDefinition) -> BTreeSet<String> {
        let Some(Derivation::Function(declarator)) = function.declarator.derivations.first() else {
            return BTreeSet::new();
        };
        let Parameters::Prototype { parameters, .. } = &declarator.parameters else { return BTreeSet::new() };
        let names = parameters.iter().filter_map(|parameter| parameter.declarator.name);
        names.map(|name| self.unit.names.text(name).to_owned()).collect()
    }
}

/// What a block is the body of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    If,
    Other,
}

fn values_of(declaration: &Declaration) -> Vec<ExprId> {
    let initializers = declaration.declarators.iter().filter_map(|one| one.initializer);
    let values = initializers.filter_map(|initializer| match initializer {
        Initializer::Expr(value) => Some(value),
        Initializer::List(_) => None,
    });
    values.collect()
}
