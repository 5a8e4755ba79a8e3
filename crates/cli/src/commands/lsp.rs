//! `besom lsp`: findings in the editor, by the language server protocol on the standard streams.
//!
//! A text is analysed when it is opened, when it is saved, and while it is typed, on a thread of its own; other questions are
//! answered meanwhile. An analysis that is overtaken is ended, and its results are thrown away.

mod analysis;
mod commands;
mod convert;
mod state;

use crate::Status;
use crate::terminal::Terminal;
use analysis::Analysed;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, CodeLensRequest, ExecuteCommand, HoverRequest, Request as _,
    ShowDocument,
};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandOptions, ExecuteCommandParams,
    HoverProviderCapability, InitializeParams, PublishDiagnosticsParams, SaveOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use state::{REPLAY, STORY, Server};
use std::sync::mpsc;

pub fn run(terminal: &Terminal) -> Status {
    match serve(terminal) {
        Ok(()) => Status::Success,
        Err(message) => {
            terminal.write(&format!("besom lsp: {message}\n"));
            Status::Bad
        }
    }
}

/// What the server can do.
fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![STORY.to_owned(), REPLAY.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Whether the editor asks for lenses again when it is told to.
fn refreshes_lenses(params: &InitializeParams) -> bool {
    let lenses = params.capabilities.workspace.as_ref().and_then(|workspace| workspace.code_lens.as_ref());
    lenses.is_some_and(|lenses| lenses.refresh_support == Some(true))
}

fn serve(terminal: &Terminal) -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let capabilities = serde_json::to_value(capabilities()).map_err(|error| error.to_string())?;
    let params = connection.initialize(capabilities).map_err(|error| error.to_string())?;
    let refreshes = serde_json::from_value(params).is_ok_and(|params| refreshes_lenses(&params));
    let mut asked = 0;
    let mut ask = |method: &str, params: serde_json::Value| {
        asked += 1;
        let request = Request::new(asked.into(), method.to_owned(), params);
        connection.sender.send(Message::Request(request)).map_err(|error| error.to_string())
    };
    let (sender, finished) = mpsc::channel::<Analysed>();
    let mut server = Server::new(*terminal, sender);
    loop {
        // Finished analyses and messages of the editor come from two sides; the wait for one is short.
        while let Ok(analysed) = finished.try_recv() {
            if let Some(published) = server.accept(analysed) {
                publish(&connection, published)?;
                if refreshes {
                    ask(CodeLensRefresh::METHOD, serde_json::Value::Null)?;
                }
            }
        }
        let message = match connection.receiver.recv_timeout(std::time::Duration::from_millis(20)) {
            Ok(message) => message,
            Err(error) if error.is_timeout() => continue,
            Err(_) => break,
        };
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                    break;
                }
                if request.method == ExecuteCommand::METHOD {
                    let shown = serde_json::from_value::<ExecuteCommandParams>(request.params.clone());
                    let shown = shown.map_err(|error| error.to_string());
                    match shown.and_then(|params| commands::execute(&params)) {
                        Ok(document) => {
                            let params = serde_json::to_value(document).map_err(|error| error.to_string())?;
                            ask(ShowDocument::METHOD, params)?;
                        }
                        Err(message) => {
                            let response =
                                Response::new_err(request.id, ErrorCode::InvalidParams as i32, message);
                            let sent = connection.sender.send(Message::Response(response));
                            sent.map_err(|error| error.to_string())?;
                            continue;
                        }
                    }
                }
                let response = answer(&server, request);
                connection.sender.send(Message::Response(response)).map_err(|error| error.to_string())?;
            }
            Message::Notification(notification) => {
                if let Some(published) = notice(&mut server, &notification) {
                    publish(&connection, published)?;
                }
            }
            Message::Response(_) => {}
        }
    }
    drop(connection);
    threads.join().map_err(|error| error.to_string())
}

fn publish(connection: &Connection, published: PublishDiagnosticsParams) -> Result<(), String> {
    let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), published);
    connection.sender.send(Message::Notification(notification)).map_err(|error| error.to_string())
}

/// Takes notice of what the editor did. A closed file has no findings any more.
fn notice(server: &mut Server, notification: &Notification) -> Option<PublishDiagnosticsParams> {
    fn params<T: DeserializeOwned>(notification: &Notification) -> Option<T> {
        serde_json::from_value(notification.params.clone()).ok()
    }
    match notification.method.as_str() {
        DidOpenTextDocument::METHOD => {
            let document = params::<DidOpenTextDocumentParams>(notification)?.text_document;
            server.analyse(document.uri, Some(document.text), false);
            None
        }
        DidChangeTextDocument::METHOD => {
            let mut change = params::<DidChangeTextDocumentParams>(notification)?;
            let text = change.content_changes.pop()?.text;
            server.analyse(change.text_document.uri, Some(text), true);
            None
        }
        DidSaveTextDocument::METHOD => {
            let saved = params::<DidSaveTextDocumentParams>(notification)?;
            // Editors that do not tell what is typed have it on disk now.
            let path = convert::path_of(&saved.text_document.uri);
            let text = saved.text.or_else(|| std::fs::read_to_string(path?).ok());
            server.analyse(saved.text_document.uri, text, false);
            None
        }
        DidCloseTextDocument::METHOD => {
            Some(server.close(params::<DidCloseTextDocumentParams>(notification)?.text_document.uri))
        }
        _ => None,
    }
}

fn answer(server: &Server, request: Request) -> Response {
    fn with<P: DeserializeOwned, R: Serialize>(request: Request, respond: impl Fn(P) -> R) -> Response {
        match serde_json::from_value(request.params) {
            Ok(params) => Response::new_ok(request.id, respond(params)),
            Err(error) => Response::new_err(request.id, ErrorCode::InvalidParams as i32, error.to_string()),
        }
    }
    match request.method.as_str() {
        HoverRequest::METHOD => with(request, |params| server.hover(&params)),
        CodeLensRequest::METHOD => with(request, |params| server.lenses(&params)),
        CodeActionRequest::METHOD => with(request, |params| server.actions(&params)),
        // What it is about is shown by the editor.
        ExecuteCommand::METHOD => Response::new_ok(request.id, serde_json::Value::Null),
        method => {
            let message = format!("`{method}` is not answered here");
            Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
        }
    }
}
