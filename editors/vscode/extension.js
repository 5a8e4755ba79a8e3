// Starts `besom lsp` for C files, and runs replays in a terminal.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const command = vscode.workspace.getConfiguration("besom").get("path");
  client = new LanguageClient("besom", "Besom", { command, args: ["lsp"] }, { documentSelector: [{ language: "c" }] });
  const replay = vscode.commands.registerCommand("besom.replay", (line) => {
    const terminal = vscode.window.createTerminal("besom");
    terminal.show();
    // The command is shown, and the user starts it.
    terminal.sendText(line, false);
  });
  context.subscriptions.push(replay, { dispose: () => client.stop() });
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
