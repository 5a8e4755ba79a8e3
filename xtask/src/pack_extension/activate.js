// Activates the unpacked extension in the folder that is given, as the editor does, with stand-ins for what only the editor
// has, and prints which server it starts.
const Module = require("module");
const path = require("path");

const folder = path.resolve(process.argv[2]);
const manifest = require(path.join(folder, "package.json"));
// The client must be in the package, with all that it needs from others but the editor.
const client = require.resolve("vscode-languageclient/node", { paths: [folder] });
if (!client.startsWith(folder)) throw new Error(`the client is not in the package: ${client}`);

const started = [];
class LanguageClient {
  constructor(id, name, server, options) {
    this.server = server;
    this.options = options;
  }
  start() {
    started.push({ server: this.server, documents: this.options.documentSelector });
    return Promise.resolve();
  }
  stop() {
    started.push("stopped");
    return Promise.resolve();
  }
}
const properties = manifest.contributes.configuration.properties;
const get = section => name => properties[`${section}.${name}`].default;
const vscode = { workspace: { getConfiguration: section => ({ get: get(section) }) } };
const load = Module._load;
Module._load = function (name, ...rest) {
  if (name === "vscode") return vscode;
  if (name === "vscode-languageclient/node") return { LanguageClient };
  return load.call(this, name, ...rest);
};

(async () => {
  const extension = require(path.join(folder, manifest.main));
  await extension.activate({ subscriptions: [] });
  await extension.deactivate();
  console.log(JSON.stringify(started));
})();
