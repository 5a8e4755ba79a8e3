//! The attributes that mean something to us.

use super::Checker;
use super::scope::Entity;
use crate::layout::BIGGEST_ALIGNMENT;
use crate::typed::Promises;
use c_syntax::ast;
use rustc_hash::FxHashMap;
use source::Span;
use stdx::{Interner, Symbol};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Aligned,
    Packed,
    PragmaPack,
    Mode,
    VectorSize,
    TransparentUnion,
    Weak,
    Alias,
    Constructor,
    Destructor,
    NoReturn,
    Cleanup,
    GnuInline,
    Pure,
    Malloc,
    ReturnsNonnull,
    Nonnull,
    Format,
    AllocSize,
    /// Changes how the members of a record are stored in a way that is not followed.
    OtherLayout,
    Section,
}

/// How the names of sections begin whose functions run before or after `main`.
const SECTIONS_THAT_RUN: [&str; 7] =
    [".init_array", ".preinit_array", ".fini_array", ".ctors", ".dtors", ".init", ".fini"];

/// The names of those attributes as symbols.
pub struct AttributeWords {
    words: FxHashMap<Symbol, Word>,
}

impl AttributeWords {
    pub fn new(names: &mut Interner) -> AttributeWords {
        let words = [
            ("aligned", Word::Aligned),
            ("packed", Word::Packed),
            ("pragma_pack", Word::PragmaPack),
            ("mode", Word::Mode),
            ("vector_size", Word::VectorSize),
            ("transparent_union", Word::TransparentUnion),
            ("weak", Word::Weak),
            ("weakref", Word::Weak),
            ("alias", Word::Alias),
            ("section", Word::Section),
            ("constructor", Word::Constructor),
            ("destructor", Word::Destructor),
            ("noreturn", Word::NoReturn),
            ("_Noreturn", Word::NoReturn),
            ("cleanup", Word::Cleanup),
            ("gnu_inline", Word::GnuInline),
            ("pure", Word::Pure),
            ("const", Word::Pure),
            ("malloc", Word::Malloc),
            ("returns_nonnull", Word::ReturnsNonnull),
            ("nonnull", Word::Nonnull),
            ("format", Word::Format),
            ("alloc_size", Word::AllocSize),
            ("scalar_storage_order", Word::OtherLayout),
            ("ms_struct", Word::OtherLayout),
        ];
        AttributeWords { words: words.map(|(text, word)| (names.intern(text), word)).into_iter().collect() }
    }
}

/// What a list of attributes says.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Attributes {
    /// The greatest alignment asked for.
    pub alignment: Option<u64>,
    /// The last alignment asked for, which is what counts on a record.
    pub last_alignment: Option<u64>,
    pub is_packed: bool,
    pub pack: Option<u64>,
    pub mode: Option<Mode>,
    pub vector_bytes: Option<(u64, Span)>,
    pub is_transparent_union: bool,
    pub is_weak: bool,
    pub alias: Option<Symbol>,
    pub constructor: Option<u32>,
    pub destructor: Option<u32>,
    pub is_noreturn: bool,
    pub cleanup: Option<(Symbol, Span)>,
    pub is_gnu_inline: bool,
    pub promises: Promises,
}

/// `mode(DI)`: a machine mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// An integer of so many bytes.
    Integer(u64),
    /// An integer as wide as a pointer.
    Pointer,
    /// A floating-point type of so many bytes; 12 is the extended one.
    Float(u64),
    Complex(u64),
}

/// The priority that `constructor` has without one.
const DEFAULT_PRIORITY: u32 = 65_535;

impl Checker<'_> {
    pub(super) fn attributes(&mut self, list: &[ast::Attribute]) -> Attributes {
        let mut attributes = Attributes::default();
        self.read_attributes(list, &mut attributes);
        attributes
    }

    /// Adds what a list says to what is known already.
    pub(super) fn read_attributes(&mut self, list: &[ast::Attribute], attributes: &mut Attributes) {
        for attribute in list {
            let Some(&word) = self.attribute_words.words.get(&attribute.name) else { continue };
            self.read_attribute(word, attribute, attributes);
        }
    }

    fn read_attribute(&mut self, word: Word, attribute: &ast::Attribute, attributes: &mut Attributes) {
        let argument = attribute.arguments.first().copied();
        match word {
            Word::Aligned => {
                let alignment = match argument {
                    Some(argument) => self.attribute_number(argument),
                    None => Some(BIGGEST_ALIGNMENT),
                };
                match alignment {
                    Some(alignment) if alignment.is_power_of_two() && alignment <= 1 << 28 => {
                        attributes.last_alignment = Some(alignment);
                        attributes.alignment =
                            Some(attributes.alignment.map_or(alignment, |old| old.max(alignment)));
                    }
                    Some(0) => {}
                    _ => {
                        let message = "the requested alignment is not a power of two";
                        self.error("invalid-alignment", attribute.span, message);
                    }
                }
            }
            Word::Packed => attributes.is_packed = true,
            Word::OtherLayout => {
                let message = "this attribute changes how members are stored, which is not supported";
                self.error("unsupported", attribute.span, message);
            }
            Word::PragmaPack => {
                attributes.pack = argument.and_then(|argument| self.attribute_number(argument));
            }
            Word::Mode => attributes.mode = argument.and_then(|argument| self.mode(argument)),
            Word::VectorSize => {
                let bytes = argument.and_then(|argument| self.attribute_number(argument));
                attributes.vector_bytes = bytes.map(|bytes| (bytes, attribute.span));
            }
            Word::TransparentUnion => attributes.is_transparent_union = true,
            Word::Weak => attributes.is_weak = true,
            Word::Section => {
                let section = argument.and_then(|argument| self.attribute_string(argument));
                let runs = |name: &str| SECTIONS_THAT_RUN.iter().any(|section| name.starts_with(section));
                if section.is_some_and(|section| runs(self.program.names.text(section))) {
                    let message =
                        "functions that such a section holds run by themselves, which is not supported";
                    self.error("unsupported", attribute.span, message);
                }
            }
            Word::Alias => attributes.alias = argument.and_then(|argument| self.attribute_string(argument)),
            Word::Constructor => attributes.constructor = Some(self.priority(argument)),
            Word::Destructor => attributes.destructor = Some(self.priority(argument)),
            Word::NoReturn => attributes.is_noreturn = true,
            Word::Cleanup => {
                attributes.cleanup = argument.and_then(|argument| match self.unit.exprs[argument].kind {
                    ast::ExprKind::Name(name) => Some((name, attribute.span)),
                    _ => None,
                });
            }
            Word::GnuInline => attributes.is_gnu_inline = true,
            Word::Pure => attributes.promises.is_pure = true,
            Word::Malloc => {
                attributes.promises.returns_new_memory = true;
                self.note_deallocator(attribute);
            }
            Word::ReturnsNonnull => attributes.promises.never_null = true,
            Word::Nonnull if attribute.arguments.is_empty() => attributes.promises.not_null = u64::MAX,
            Word::Nonnull => {
                for &argument in &attribute.arguments {
                    let position = self.attribute_number(argument).and_then(|number| number.checked_sub(1));
                    let bit = position.and_then(|position| 1u64.checked_shl(u32::try_from(position).ok()?));
                    attributes.promises.not_null |= bit.unwrap_or(0);
                }
            }
            Word::Format => {
                let name = argument.and_then(|argument| match self.unit.exprs[argument].kind {
                    ast::ExprKind::Name(name) => Some(self.text(name).trim_matches('_')),
                    _ => None,
                });
                attributes.promises.reads_variadic |=
                    matches!(name, Some("printf" | "gnu_printf" | "syslog"));
            }
            Word::AllocSize => {
                let mut position = |index: usize| {
                    let number = self.attribute_number(*attribute.arguments.get(index)?)?;
                    u32::try_from(number.checked_sub(1)?).ok()
                };
                attributes.promises.size = position(0).map(|first| (first, position(1)));
            }
        }
    }

    /// `malloc(f)` and `malloc(f, i)`: `f` gives back what such functions return, by its first or another argument.
    fn note_deallocator(&mut self, attribute: &ast::Attribute) {
        let Some(&named) = attribute.arguments.first() else { return };
        let ast::ExprKind::Name(name) = self.unit.exprs[named].kind else { return };
        let position = match attribute.arguments.get(1) {
            Some(&number) => self.attribute_number(number).and_then(|number| number.checked_sub(1)),
            None => Some(0),
        };
        let position = position.and_then(|position| u32::try_from(position).ok());
        if let (Some(Entity::Function(function)), Some(position)) = (self.scopes.lookup(name), position) {
            self.program.functions[function].promises.frees = Some(position);
        }
    }

    fn attribute_number(&mut self, argument: ast::ExprId) -> Option<u64> {
        self.constant_of(argument).and_then(|value| u64::try_from(value).ok())
    }

    fn attribute_string(&mut self, argument: ast::ExprId) -> Option<Symbol> {
        let ast::ExprKind::String(string) = self.unit.exprs[argument].kind else { return None };
        Some(self.intern_string(string))
    }

    fn priority(&mut self, argument: Option<ast::ExprId>) -> u32 {
        argument
            .and_then(|argument| self.attribute_number(argument))
            .and_then(|priority| u32::try_from(priority).ok())
            .unwrap_or(DEFAULT_PRIORITY)
    }

    /// The text of a string literal as a name.
    pub(super) fn intern_string(&mut self, string: ast::StringId) -> Symbol {
        let text = String::from_utf8_lossy(&self.unit.strings[string].units);
        self.program.names.intern(&text)
    }

    fn mode(&self, argument: ast::ExprId) -> Option<Mode> {
        let ast::ExprKind::Name(name) = self.unit.exprs[argument].kind else { return None };
        Some(match self.text(name).trim_matches('_') {
            "QI" | "byte" => Mode::Integer(1),
            "HI" => Mode::Integer(2),
            "SI" => Mode::Integer(4),
            "DI" => Mode::Integer(8),
            "TI" => Mode::Integer(16),
            "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" => Mode::Pointer,
            "SF" => Mode::Float(4),
            "DF" => Mode::Float(8),
            "XF" => Mode::Float(12),
            "TF" => Mode::Float(16),
            "SC" => Mode::Complex(4),
            "DC" => Mode::Complex(8),
            "XC" => Mode::Complex(12),
            "TC" => Mode::Complex(16),
            _ => return None,
        })
    }
}
