//! File scope: declarations, function definitions, and how to go on after a syntax error.

use super::specifiers::SpecifierContext;
use super::{Failed, Parse, Parser};
use crate::ast::*;
use crate::limits::MAX_DIAGNOSTICS;
use crate::scope::NameMeaning;
use crate::token::{TokenKind, WordOfC23};
use source::Span;

pub(super) enum DeclarationOrFunction {
    Declaration(DeclarationId),
    Function(FunctionId),
}

impl Parser<'_> {
    pub(super) fn translation_unit(&mut self) {
        loop {
            match self.peek() {
                TokenKind::EndOfFile => return,
                TokenKind::Semicolon => {
                    self.advance();
                }
                _ => {
                    let first = self.position;
                    match self.item() {
                        Ok(item) => self.unit.items.push(item),
                        Err(Failed) => self.skip_item(first),
                    }
                }
            }
        }
    }

    fn item(&mut self) -> Parse<Item> {
        let start = self.span();
        if self.starts_static_assert() {
            return Ok(Item::StaticAssert(self.static_assert()?));
        }
        if self.peek() == TokenKind::Asm {
            self.asm_statement()?;
            return Ok(Item::Asm(self.span_from(start)));
        }
        if self.peek() == TokenKind::Extension && self.peek_at(1) == TokenKind::Asm {
            self.advance();
            self.asm_statement()?;
            return Ok(Item::Asm(self.span_from(start)));
        }
        Ok(match self.declaration_or_function(SpecifierContext::File)? {
            DeclarationOrFunction::Declaration(declaration) => Item::Declaration(declaration),
            DeclarationOrFunction::Function(function) => Item::Function(function),
        })
    }

    pub(super) fn starts_static_assert(&self) -> bool {
        match self.peek() {
            TokenKind::StaticAssert => true,
            TokenKind::Identifier => {
                self.scopes.undeclared_word(self.token().symbol) == Some(WordOfC23::StaticAssert)
                    && self.peek_at(1) == TokenKind::LeftParen
            }
            TokenKind::Extension => self.peek_at(1) == TokenKind::StaticAssert,
            _ => false,
        }
    }

    pub(super) fn static_assert(&mut self) -> Parse<StaticAssert> {
        let start = self.span();
        self.accept(TokenKind::Extension);
        self.advance();
        self.expect(TokenKind::LeftParen, "after `_Static_assert`")?;
        let condition = self.nested(|parser| parser.conditional())?;
        let message = match self.accept(TokenKind::Comma) {
            true => Some(self.string_literal()?),
            false => None,
        };
        self.expect(TokenKind::RightParen, "after the arguments of `_Static_assert`")?;
        // GCC forgives a missing semicolon before the end of a struct.
        if self.peek() != TokenKind::RightBrace {
            self.expect(TokenKind::Semicolon, "after `_Static_assert`")?;
        }
        Ok(StaticAssert { condition, message, span: self.span_from(start) })
    }

    /// A declaration with its semicolon, or a function with its body.
    pub(super) fn declaration_or_function(
        &mut self,
        context: SpecifierContext,
    ) -> Parse<DeclarationOrFunction> {
        let (start, first) = (self.span(), self.position);
        let specifiers = self.specifiers(context)?;
        let mut declarators = Vec::new();
        let lacks_semicolon = self.previous_kind() == Some(TokenKind::RightBrace)
            && self.starts_declaration()
            && !self.declares_name_of_type();
        if self.peek() != TokenKind::Semicolon && !lacks_semicolon {
            loop {
                let mut attributes = Attributes::new();
                self.any_attributes(&mut attributes)?;
                let mut declarator = self.declarator()?;
                declarator.attributes.append(&mut attributes);
                let asm_label = self.label_and_attributes(&mut declarator)?;
                self.declare(declarator.name, &specifiers);
                if declarators.is_empty() && self.starts_body(&declarator) {
                    let function = FunctionDefinition {
                        span: start,
                        specifiers,
                        declarator,
                        asm_label,
                        old_style_declarations: Vec::new(),
                        body: None,
                    };
                    return self.nested(|parser| parser.function_definition(function, context));
                }
                let initializer = match self.accept(TokenKind::Equal) {
                    true => Some(self.nested(|parser| parser.initializer())),
                    false => None,
                };
                let initializer = match initializer.transpose() {
                    Ok(initializer) => initializer,
                    // The declared names are worth keeping: the rest of the file uses them.
                    Err(Failed) if context == SpecifierContext::File => {
                        let error = self.push_expr(ExprKind::Error, self.span());
                        let initializer = Some(Initializer::Expr(error));
                        declarators.push(InitDeclarator { declarator, asm_label, initializer });
                        self.skip_item(first);
                        return Ok(self.finish_declaration(specifiers, declarators, start));
                    }
                    Err(Failed) => return Err(Failed),
                };
                declarators.push(InitDeclarator { declarator, asm_label, initializer });
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        if let Err(Failed) = self.expect(TokenKind::Semicolon, "after the declaration") {
            // Before another declaration, only the semicolon is missing.
            if context != SpecifierContext::File || !self.starts_declaration() {
                return Err(Failed);
            }
        }
        Ok(self.finish_declaration(specifiers, declarators, start))
    }

    fn finish_declaration(
        &mut self,
        specifiers: Specifiers,
        declarators: Vec<InitDeclarator>,
        start: Span,
    ) -> DeclarationOrFunction {
        let declaration = Declaration { specifiers, declarators, span: self.span_from(start) };
        DeclarationOrFunction::Declaration(self.unit.declarations.push(declaration))
    }

    /// `asm("name")` and attributes, in any order, after a declarator.
    fn label_and_attributes(&mut self, declarator: &mut Declarator) -> Parse<Option<StringId>> {
        let mut label = None;
        loop {
            if self.peek() == TokenKind::Asm {
                label = Some(self.asm_label()?);
            } else if !self.any_attributes(&mut declarator.attributes)? {
                return Ok(label);
            }
        }
    }

    /// Whether what follows the declarator makes it the head of a function definition.
    fn starts_body(&self, declarator: &Declarator) -> bool {
        let Some(Derivation::Function(function)) = declarator.derivations.first() else { return false };
        match function.parameters {
            Parameters::Identifiers(_) => {
                self.peek() == TokenKind::LeftBrace
                    || self.starts_declaration()
                    || self.peek() == TokenKind::Identifier
            }
            _ => self.peek() == TokenKind::LeftBrace,
        }
    }

    fn function_definition(
        &mut self,
        mut function: FunctionDefinition,
        context: SpecifierContext,
    ) -> Parse<DeclarationOrFunction> {
        let start = function.span;
        let depth = self.scopes.depth();
        self.scopes.enter();
        let body = self.parameters_and_body(&mut function);
        self.scopes.leave_to(depth);
        match body {
            Ok((_, Ok(body))) => function.body = Some(body),
            // A function inside another one takes that one with it.
            Ok((open, Err(Failed))) if context == SpecifierContext::File => self.skip_body(open),
            Ok((_, Err(Failed))) | Err(Failed) => return Err(Failed),
        }
        function.span = self.span_from(start);
        Ok(DeclarationOrFunction::Function(self.unit.functions.push(function)))
    }

    /// The position of the opening brace, and the body if it has no error.
    fn parameters_and_body(
        &mut self,
        function: &mut FunctionDefinition,
    ) -> Parse<(usize, Parse<StatementId>)> {
        if let Some(Derivation::Function(declarator)) = function.declarator.derivations.first() {
            match &declarator.parameters {
                Parameters::Unspecified => {}
                Parameters::Prototype { parameters, .. } => {
                    for name in parameters.iter().filter_map(|parameter| parameter.declarator.name) {
                        self.scopes.declare(name, NameMeaning::Ordinary);
                    }
                }
                Parameters::Identifiers(names) => {
                    for &(name, _) in names {
                        self.scopes.declare(name, NameMeaning::Ordinary);
                    }
                }
            }
        }
        while self.peek() != TokenKind::LeftBrace {
            if self.accept(TokenKind::Semicolon) {
                continue;
            }
            match self.declaration_or_function(SpecifierContext::Block)? {
                DeclarationOrFunction::Declaration(declaration) => {
                    function.old_style_declarations.push(declaration);
                }
                DeclarationOrFunction::Function(inner) => {
                    let span = self.unit.functions[inner].span;
                    return Err(self.error(span, "expected the declaration of a parameter or `{`"));
                }
            }
        }
        let open = self.position;
        Ok((open, self.nested(|parser| parser.compound_statement())))
    }

    // -----------------------------------------------------------------------------------------
    // Recovery

    /// Goes behind the body whose opening brace is the token `open`.
    fn skip_body(&mut self, open: usize) {
        self.height = 0;
        let mut depth = 0usize;
        for position in open..self.tokens.len() {
            match self.tokens[position].kind {
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace => {
                    depth -= 1;
                    if depth == 0 {
                        self.position = position + 1;
                        return;
                    }
                }
                _ => {}
            }
        }
        self.skip_unbalanced(open);
    }

    /// Goes behind the item that starts at token `first` and has an error at the current token:
    /// behind the `;` that ends it, or behind its last brace.
    fn skip_item(&mut self, first: usize) {
        self.height = 0;
        self.scopes.leave_to(0);
        let failed = self.position;
        let mut depth = 0usize;
        // The braces of a body end the item; those of a struct or an initialiser do not.
        let mut is_body = true;
        for position in first..self.tokens.len() {
            let ends = match self.tokens[position].kind {
                TokenKind::LeftBrace => {
                    if depth == 0 && position > first {
                        is_body = self.tokens[position - 1].kind == TokenKind::RightParen;
                    }
                    depth += 1;
                    false
                }
                TokenKind::RightBrace => {
                    depth = depth.saturating_sub(1);
                    depth == 0 && is_body
                }
                TokenKind::Semicolon => depth == 0,
                _ => false,
            };
            if ends && position >= failed {
                self.position = position + 1;
                return;
            }
        }
        self.skip_unbalanced(first);
    }

    /// A brace after token `first` is never closed: a `}` at the start of a line is taken for the
    /// end of the construct. This happens only a few times in a file, so that the time to search
    /// for closing braces stays linear.
    fn skip_unbalanced(&mut self, first: usize) {
        self.unbalanced += 1;
        let last = self.tokens.len() - 1;
        let is_at_line_start = |start: u32| {
            let before = (start as usize).checked_sub(1).map(|index| self.source.text[index]);
            before.is_none_or(|byte| byte == b'\n')
        };
        let brace = match self.unbalanced <= MAX_DIAGNOSTICS {
            true => (first + 1..last).find(|&position| {
                let token = self.tokens[position];
                token.kind == TokenKind::RightBrace && is_at_line_start(token.start)
            }),
            false => None,
        };
        self.position = brace.map_or(last, |position| position + 1);
    }
}
