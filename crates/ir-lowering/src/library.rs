//! Functions of the library that lowering itself calls.

use crate::module::ModuleLowering;
use crate::shape::pointer_scalar;
use ir::{Function, FunctionId, Linkage, Parameter, Promises, ResultKind, Scalar, Signature, SignatureId};
use source::Span;

impl ModuleLowering<'_> {
    /// `__builtin_trap`, declared as a function that does not return.
    pub(crate) fn trap(&mut self) -> (FunctionId, SignatureId) {
        if self.trap.is_none() {
            self.trap = Some(self.library_function("__builtin_trap", ResultKind::Void, Vec::new(), true));
        }
        self.trap.expect("it was just made")
    }

    /// The function that stores any bytes at an address, as many as it is told, as the implementation of C pleases.
    pub(crate) fn anything(&mut self) -> (FunctionId, SignatureId) {
        if self.anything.is_none() {
            let word = Parameter::Scalar(pointer_scalar(self.program.data_model));
            let name = "__besom_unspecified_memory";
            self.anything = Some(self.library_function(name, ResultKind::Void, vec![word, word], false));
        }
        self.anything.expect("it was just made")
    }

    /// The function that returns zero or one, as the implementation of C pleases.
    pub(crate) fn choice(&mut self) -> (FunctionId, SignatureId) {
        if self.choice.is_none() {
            let result = ResultKind::Scalar(Scalar::I8);
            self.choice =
                Some(self.library_function("__besom_unspecified_choice", result, Vec::new(), false));
        }
        self.choice.expect("it was just made")
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
