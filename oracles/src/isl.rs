//! The few functions of isl that are compared, with ownership as isl wants it: every function takes its arguments.

use std::ffi::{CString, c_char, c_int, c_uint, c_void};

/// An opaque object of isl.
type Handle = *mut c_void;

#[link(name = "isl")]
unsafe extern "C" {
    fn isl_ctx_alloc() -> Handle;
    fn isl_ctx_free(context: Handle);
    fn isl_set_read_from_str(context: Handle, text: *const c_char) -> Handle;
    fn isl_set_copy(set: Handle) -> Handle;
    fn isl_set_free(set: Handle) -> Handle;
    fn isl_set_project_out(set: Handle, kind: c_uint, first: c_uint, count: c_uint) -> Handle;
    fn isl_set_subtract(left: Handle, right: Handle) -> Handle;
    fn isl_set_intersect(left: Handle, right: Handle) -> Handle;
    fn isl_set_union(left: Handle, right: Handle) -> Handle;
    fn isl_set_coalesce(set: Handle) -> Handle;
    fn isl_set_is_subset(left: Handle, right: Handle) -> c_int;
    fn isl_set_is_empty(set: Handle) -> c_int;
}

/// `isl_dim_set`.
const SET_DIMENSION: c_uint = 3;

pub struct Context(Handle);

impl Context {
    pub fn new() -> Context {
        // SAFETY: the function has no preconditions.
        Context(unsafe { isl_ctx_alloc() })
    }

    /// Reads a set; `None` if isl does not accept the text.
    pub fn read(&self, text: &str) -> Option<Set<'_>> {
        let text = CString::new(text).ok()?;
        // SAFETY: the context is alive and the text ends with a zero.
        let handle = unsafe { isl_set_read_from_str(self.0, text.as_ptr()) };
        (!handle.is_null()).then_some(Set { handle, context: std::marker::PhantomData })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: sets borrow the context, so none is left.
        unsafe { isl_ctx_free(self.0) }
    }
}

pub struct Set<'a> {
    handle: Handle,
    context: std::marker::PhantomData<&'a Context>,
}

impl Drop for Set<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is owned.
        unsafe { isl_set_free(self.handle) };
    }
}

impl<'a> Set<'a> {
    fn owned(&self) -> Handle {
        // SAFETY: the handle is alive; the copy has its own reference.
        unsafe { isl_set_copy(self.handle) }
    }

    fn wrap(handle: Handle) -> Set<'a> {
        Set { handle, context: std::marker::PhantomData }
    }

    pub fn project_out(&self, dimension: u32) -> Set<'a> {
        // SAFETY: the copy is given away; isl checks the dimension.
        Set::wrap(unsafe { isl_set_project_out(self.owned(), SET_DIMENSION, dimension, 1) })
    }

    pub fn subtract(&self, other: &Set<'a>) -> Set<'a> {
        // SAFETY: both copies are given away.
        Set::wrap(unsafe { isl_set_subtract(self.owned(), other.owned()) })
    }

    pub fn intersect(&self, other: &Set<'a>) -> Set<'a> {
        // SAFETY: both copies are given away.
        Set::wrap(unsafe { isl_set_intersect(self.owned(), other.owned()) })
    }

    pub fn union_and_coalesce(&self, other: &Set<'a>) -> Set<'a> {
        // SAFETY: both copies are given away, and so is the union.
        Set::wrap(unsafe { isl_set_coalesce(isl_set_union(self.owned(), other.owned())) })
    }

    /// `None` if isl gives up.
    pub fn is_subset(&self, other: &Set<'a>) -> Option<bool> {
        // SAFETY: the function only reads its arguments.
        truth(unsafe { isl_set_is_subset(self.handle, other.handle) })
    }

    /// `None` if isl gives up.
    pub fn is_empty(&self) -> Option<bool> {
        // SAFETY: the function only reads its argument.
        truth(unsafe { isl_set_is_empty(self.handle) })
    }
}

fn truth(value: c_int) -> Option<bool> {
    match value {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}
