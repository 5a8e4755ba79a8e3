//! Functions of the library that lowering itself calls.

use crate::module::ModuleLowering;
use crate::shape::pointer_scalar;
use ir::{Function, FunctionId, Linkage, Parameter, Promises, ResultKind, Scalar, Signature, SignatureId};
use source::Span;

/// Functions of the library that return any byte.
const BYTES_FROM_OUTSIDE: [&str; 4] =
    ["__VERIFIER_nondet_uchar", "__VERIFIER_nondet_u8", "__VERIFIER_nondet_schar", "__VERIFIER_nondet_char"];

impl ModuleLowering<'_> {
    /// `__builtin_trap`, declared as a function that does not return.
    pub(crate) fn trap(&mut self) -> (FunctionId, SignatureId) {
        if self.trap.is_none() {
            self.trap = Some(self.library_function("__builtin_trap", ResultKind::Void, Vec::new(), true));
        }
        self.trap.expect("it was just made")
    }

    /// The function that stores any bytes at an address, as many as it is told.
    pub(crate) fn anything(&mut self) -> (FunctionId, SignatureId) {
        if self.anything.is_none() {
            let word = Parameter::Scalar(pointer_scalar(self.program.data_model));
            let name = "__VERIFIER_nondet_memory";
            self.anything = Some(self.library_function(name, ResultKind::Void, vec![word, word], false));
        }
        self.anything.expect("it was just made")
    }

    /// The function that returns any byte: the first of those names that the program does not use otherwise.
    pub(crate) fn choice(&mut self) -> (FunctionId, SignatureId) {
        if let Some(choice) = self.choice {
            return choice;
        }
        let result = ResultKind::Scalar(Scalar::I8);
        let is_free = |name: &&&str| {
            self.module.functions.iter().all(|(id, function)| {
                let signature = &self.module.signatures[function.signature];
                let is_defined = self
                    .program
                    .functions
                    .iter()
                    .nth(id.index())
                    .is_some_and(|(_, function)| function.body.is_some());
                function.name != **name
                    || !is_defined && signature.result == result && signature.parameters.is_empty()
            })
        };
        let name = BYTES_FROM_OUTSIDE.iter().find(is_free).unwrap_or(&BYTES_FROM_OUTSIDE[0]);
        let choice = self.library_function(name, result, Vec::new(), false);
        self.choice = Some(choice);
        choice
    }

    /// A function that the library knows and the program need not declare.
    fn library_function(
        &mut self,
        name: &str,
        result: ResultKind,
        parameters: Vec<Parameter>,
        is_noreturn: bool,
    ) -> (FunctionId, SignatureId) {
        let declared = self.module.functions.iter().find(|(_, function)| function.name == name);
        if let Some((id, function)) = declared {
            return (id, function.signature);
        }
        let signature = self.signatures.intern(
            &mut self.module.signatures,
            Signature { result, parameters, is_variadic: false, has_prototype: true, fingerprint: 0 },
        );
        let name = self.unique_name(name.to_owned());
        let function = self.module.functions.push(Function {
            name,
            linkage: Linkage::External,
            signature,
            is_noreturn,
            promises: Promises::default(),
            body: None,
            span: Span::NONE,
        });
        (function, signature)
    }
}
