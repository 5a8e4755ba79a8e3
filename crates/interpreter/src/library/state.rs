//! What the library remembers between calls, and the objects it provides.

use super::Argument;
use crate::machine::{Machine, Step};
use crate::memory::BlockKind;
use crate::value::Value;
use ir::FunctionId;
use source::Span;

/// One of the standard streams, or a file that was opened.
#[derive(Clone, Debug, Default)]
pub(crate) struct StreamState {
    pub at_end: bool,
    pub has_error: bool,
    pub is_open: bool,
    /// Bytes that `ungetc` put back, the next one last.
    pub pushed_back: Vec<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct LibraryState {
    /// The objects behind `FILE *`; the first three are the standard streams.
    pub stream_objects: Vec<Value>,
    pub streams: Vec<StreamState>,
    /// Something was written to a file, whose contents are not kept.
    pub has_written_files: bool,
    pub stdin: Vec<u8>,
    pub stdin_position: usize,
    /// Where `errno` lives.
    pub errno: Option<Value>,
    /// The state of `rand`: the sequence of `srand(1)` until seeded.
    pub random: Option<super::numbers::Random>,
    /// Where `strtok` goes on.
    pub token: Option<Value>,
    pub exit_handlers: Vec<(FunctionId, Option<Argument>)>,
    /// The pointers to the tables of `ctype.h`.
    pub classification: Option<[Value; 3]>,
    /// The names of the variables of the environment, and where what they hold is.
    pub environment: Vec<(Vec<u8>, Value)>,
    /// The array of the addresses of these variables, with a null pointer behind.
    pub environment_vector: Option<Value>,
    pub program_arguments: Vec<Vec<u8>>,
    /// The texts that `strerror` has handed out.
    pub messages: Vec<(i32, Value)>,
    pub locale: Option<Value>,
    pub clock: u64,
}

impl LibraryState {
    /// The values that may refer to heap blocks.
    pub fn roots(&self) -> Vec<Value> {
        let handlers = self.exit_handlers.iter().filter_map(|(_, argument)| *argument);
        self.token.into_iter().chain(handlers.map(|argument| argument.value.low())).collect()
    }
}

pub(crate) const STANDARD_INPUT: usize = 0;
pub(crate) const STANDARD_OUTPUT: usize = 1;
pub(crate) const STANDARD_ERROR: usize = 2;

/// The objects that the library defines, and which stream they hold.
const STREAM_GLOBALS: [(&str, usize); 3] =
    [("stdin", STANDARD_INPUT), ("stdout", STANDARD_OUTPUT), ("stderr", STANDARD_ERROR)];

/// Objects of the library that start with all bytes zero.
const ZERO_GLOBALS: [&str; 3] = ["optarg", "optopt", "errno"];

/// Objects of the library that hold the address of the environment.
const ENVIRONMENT_GLOBALS: [&str; 3] = ["environ", "__environ", "_environ"];

/// Objects of the library that start with the value 1.
const ONE_GLOBALS: [&str; 2] = ["optind", "opterr"];

impl Machine<'_> {
    /// Whether an object that the program only declares is one of the library's.
    pub(crate) fn library_defines(&self, name: &str) -> bool {
        STREAM_GLOBALS.iter().any(|&(known, _)| known == name)
            || ZERO_GLOBALS.contains(&name)
            || ENVIRONMENT_GLOBALS.contains(&name)
            || ONE_GLOBALS.contains(&name)
    }

    /// Sets up what the library provides.
    pub(crate) fn prepare_library(
        &mut self,
        arguments: Vec<Vec<u8>>,
        program_name: Vec<u8>,
        environment: Vec<(Vec<u8>, Vec<u8>)>,
        stdin: Vec<u8>,
    ) -> Step<()> {
        self.library.stdin = stdin;
        self.library.program_arguments = arguments;
        self.library.program_arguments.insert(0, program_name);
        for index in 0..3 {
            let object = self.static_block(BlockKind::Opaque, 216, 16, Span::NONE)?;
            self.memory.set_symbol(object.provenance, index);
            self.library.stream_objects.push(object);
            self.library.streams.push(StreamState { is_open: true, ..StreamState::default() });
        }
        let errno = self.static_text(&[0; 4])?;
        self.library.errno = Some(errno);
        let environment = self.place_environment(environment)?;
        let module = self.module;
        for (id, global) in module.globals.iter() {
            if global.initializer.is_some() || !self.library_defines(&global.name) || global.size == 0 {
                continue;
            }
            let place = self.symbols.globals[id.index()];
            self.memory.set(place, Value::ZERO, global.size)?;
            if let Some(&(_, stream)) = STREAM_GLOBALS.iter().find(|&&(name, _)| name == global.name) {
                let object = self.library.stream_objects[stream];
                self.store_pointer(place, object)?;
            } else if ENVIRONMENT_GLOBALS.contains(&&global.name[..]) {
                self.store_pointer(place, environment)?;
            } else if ONE_GLOBALS.contains(&&global.name[..]) {
                self.memory.store(place, Value::new(1), (global.size as usize).min(8))?;
            }
        }
        Ok(())
    }

    /// An object of the library with these contents.
    pub(crate) fn static_text(&mut self, bytes: &[u8]) -> Step<Value> {
        let place = self.static_block(BlockKind::Global, bytes.len() as u64, 16, Span::NONE)?;
        self.memory.set_symbol(place.provenance, u32::MAX);
        self.memory.write_bytes(place, bytes)?;
        Ok(place)
    }

    /// `argv`: how many arguments there are, and the array of their addresses.
    pub(crate) fn argument_vector(&mut self) -> Step<(usize, Value)> {
        let arguments = std::mem::take(&mut self.library.program_arguments);
        let mut strings = Vec::new();
        for argument in &arguments {
            strings.push(self.static_text(&[&argument[..], b"\0"].concat())?);
        }
        Ok((arguments.len(), self.vector(&strings)?))
    }

    /// `environ`: texts such as `HOME=/root`, and the array of their addresses. What `getenv` returns lies inside them.
    fn place_environment(&mut self, variables: Vec<(Vec<u8>, Vec<u8>)>) -> Step<Value> {
        let mut strings = Vec::new();
        for (name, value) in variables {
            let string = self.static_text(&[&name[..], b"=", &value[..], b"\0"].concat())?;
            strings.push(string);
            let held = super::offset_by(string, name.len() as u64 + 1);
            self.library.environment.push((name, held));
        }
        let vector = self.vector(&strings)?;
        self.library.environment_vector = Some(vector);
        Ok(vector)
    }

    /// An array of the addresses of strings, with a null pointer behind.
    fn vector(&mut self, strings: &[Value]) -> Step<Value> {
        let size = self.memory.pointer_bytes as u64;
        let bytes = (strings.len() as u64 + 1) * size;
        let array = self.static_block(BlockKind::Global, bytes, 16, Span::NONE)?;
        self.memory.set_symbol(array.provenance, u32::MAX);
        for (index, &string) in strings.iter().enumerate() {
            self.store_pointer(super::offset_by(array, index as u64 * size), string)?;
        }
        self.store_pointer(super::offset_by(array, strings.len() as u64 * size), Value::ZERO)?;
        Ok(array)
    }

    pub(crate) fn set_errno(&mut self, number: i32) -> Step<()> {
        if let Some(errno) = self.library.errno {
            self.memory.store(errno, Value::new(u64::from(number as u32)), 4)?;
        }
        Ok(())
    }
}
