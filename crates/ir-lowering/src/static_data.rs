//! The contents of objects with static storage.

use crate::image::Image;
use crate::module::ModuleLowering;
use crate::shape::{Shape, shape};
use c_types::constant::{self, AddressBase, Constant};
use c_types::typed::{self, ExprKind, InitializerEntry};
use ir::{Initializer, InitializerChunk, InitializerData, SymbolReference};

/// No more bytes than this are written down for one object: `char a[1 << 40] = {[0 ... X] = 1}`.
const MOST_BYTES: u64 = 1 << 28;

/// Contents that cannot be written down; the object's contents are then unknown.
pub(crate) struct Unrepresentable;

impl<'p> ModuleLowering<'p> {
    /// The chunks of an initialiser.
    pub(crate) fn static_initializer(
        &mut self,
        initializer: &typed::Initializer,
    ) -> Result<Initializer, Unrepresentable> {
        let mut image = Image::new(self.program.data_model.pointer_bytes());
        let mut written = 0u64;
        for entry in &initializer.entries {
            let (size, value) = self.static_value(entry)?;
            let is_contiguous = entry.count == 1 || entry.stride == size;
            if is_contiguous && entry.bits.is_none() && matches!(value, Value::Bits(0)) {
                image.write_zeros(entry.offset, size.saturating_mul(entry.count));
                continue;
            }
            let total = value.weight(size).checked_mul(entry.count).ok_or(Unrepresentable)?;
            written = written.checked_add(total).filter(|&sum| sum <= MOST_BYTES).ok_or(Unrepresentable)?;
            for index in 0..entry.count {
                let offset = entry.offset.saturating_add(index.saturating_mul(entry.stride));
                match (&value, entry.bits) {
                    // An `__int128` that is not aligned: its bits are in seventeen bytes.
                    (Value::Bits(_), Some(bits)) if bits.offset + bits.width > 128 => {
                        return Err(Unrepresentable);
                    }
                    (Value::Bits(value), Some(bits)) => {
                        image.write_bits(offset, bits.offset, bits.width, *value)
                    }
                    (Value::Bits(value), None) => {
                        let bytes = value.to_le_bytes();
                        image.write(offset, &bytes[..size.min(16) as usize]);
                    }
                    (Value::Bytes(bytes), _) => {
                        image.write(offset, bytes);
                        // A string may be shorter than its array.
                        image.write_zeros(offset + bytes.len() as u64, size - bytes.len() as u64);
                    }
                    (Value::Address(symbol, addend), _) => image.write_address(offset, *symbol, *addend),
                    (Value::Copy(chunks), _) => {
                        image.write_zeros(offset, size);
                        for chunk in chunks {
                            match &chunk.data {
                                InitializerData::Bytes(bytes) => image.write(offset + chunk.offset, bytes),
                                InitializerData::Address(symbol, addend) => {
                                    image.write_address(offset + chunk.offset, *symbol, *addend);
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(Initializer { chunks: image.into_chunks() })
    }

    /// The size of an entry's value, and the value.
    fn static_value(&mut self, entry: &InitializerEntry) -> Result<(u64, Value<'p>), Unrepresentable> {
        let program = self.program;
        let size = program.size_of(entry.ty).ok_or(Unrepresentable)?;
        let expr = &program.exprs[entry.value];
        if let (ExprKind::String(string), true) = (&expr.kind, program.is_array(entry.ty)) {
            let bytes = &program.strings[*string].bytes;
            let length = (bytes.len() as u64).min(size) as usize;
            return Ok((size, Value::Bytes(&bytes[..length])));
        }
        // A number takes as many bytes as its register, whatever the padding.
        let size = match shape(program, entry.ty) {
            Shape::Scalar(kind) => kind.scalar.bytes(),
            _ => size,
        };
        let value = match constant::evaluate(program, entry.value) {
            Some(Constant::Integer(value)) => Value::Bits(value as u128),
            Some(Constant::Float(bits)) => Value::Bits(bits),
            Some(Constant::Address { base, offset }) => {
                let offset = i64::try_from(offset).map_err(|_| Unrepresentable)?;
                match base {
                    AddressBase::Global(global) => {
                        Value::Address(SymbolReference::Global(self.global_target(global)), offset)
                    }
                    AddressBase::Function(function) => {
                        Value::Address(SymbolReference::Function(self.function_target(function)), offset)
                    }
                    AddressBase::String(string) => {
                        Value::Address(SymbolReference::Global(self.string_global(string)), offset)
                    }
                    AddressBase::Label(label) => Value::Bits(
                        (i128::from(self.label_numbers[label.index()]) + i128::from(offset)) as u128,
                    ),
                }
            }
            Some(Constant::LabelDifference { from, to }) => {
                let number = |label: typed::LabelId| i128::from(self.label_numbers[label.index()]);
                Value::Bits((number(from) - number(to)) as u128)
            }
            None => return self.static_copy(entry, size),
        };
        Ok((size, value))
    }

    /// A record that is the value of a constant compound literal.
    fn static_copy(
        &mut self,
        entry: &InitializerEntry,
        size: u64,
    ) -> Result<(u64, Value<'p>), Unrepresentable> {
        let program = self.program;
        let mut value = &program.exprs[entry.value];
        while let ExprKind::Load(inner) | ExprKind::Convert(inner) = value.kind {
            value = &program.exprs[inner];
        }
        let initializer = match &value.kind {
            ExprKind::CompoundLiteral { initializer, .. } => initializer,
            ExprKind::Global(global) => match &program.globals[*global].definition {
                typed::Definition::Initialized(initializer) => initializer,
                typed::Definition::Declared | typed::Definition::Tentative => return Err(Unrepresentable),
            },
            _ => return Err(Unrepresentable),
        };
        let initializer = self.static_initializer(initializer)?;
        Ok((size, Value::Copy(initializer.chunks)))
    }
}

enum Value<'a> {
    Bits(u128),
    Bytes(&'a [u8]),
    Address(SymbolReference, i64),
    Copy(Vec<InitializerChunk>),
}

impl Value<'_> {
    /// How many bytes have to be written down for it, in a type of this size.
    fn weight(&self, size: u64) -> u64 {
        match self {
            Value::Bits(_) | Value::Address(..) => size.max(1),
            Value::Bytes(bytes) => bytes.len() as u64 + 1,
            Value::Copy(chunks) => {
                let weights = chunks.iter().map(|chunk| match &chunk.data {
                    InitializerData::Bytes(bytes) => bytes.len() as u64,
                    InitializerData::Address(..) => 8,
                });
                weights.sum::<u64>() + 1
            }
        }
    }
}
