// Starts `besom lsp` for C files. Its commands (stories, replays) are those of the server.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const command = vscode.workspace.getConfiguration("besom").get("path");
  client = new LanguageClient("besom", "Besom", { command, args: ["lsp"] }, { documentSelector: [{ language: "c" }] });
  context.subscriptions.push({ dispose: () => client.stop() });
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
