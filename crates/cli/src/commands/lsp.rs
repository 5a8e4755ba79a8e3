//! `besom lsp`: findings in the editor, by the language server protocol on the standard streams.
//!
//! A file is analysed when it is opened and when it is saved, on a thread of its own; what is typed
//! meanwhile is answered at once, and results of an analysis that was overtaken are thrown away.

mod convert;
mod state;

use crate::Status;
use crate::terminal::Terminal;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{CodeActionRequest, CodeLensRequest, HoverRequest, Request as _};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, HoverProviderCapability, PublishDiagnosticsParams,
    SaveOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use state::{Analysed, Server};
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
            change: Some(TextDocumentSyncKind::NONE),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}

fn serve(terminal: &Terminal) -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let capabilities = serde_json::to_value(capabilities()).map_err(|error| error.to_string())?;
    connection.initialize(capabilities).map_err(|error| error.to_string())?;
    let (sender, finished) = mpsc::channel::<Analysed>();
    let mut server = Server::new(*terminal, sender);
    loop {
        // Finished analyses and messages of the editor come from two sides; the wait for one is short.
        while let Ok(analysed) = finished.try_recv() {
            if let Some(published) = server.accept(analysed) {
                publish(&connection, published)?;
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
    fn uri<T: DeserializeOwned>(notification: &Notification, of: fn(T) -> Uri) -> Option<Uri> {
        serde_json::from_value(notification.params.clone()).ok().map(of)
    }
    match notification.method.as_str() {
        DidOpenTextDocument::METHOD => {
            let of = |params: lsp_types::DidOpenTextDocumentParams| params.text_document.uri;
            server.analyse(uri(notification, of)?);
            None
        }
        DidSaveTextDocument::METHOD => {
            let of = |params: lsp_types::DidSaveTextDocumentParams| params.text_document.uri;
            server.analyse(uri(notification, of)?);
            None
        }
        DidCloseTextDocument::METHOD => {
            let of = |params: lsp_types::DidCloseTextDocumentParams| params.text_document.uri;
            Some(server.close(uri(notification, of)?))
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
        method => {
            let message = format!("`{method}` is not answered here");
            Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
        }
    }
}
