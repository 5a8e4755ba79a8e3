//! Running the C compiler, and reading objects back from its assembly.

use c_types::constant::{self, Constant};
use c_types::typed::{Definition, ExprKind, Global, Program};
use std::collections::HashMap;
use std::io::Write;
use std::process::{Command, Stdio};

/// Whether it succeeded, what it printed, and what it complained about; `None` if there is none.
pub fn run_compiler(compiler: &str, arguments: &[&str], input: &str) -> Option<(bool, String, String)> {
    let child = Command::new(compiler)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("{compiler} is not installed: nothing to compare with");
        return None;
    };
    let mut stdin = child.stdin.take()?;
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Some((output.status.success(), text(output.stdout), text(output.stderr)))
}

/// The bytes of each object whose name starts with `v_`, as GCC emits them.
pub fn compiled_objects(flag: &str, source: &str) -> Option<HashMap<String, Vec<u8>>> {
    let arguments = [flag, "-std=gnu11", "-w", "-fno-pic", "-S", "-O0", "-o", "-", "-x", "c", "-"];
    let (is_ok, assembly, errors) = run_compiler("gcc", &arguments, source)?;
    assert!(is_ok, "gcc rejects the program:\n{}", errors.lines().take(30).collect::<Vec<_>>().join("\n"));
    Some(objects_in_assembly(&assembly))
}

pub fn objects_in_assembly(assembly: &str) -> HashMap<String, Vec<u8>> {
    let mut objects: HashMap<String, Vec<u8>> = HashMap::new();
    let mut current: Option<String> = None;
    for line in assembly.lines() {
        if let Some(label) = line.strip_suffix(':') {
            current = label.starts_with("v_").then(|| label.to_owned());
            continue;
        }
        let Some(name) = &current else { continue };
        let Some((directive, argument)) = line.trim().split_once(char::is_whitespace) else { continue };
        let bytes = objects.entry(name.clone()).or_default();
        let width = match directive {
            ".byte" => 1,
            ".value" | ".short" | ".2byte" => 2,
            ".long" | ".4byte" => 4,
            ".quad" | ".8byte" => 8,
            ".zero" => {
                let count: usize = argument.parse().unwrap_or(0);
                bytes.extend(std::iter::repeat_n(0, count));
                continue;
            }
            ".string" | ".ascii" => {
                bytes.extend(unescape(argument));
                if directive == ".string" {
                    bytes.push(0);
                }
                continue;
            }
            _ => continue,
        };
        let value: i128 = argument.parse().unwrap_or(0);
        bytes.extend(&value.to_le_bytes()[..width]);
    }
    objects
}

/// The bytes of a quoted string of the assembler.
fn unescape(quoted: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = quoted.trim().trim_start_matches('"').bytes().peekable();
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => break,
            b'\\' => match rest.next() {
                Some(b'n') => bytes.push(b'\n'),
                Some(b't') => bytes.push(b'\t'),
                Some(b'r') => bytes.push(b'\r'),
                Some(b'b') => bytes.push(8),
                Some(b'f') => bytes.push(12),
                Some(digit @ b'0'..=b'7') => {
                    let mut value = u32::from(digit - b'0');
                    for _ in 0..2 {
                        match rest.next_if(|byte| (b'0'..=b'7').contains(byte)) {
                            Some(digit) => value = value * 8 + u32::from(digit - b'0'),
                            None => break,
                        }
                    }
                    bytes.push(value as u8);
                }
                Some(other) => bytes.push(other),
                None => {}
            },
            other => bytes.push(other),
        }
    }
    bytes
}

/// The bytes of a variable by our account; `None` if a value is not a number.
pub fn our_bytes(program: &Program, global: &Global) -> Option<Vec<u8>> {
    let mut bytes = vec![0u8; global.size as usize];
    let Definition::Initialized(initializer) = &global.definition else { return Some(bytes) };
    for entry in &initializer.entries {
        for copy in 0..entry.count {
            let offset = (entry.offset + copy * entry.stride) as usize;
            let size = program.size_of(entry.ty)? as usize;
            if let ExprKind::String(string) = program.exprs[entry.value].kind {
                let text = &program.strings[string].bytes;
                for index in 0..size {
                    bytes[offset + index] = text.get(index).copied().unwrap_or(0);
                }
                continue;
            }
            let value = match constant::evaluate(program, entry.value)? {
                Constant::Integer(value) => value as u128,
                Constant::Float(bits) => bits,
                Constant::Address { .. } | Constant::LabelDifference { .. } => return None,
            };
            match entry.bits {
                None => bytes[offset..offset + size].copy_from_slice(&value.to_le_bytes()[..size]),
                Some(bits) => {
                    for bit in 0..bits.width {
                        let position = (bits.offset + bit) as usize;
                        let byte = &mut bytes[offset + position / 8];
                        *byte &= !(1 << (position % 8));
                        *byte |= (((value >> bit) & 1) as u8) << (position % 8);
                    }
                }
            }
        }
    }
    Some(bytes)
}

/// Compares all objects; the text says what differs.
pub fn differences(program: &Program, found: &HashMap<String, Vec<u8>>) -> Vec<String> {
    let mut differences = Vec::new();
    for (_, global) in program.globals.iter() {
        let name = program.names.text(global.name);
        if !name.starts_with("v_") {
            continue;
        }
        let ours = our_bytes(program, global);
        // What is all zero goes to another section, and its bytes are not listed.
        let theirs = found.get(name).cloned();
        let is_same = match (&ours, &theirs) {
            (Some(ours), Some(theirs)) => {
                ours == theirs || (ours.iter().all(|&b| b == 0) && theirs.iter().all(|&b| b == 0))
            }
            (Some(ours), None) => ours.iter().all(|&byte| byte == 0),
            (None, _) => false,
        };
        if !is_same {
            differences.push(format!("{name}: gcc has {theirs:x?}, we have {ours:x?}"));
        }
    }
    differences
}
