//! Parsing: module, signatures, globals, functions and side tables.

use super::cursor::{Cursor, ParseError};
use super::lexer::TokenKind;
use super::words::Word;
use crate::debug::{Field, FunctionNames, Type, TypeId, Variable, VariablePlace};
use crate::{
    BasicBlock, Body, Function, FunctionId, Global, GlobalId, Initializer, InitializerChunk, InitializerData,
    Linkage, Module, Parameter, Promises, Register, RegisterId, ResultKind, Scalar, Signature, SignatureId,
    SymbolReference,
};
use rustc_hash::FxHashMap;
use source::DataModel;
use std::borrow::Cow;
use stdx::Arena;

/// Parses either text form.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let mut cursor = Cursor::new(text)?;
    let index = Index::scan(&mut cursor)?;
    let mut parser = Parser { cursor, index };
    parser.module()
}

pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) index: Index<'a>,
}

/// What the text declares: names may be used before the line that declares them.
#[derive(Default)]
pub(super) struct Index<'a> {
    symbols: FxHashMap<Cow<'a, str>, SymbolReference>,
    signatures: u32,
    types: u32,
}

impl<'a> Index<'a> {
    fn scan(cursor: &mut Cursor<'a>) -> Result<Self, ParseError> {
        let mut index = Index::default();
        let (mut functions, mut globals) = (0, 0);
        while cursor.kind() != TokenKind::End {
            if cursor.kind() != TokenKind::Word {
                cursor.advance();
                continue;
            }
            let keyword = cursor.text();
            cursor.advance();
            match keyword {
                "signature" => index.signatures += 1,
                "type" if cursor.kind() == TokenKind::Word => {
                    // In `global … type t3 = …` no second word follows the sign.
                    cursor.advance();
                    let start = cursor.position();
                    if cursor.accept("=") && cursor.kind() == TokenKind::Word && cursor.text() != "zero" {
                        index.types += 1;
                    }
                    cursor.set_position(start);
                }
                "function" | "global"
                    if cursor.kind() == TokenKind::Word && Linkage::from_word(cursor.text()).is_some() =>
                {
                    cursor.advance();
                    if cursor.kind() != TokenKind::Symbol {
                        continue;
                    }
                    let position = cursor.position();
                    let name = cursor.symbol()?;
                    let reference = if keyword == "function" {
                        functions += 1;
                        SymbolReference::Function(FunctionId::from_raw(functions - 1))
                    } else {
                        globals += 1;
                        SymbolReference::Global(GlobalId::from_raw(globals - 1))
                    };
                    if index.symbols.insert(name, reference).is_some() {
                        return Err(cursor.error_at(position, "this name is declared twice"));
                    }
                }
                _ => {}
            }
        }
        cursor.set_position(0);
        Ok(index)
    }
}

/// The registers of the body that is being parsed.
#[derive(Default)]
pub(super) struct RegisterTable {
    /// The scalar of each register, as far as it has been declared.
    scalars: Vec<Option<Scalar>>,
}

impl RegisterTable {
    fn mention(&mut self, number: usize) -> RegisterId {
        if number >= self.scalars.len() {
            self.scalars.resize(number + 1, None);
        }
        RegisterId::from_index(number)
    }
}

impl Parser<'_> {
    fn module(&mut self) -> Result<Module, ParseError> {
        self.cursor.expect("module")?;
        let mut module = Module::new(self.cursor.value::<DataModel>("ILP32 or LP64")?);
        while self.cursor.kind() != TokenKind::End {
            let start = self.cursor.position();
            match self.cursor.word("a declaration")? {
                "signature" => self.signature(&mut module)?,
                "global" => {
                    let global = self.global()?;
                    module.globals.push(global);
                }
                "constructor" => module.constructors.push(self.function_name()?),
                "destructor" => module.destructors.push(self.function_name()?),
                "function" => {
                    let function = self.function()?;
                    module.functions.push(function);
                }
                "type" => self.debug_type(&mut module)?,
                _ => return Err(self.cursor.error_at(start, "this word does not begin a declaration")),
            }
        }
        Ok(module)
    }

    fn signature(&mut self, module: &mut Module) -> Result<(), ParseError> {
        self.consecutive('s', module.signatures.len())?;
        let has_prototype = !self.cursor.accept("unprototyped");
        self.cursor.expect("(")?;
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        while !self.cursor.accept(")") {
            if is_variadic {
                return Err(self.cursor.error("nothing follows `...`"));
            }
            if !parameters.is_empty() {
                self.cursor.expect(",")?;
            }
            if self.cursor.accept("...") {
                is_variadic = true;
            } else if self.cursor.accept("aggregate") {
                let (size, alignment) = self.size_and_alignment()?;
                parameters.push(Parameter::Aggregate { size, alignment });
            } else {
                parameters.push(Parameter::Scalar(self.cursor.value("a parameter")?));
            }
        }
        self.cursor.expect("->")?;
        let result = if self.cursor.accept("void") {
            ResultKind::Void
        } else if self.cursor.accept("aggregate") {
            let (size, alignment) = self.size_and_alignment()?;
            ResultKind::Aggregate { size, alignment }
        } else {
            ResultKind::Scalar(self.cursor.value("a result")?)
        };
        let fingerprint = self.cursor.fingerprint()?;
        module.signatures.push(Signature { result, parameters, is_variadic, has_prototype, fingerprint });
        Ok(())
    }

    fn size_and_alignment(&mut self) -> Result<(u64, u64), ParseError> {
        self.cursor.expect("size")?;
        let size = self.cursor.number()?;
        self.cursor.expect("align")?;
        Ok((size, self.cursor.number()?))
    }

    fn global(&mut self) -> Result<Global, ParseError> {
        let linkage = self.cursor.value("a linkage")?;
        let name = self.cursor.symbol()?.into_owned();
        let (size, alignment) = self.size_and_alignment()?;
        let is_thread_local = self.cursor.accept("thread_local");
        let is_constant = self.cursor.accept("constant");
        let ty = if self.cursor.accept("type") { Some(self.type_reference()?) } else { None };
        let initializer = if self.cursor.accept("=") { Some(self.initializer()?) } else { None };
        let span = self.cursor.span()?;
        Ok(Global { name, linkage, size, alignment, is_thread_local, is_constant, initializer, ty, span })
    }

    fn initializer(&mut self) -> Result<Initializer, ParseError> {
        let mut chunks = Vec::new();
        if self.cursor.accept("zero") {
            return Ok(Initializer { chunks });
        }
        self.cursor.expect("{")?;
        while !self.cursor.accept("}") {
            if !chunks.is_empty() {
                self.cursor.expect(",")?;
            }
            let offset = self.cursor.number()?;
            self.cursor.expect(":")?;
            let data = if self.cursor.kind() == TokenKind::Symbol {
                let symbol = self.symbol_reference()?;
                InitializerData::Address(symbol, self.symbol_offset()?)
            } else {
                InitializerData::Bytes(self.cursor.bytes()?)
            };
            chunks.push(InitializerChunk { offset, data });
        }
        Ok(Initializer { chunks })
    }

    fn promises(&mut self) -> Result<Promises, ParseError> {
        let mut promises = Promises::default();
        if !self.cursor.accept("promises") {
            return Ok(promises);
        }
        self.cursor.expect("{")?;
        promises.is_pure = self.cursor.accept("pure");
        promises.returns_new_memory = self.cursor.accept("new");
        promises.never_null = self.cursor.accept("nonnull");
        promises.reads_variadic = self.cursor.accept("prints");
        promises.may_be_replaced = self.cursor.accept("replaceable");
        if self.cursor.accept("size") {
            let first = self.cursor.number()?;
            let second = match self.cursor.kind() {
                TokenKind::Number => Some(self.cursor.number()?),
                _ => None,
            };
            promises.size = Some((first, second));
        }
        if self.cursor.accept("owned") {
            promises.owned = Some(self.cursor.number()?);
        }
        if self.cursor.accept("frees") {
            promises.frees = Some(self.cursor.number()?);
        }
        if self.cursor.accept("wants") {
            promises.not_null = self.cursor.number()?;
        }
        self.cursor.expect(":")?;
        while !self.cursor.accept("}") {
            promises.parameters.push(self.cursor.value("what is behind a parameter")?);
        }
        Ok(promises)
    }

    fn function(&mut self) -> Result<Function, ParseError> {
        let linkage = self.cursor.value("a linkage")?;
        let name = self.cursor.symbol()?.into_owned();
        let signature = self.signature_reference()?;
        let is_noreturn = self.cursor.accept("noreturn");
        let promises = self.promises()?;
        if !self.cursor.accept("(") {
            let span = self.cursor.span()?;
            return Ok(Function { name, linkage, signature, is_noreturn, promises, body: None, span });
        }
        let mut registers = RegisterTable::default();
        let mut parameters = Vec::new();
        while !self.cursor.accept(")") {
            if !parameters.is_empty() {
                self.cursor.expect(",")?;
            }
            parameters.push(self.declared_register(&mut registers)?);
        }
        let span = self.cursor.span()?;
        let body = self.body(parameters, registers)?;
        Ok(Function { name, linkage, signature, is_noreturn, promises, body: Some(body), span })
    }

    fn body(
        &mut self,
        parameters: Vec<RegisterId>,
        mut registers: RegisterTable,
    ) -> Result<Body, ParseError> {
        self.cursor.expect("{")?;
        let names = self.side_tables(&mut registers)?;
        let mut blocks = Arena::new();
        // The block with the highest number that is mentioned, and where.
        let mut highest = (0, self.cursor.position());
        while !self.cursor.accept("}") {
            self.consecutive('b', blocks.len())?;
            self.cursor.expect(":")?;
            let mut instructions = Vec::new();
            let terminator = loop {
                let start = self.cursor.position();
                if let Some(terminator) = self.terminator(&mut registers)? {
                    terminator.kind.for_each_successor(|successor| {
                        highest = highest.max((successor.index(), start));
                    });
                    break terminator;
                }
                instructions.push(self.instruction(&mut registers)?);
            };
            blocks.push(BasicBlock { instructions, terminator });
        }
        if highest.0 > 0 && highest.0 >= blocks.len() {
            let message = format!("there is no block b{}", highest.0);
            return Err(self.cursor.error_at(highest.1, message));
        }
        let mut declared = Arena::with_capacity(registers.scalars.len());
        for (number, scalar) in registers.scalars.into_iter().enumerate() {
            let Some(scalar) = scalar else {
                let end = self.cursor.position() - 1;
                return Err(self.cursor.error_at(end, format!("register %{number} is never declared")));
            };
            declared.push(Register { scalar });
        }
        Ok(Body { parameters, registers: declared, blocks, names })
    }

    fn side_tables(&mut self, registers: &mut RegisterTable) -> Result<FunctionNames, ParseError> {
        let mut names = FunctionNames::default();
        loop {
            let start = self.cursor.position();
            if self.cursor.accept("variable") {
                let register = self.register(registers)?;
                let name = self.cursor.string()?;
                let ty = self.type_reference()?;
                self.cursor.expect("in")?;
                let place = if self.cursor.accept("memory") {
                    VariablePlace::Memory
                } else {
                    self.cursor.expect("register")?;
                    VariablePlace::Register
                };
                let is_parameter = self.cursor.accept("parameter");
                let span = self.cursor.span()?;
                let variable = Variable { name, ty, place, is_parameter, span };
                if names.variables.insert(register, variable).is_some() {
                    return Err(self.cursor.error_at(start, "this register has two names"));
                }
            } else if self.cursor.accept("temporary") {
                let register = self.register(registers)?;
                let ty = self.type_reference()?;
                if names.temporaries.insert(register, ty).is_some() {
                    return Err(self.cursor.error_at(start, "this register has two types"));
                }
            } else if self.cursor.accept("result") {
                let ty = self.type_reference()?;
                if names.result.replace(ty).is_some() {
                    return Err(self.cursor.error_at(start, "the result has two types"));
                }
            } else if self.cursor.accept("register") {
                self.declared_register(registers)?;
            } else {
                return Ok(names);
            }
        }
    }

    fn debug_type(&mut self, module: &mut Module) -> Result<(), ParseError> {
        self.consecutive('t', module.types.types.len())?;
        self.cursor.expect("=")?;
        let start = self.cursor.position();
        let ty = match self.cursor.word("a kind of type")? {
            "scalar" => {
                let name = self.cursor.string()?;
                self.cursor.expect("size")?;
                let size = self.cursor.number()?;
                Type::Scalar { name, size, is_unsigned: self.cursor.accept("unsigned") }
            }
            "pointer" => Type::Pointer(self.type_reference()?),
            "array" => {
                let element = self.type_reference()?;
                let length = if self.cursor.accept("length") { Some(self.cursor.number()?) } else { None };
                Type::Array { element, length }
            }
            "record" => {
                let name = self.cursor.string()?;
                self.cursor.expect("size")?;
                Type::Record { name, size: self.cursor.number()?, fields: self.fields()? }
            }
            "code" => Type::Function { name: self.cursor.string()? },
            _ => return Err(self.cursor.error_at(start, "this is not a kind of type")),
        };
        module.types.types.push(ty);
        Ok(())
    }

    fn fields(&mut self) -> Result<Vec<Field>, ParseError> {
        self.cursor.expect("{")?;
        let mut fields = Vec::new();
        while !self.cursor.accept("}") {
            if !fields.is_empty() {
                self.cursor.expect(",")?;
            }
            let name = self.cursor.string()?;
            self.cursor.expect("at")?;
            let offset = self.cursor.number()?;
            let bits = if self.cursor.accept("bit") {
                let first = self.cursor.number()?;
                self.cursor.expect("width")?;
                Some((first, self.cursor.number()?))
            } else {
                None
            };
            self.cursor.expect(":")?;
            fields.push(Field { name, offset, bits, ty: self.type_reference()? });
        }
        Ok(fields)
    }

    /// The label of the next element of a list whose elements are numbered in order.
    fn consecutive(&mut self, letter: char, expected: usize) -> Result<(), ParseError> {
        let start = self.cursor.position();
        let what = format!("`{letter}{expected}`");
        if self.cursor.numbered(letter, &what)? as usize == expected {
            return Ok(());
        }
        Err(self.cursor.error_at(start, format!("expected {what}, as numbers are given in order")))
    }

    pub(super) fn signature_reference(&mut self) -> Result<SignatureId, ParseError> {
        let start = self.cursor.position();
        let number = self.cursor.numbered('s', "a signature")?;
        if number < self.index.signatures {
            return Ok(SignatureId::from_raw(number));
        }
        Err(self.cursor.error_at(start, "there is no such signature"))
    }

    fn type_reference(&mut self) -> Result<TypeId, ParseError> {
        let start = self.cursor.position();
        let number = self.cursor.numbered('t', "a type")?;
        if number < self.index.types {
            return Ok(TypeId::from_raw(number));
        }
        Err(self.cursor.error_at(start, "there is no such type"))
    }

    pub(super) fn symbol_reference(&mut self) -> Result<SymbolReference, ParseError> {
        let start = self.cursor.position();
        let name = self.cursor.symbol()?;
        let reference = self.index.symbols.get(&name).copied();
        reference.ok_or_else(|| self.cursor.error_at(start, "this name is not declared"))
    }

    /// `+8` or `-8` right after a symbol; zero if nothing is there.
    pub(super) fn symbol_offset(&mut self) -> Result<i64, ParseError> {
        if self.cursor.kind() == TokenKind::Number && self.cursor.text().starts_with(['+', '-']) {
            self.cursor.number()
        } else {
            Ok(0)
        }
    }

    pub(super) fn function_name(&mut self) -> Result<FunctionId, ParseError> {
        let start = self.cursor.position();
        match self.symbol_reference()? {
            SymbolReference::Function(function) => Ok(function),
            SymbolReference::Global(_) => Err(self.cursor.error_at(start, "this is not a function")),
        }
    }

    pub(super) fn register(&mut self, registers: &mut RegisterTable) -> Result<RegisterId, ParseError> {
        let number = self.cursor.register_number()?;
        Ok(registers.mention(number))
    }

    /// `%3: i64`
    pub(super) fn declared_register(
        &mut self,
        registers: &mut RegisterTable,
    ) -> Result<RegisterId, ParseError> {
        let start = self.cursor.position();
        let register = self.register(registers)?;
        self.cursor.expect(":")?;
        let scalar = self.cursor.value("a scalar")?;
        match registers.scalars[register.index()].replace(scalar) {
            Some(earlier) if earlier != scalar => {
                let message = format!("this register was declared as {} before", earlier.name());
                Err(self.cursor.error_at(start, message))
            }
            Some(_) | None => Ok(register),
        }
    }
}
