internal import Glibc
internal import JetonJobs
internal import JetonOctets
internal import Synchronization
internal import TokenKit

/// The program that asks a person, on the agent's own display: pinentry.
///
/// Nothing of the asker's environment or terminal is used.
package struct PromptProgram: Sendable {
    /// The program's path; nil if nothing can ask.
    package let path: String?
    /// Its variables.
    package let variables: [String: String]

    /// Makes a program that asks.
    ///
    /// - Parameters:
    ///   - path: An absolute path; nil for the first `pinentry` in the agent's PATH.
    ///   - variables: The agent's own environment. Without a display or session bus nothing can ask.
    package init(path: String?, variables: [String: String]) {
        let passed = [
            "PATH", "HOME", "LANG", "LC_ALL", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR",
            "DBUS_SESSION_BUS_ADDRESS", "XDG_CURRENT_DESKTOP",
        ]
        self.variables = variables.filter { passed.contains($0.key) }
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"].contains { variables[$0] != nil }
        let found = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/pinentry" }
            .first { (path: String) in unsafe path.hasPrefix("/") && access(path, X_OK) == 0 }
        self.path = hasDisplay ? path ?? found : nil
    }

    /// Asks for a PIN.
    ///
    /// - Throws: ``Refusal``.
    func pin(_ question: Question, prompt: PINPrompt, _ cancellation: Cancellation) throws(Refusal) -> SharedSecret {
        try exchange(question, prompt.text, cancellation) { (connection) throws(PINError) in
            try connection.transact("SETPROMPT PIN:").requireOK()
            try connection.send("GETPIN")
            var response = try connection.receive()
            if let code = response.errorCode, Pinentry.isCanceled(code) { throw PINError.canceled }
            try response.requireOK()
            guard let secret = response.takeData(), !secret.isEmpty else { throw PINError.canceled }
            return SharedSecret(secret)
        }
    }

    /// Asks for a yes; everything else is a no.
    ///
    /// - Throws: ``Refusal``.
    func confirm(_ question: Question, _ cancellation: Cancellation) throws(Refusal) {
        try exchange(question, nil, cancellation) { (connection) throws(PINError) in
            _ = try connection.transact("SETOK Allow")
            _ = try connection.transact("SETCANCEL Refuse")
            let response = try connection.transact("CONFIRM")
            guard response.isOK else { throw PINError.canceled }
        }
    }

    private func exchange<Value>(
        _ question: Question,
        _ remark: String?,
        _ cancellation: Cancellation,
        _ body: (borrowing AssuanConnection) throws(PINError) -> Value
    ) throws(Refusal) -> Value {
        guard let path else { throw Refusal(.noPrompt) }
        let lines = [question.prompt] + question.rows.map(PromptProgram.line) + (remark.map { [$0] } ?? [])
        do throws(PINError) {
            let connection = try AssuanConnection(program: path, variables: variables)
            cancellation.set(connection.process)
            do throws(PINError) {
                try connection.receive().requireOK()
                _ = try connection.transact("SETTITLE Jeton")
                let text = Pinentry.escape(lines.map(PromptProgram.harmless).joined(separator: "\n"))
                try connection.transact("SETDESC \(text)").requireOK()
                let value = try body(connection)
                cancellation.set(nil)
                connection.close()
                return value
            } catch {
                cancellation.set(nil)
                connection.close()
                throw error
            }
        } catch {
            if cancellation.isCanceled { throw Refusal(.gone) }
            throw Refusal(error.code == .canceled ? .declined : .promptFailed)
        }
    }

    private static func line(_ row: Question.Row) -> String {
        switch row {
        case .labeled(let label, let text): "\(label): \(ForeignText(text).shown(limit: 80))"
        case .own(let text): text
        }
    }

    /// A line without what a window would take for markup.
    private static func harmless(_ line: String) -> String {
        String(line.map { $0 == "<" ? "‹" : $0 == "&" ? "＆" : $0 })
    }
}

extension PINError {
    fileprivate static var canceled: PINError { PINError(.canceled) }
}

/// Takes a prompt down when its client goes.
final class Cancellation: Sendable {
    private struct State {
        var process: Int32?
        var isCanceled = false
    }

    private let state = Mutex(State())

    /// Whether the client has gone.
    var isCanceled: Bool { state.withLock { $0.isCanceled } }

    /// Notes the process that asks, which is not waited for before nil is noted.
    func set(_ process: Int32?) {
        state.withLock { state in
            state.process = process
            if state.isCanceled, let process { kill(process, SIGKILL) }
        }
    }

    /// Ends the prompt, and all that come.
    func cancel() {
        state.withLock { state in
            state.isCanceled = true
            if let process = state.process { kill(process, SIGKILL) }
        }
    }
}
