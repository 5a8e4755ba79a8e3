//! A picture of memory: the variables of the active function, and the blocks that can be reached from
//! them.

use super::operands::text_of;
use crate::limits::{BLOCKS_OF_A_PICTURE, CELLS_OF_A_PICTURED_BLOCK, VARIABLES_OF_A_PICTURE};
use findings::picture::{Block, BlockState, Cell, Content, Picture, Variable};
use interpreter::{BlockKind, BlockView, Machine};
use ir::Module;
use ir::debug::{Type, TypeId, VariablePlace};
use std::collections::BTreeMap;

/// The memory as the innermost function sees it. `concerned` is the number of a block to be shown in any
/// case.
pub fn picture(machine: &Machine<'_>, concerned: Option<u64>) -> Option<Picture> {
    let place = machine.place()?;
    let function = &machine.module().functions[place.function];
    let body = function.body.as_ref()?;
    let mut painter = Painter {
        module: machine.module(),
        blocks: machine.blocks(),
        pointer_bytes: machine.module().pointer_scalar().bytes(),
        chosen: Vec::new(),
        types: BTreeMap::new(),
    };
    let mut picture = Picture { function: function.name.clone(), ..Picture::default() };
    for (&register, variable) in body.names.variables.iter().take(VARIABLES_OF_A_PICTURE) {
        let Some(value) = machine.register(register) else { continue };
        let scalar = body.registers[register].scalar;
        let content = match variable.place {
            VariablePlace::Register if scalar.is_float() => Content::Text("…".to_owned()),
            VariablePlace::Register if value.undefined != 0 => Content::Undefined,
            VariablePlace::Register => match painter.module.types.types.get(variable.ty) {
                Some(&Type::Pointer(target)) => painter.pointer(value.low().bits, Some(target)),
                _ => Content::Text(text_of(value, scalar.bits())),
            },
            VariablePlace::Memory => painter.pointer(value.low().bits, Some(variable.ty)),
        };
        picture.variables.push(Variable { name: variable.name.clone(), content });
    }
    if let Some(index) = concerned
        .and_then(|number| painter.blocks.iter().position(|block| block.ordinal == number))
        .filter(|index| !painter.chosen.contains(index))
    {
        painter.chosen.push(index);
    }
    let mut next = 0;
    while next < painter.chosen.len() {
        let block = painter.block(next, concerned);
        picture.blocks.push(block);
        next += 1;
    }
    Some(picture)
}

struct Painter<'m> {
    module: &'m Module,
    blocks: Vec<BlockView<'m>>,
    pointer_bytes: u64,
    /// The blocks of the picture, by their position in `blocks`.
    chosen: Vec<usize>,
    /// What the blocks are believed to hold, by their position in `blocks`.
    types: BTreeMap<usize, TypeId>,
}

impl Painter<'_> {
    /// Where an address leads. The block becomes a part of the picture if there is room.
    fn pointer(&mut self, address: u64, target: Option<TypeId>) -> Content {
        if address == 0 {
            return Content::Null;
        }
        let contains = |block: &BlockView<'_>| address >= block.base && address - block.base <= block.size;
        let is_shown = |kind: BlockKind| {
            matches!(kind, BlockKind::Heap | BlockKind::Local | BlockKind::Alloca | BlockKind::Global)
        };
        let found = |is_alive: bool| {
            self.blocks
                .iter()
                .rposition(|block| block.is_alive == is_alive && contains(block) && is_shown(block.kind))
        };
        let Some(index) = found(true).or_else(|| found(false)) else {
            return Content::Text(format!("{address:#x}"));
        };
        let offset = i64::try_from(address - self.blocks[index].base).unwrap_or(0);
        if let (Some(target), 0) = (target, offset) {
            self.types.entry(index).or_insert(target);
        }
        let position = match self.chosen.iter().position(|&chosen| chosen == index) {
            Some(position) => position,
            None if self.chosen.len() < BLOCKS_OF_A_PICTURE => {
                self.chosen.push(index);
                self.chosen.len() - 1
            }
            None => return Content::Text("…".to_owned()),
        };
        Content::Pointer { block: position, offset }
    }

    fn block(&mut self, position: usize, concerned: Option<u64>) -> Block {
        let index = self.chosen[position];
        let view = self.blocks[index];
        // Names of string literals are made up.
        let literal = view.name.is_some_and(|name| name.starts_with(".string"));
        let kind = match view.kind {
            _ if literal => "string literal",
            BlockKind::Heap => "heap block",
            BlockKind::Global => "global",
            BlockKind::Alloca => "block from `alloca`",
            _ => "local",
        };
        let name = view.name.filter(|_| !literal).map(|name| format!(" `{name}`")).unwrap_or_default();
        let bytes = if view.size == 1 { "byte" } else { "bytes" };
        let mut cells = Vec::new();
        match self.types.get(&index).copied() {
            Some(ty) => self.cells(view, ty, 0, "", &mut cells),
            None => self.words(view, &mut cells),
        }
        let hidden = cells.len().saturating_sub(CELLS_OF_A_PICTURED_BLOCK);
        cells.truncate(CELLS_OF_A_PICTURED_BLOCK);
        Block {
            title: format!("{kind}{name}, {} {bytes}", view.size),
            state: if view.is_alive { BlockState::Alive } else { BlockState::Dead },
            is_concerned: concerned == Some(view.ordinal),
            is_chain: false,
            cells,
            hidden,
        }
    }

    /// The fields and elements of a type at an offset, as far as the block goes.
    fn cells(&mut self, view: BlockView<'_>, ty: TypeId, offset: u64, name: &str, cells: &mut Vec<Cell>) {
        if cells.len() > CELLS_OF_A_PICTURED_BLOCK {
            return;
        }
        match self.module.types.types.get(ty).cloned() {
            Some(Type::Record { fields, .. }) => {
                for field in fields.iter().filter(|field| field.bits.is_none()) {
                    let full = match name {
                        "" => field.name.clone(),
                        name => format!("{name}.{}", field.name),
                    };
                    self.cells(view, field.ty, offset + field.offset, &full, cells);
                }
            }
            Some(Type::Array { element, length }) => {
                let size = self.size(element).max(1);
                let count = length.unwrap_or_else(|| view.size.saturating_sub(offset) / size);
                for index in 0..count.min(CELLS_OF_A_PICTURED_BLOCK as u64 + 1) {
                    self.cells(view, element, offset + index * size, &format!("{name}[{index}]"), cells);
                }
            }
            Some(Type::Pointer(target)) => {
                self.elements(view, offset, self.pointer_bytes, Some(target), name, cells);
            }
            Some(Type::Scalar { size, .. }) => self.elements(view, offset, size, None, name, cells),
            Some(Type::Function { .. }) | None => {}
        }
    }

    /// A word with a name; without one, a block of many words is an array, whatever the pointer to it says.
    fn elements(
        &mut self,
        view: BlockView<'_>,
        offset: u64,
        size: u64,
        target: Option<TypeId>,
        name: &str,
        cells: &mut Vec<Cell>,
    ) {
        let is_array = name.is_empty() && size > 0 && view.size > size;
        let count = if is_array { (view.size / size).min(CELLS_OF_A_PICTURED_BLOCK as u64 + 1) } else { 1 };
        for index in 0..count {
            let name = if is_array { format!("[{index}]") } else { name.to_owned() };
            self.cell(view, offset + index * size, size, target, &name, cells);
        }
    }

    fn words(&mut self, view: BlockView<'_>, cells: &mut Vec<Cell>) {
        for index in 0..(view.size / self.pointer_bytes.max(1)).min(CELLS_OF_A_PICTURED_BLOCK as u64 + 1) {
            let offset = index * self.pointer_bytes;
            self.cell(view, offset, self.pointer_bytes, None, &format!("+{offset}"), cells);
        }
    }

    fn size(&self, ty: TypeId) -> u64 {
        match self.module.types.types.get(ty) {
            Some(Type::Scalar { size, .. } | Type::Record { size, .. }) => *size,
            Some(Type::Pointer(_)) => self.pointer_bytes,
            Some(Type::Array { element, length }) => self.size(*element) * length.unwrap_or(0),
            Some(Type::Function { .. }) | None => 0,
        }
    }

    fn cell(
        &mut self,
        view: BlockView<'_>,
        offset: u64,
        size: u64,
        target: Option<TypeId>,
        name: &str,
        cells: &mut Vec<Cell>,
    ) {
        let range = offset as usize..(offset + size) as usize;
        let content = match (view.bytes.get(range.clone()), view.initialised.get(range)) {
            (Some(bytes), Some(masks)) if (1..=8).contains(&bytes.len()) => {
                let value = bytes.iter().rev().fold(0u64, |value, &byte| value << 8 | u64::from(byte));
                let is_pointer = target.is_some() || (size == self.pointer_bytes && value > 1 << 16);
                match (masks.iter().all(|&mask| mask == 0xff), is_pointer) {
                    (false, _) => Content::Undefined,
                    (true, true) => self.pointer(value, target),
                    (true, false) => {
                        let shift = 64 - 8 * size as u32;
                        let number = (value << shift) as i64 >> shift;
                        let letter = u8::try_from(value).ok().filter(|letter| size == 1 && is_shown(*letter));
                        Content::Text(match letter {
                            Some(letter) => format!("{number} '{}'", char::from(letter)),
                            None => number.to_string(),
                        })
                    }
                }
            }
            _ => Content::Text("…".to_owned()),
        };
        cells
            .push(Cell { name: if name.is_empty() { "value".to_owned() } else { name.to_owned() }, content });
    }
}

/// Whether a byte is shown as the letter that it may be, too.
fn is_shown(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte == b' '
}
