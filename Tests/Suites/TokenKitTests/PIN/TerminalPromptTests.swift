import Glibc
import Testing
import TokenKit

@Suite("PIN prompt on a terminal", .serialized)
struct TerminalPromptTests {
    /// Asks on a terminal while another thread answers; gives the PIN or the error as text, and what was shown.
    private func ask(
        _ terminal: PseudoTerminal,
        _ prompt: PINPrompt,
        answers: [(question: String, answer: String)]
    ) async -> (result: Result<String, PINError>, shown: String) {
        let path = terminal.path
        async let result = onThread { () -> Result<String, PINError> in
            do { return .success(try PINReader(terminal: path).text(.prompt, prompt)) } catch {
                return .failure(error as? PINError ?? PINError(.unreadable))
            }
        }
        let shown = await onThread {
            var shown = ""
            for (question, answer) in answers {
                shown += terminal.output(until: question)
                terminal.type(answer)
            }
            return shown + terminal.output(until: "\r\n")
        }
        return (await result, shown)
    }

    @Test("The PIN is read without being shown, and echo is as before")
    func withoutEcho() async throws {
        let terminal = try PseudoTerminal()
        let prompt = PINPrompt(role: .user, tokenLabel: "alpha", tries: .low)
        let (result, shown) = await ask(terminal, prompt, answers: [("): ", "s3cret\n")])
        #expect(try result.get() == "s3cret")
        #expect(shown.hasPrefix("PIN of token 'alpha' (a wrong PIN was entered before): "))
        #expect(!shown.contains("s3cret"))
        #expect(terminal.isEchoing)
    }

    @Test("A new PIN is asked twice")
    func twice() async throws {
        let terminal = try PseudoTerminal()
        let prompt = PINPrompt(role: .user, isNew: true)
        let same = await ask(terminal, prompt, answers: [("New PIN: ", "4711\n"), ("Repeat the new PIN: ", "4711\n")])
        #expect(try same.result.get() == "4711")
        let other = await ask(terminal, prompt, answers: [("New PIN: ", "4711\n"), ("Repeat the new PIN: ", "4712\n")])
        #expect(throws: PINError(.notRepeated)) { try other.result.get() }
        #expect(terminal.isEchoing)
    }

    @Test(
        "No answer, an empty one and too long a one are errors of their own, and echo is as before",
        arguments: [
            ("\u{4}", PINError.Code.canceled), ("\n", .empty),
            (String(repeating: "7", count: PINReader.maximumLength + 1) + "\n", .tooLong),
        ]
    )
    func refused(answer: String, code: PINError.Code) async throws {
        let terminal = try PseudoTerminal()
        let (result, _) = await ask(terminal, PINPrompt(role: .puk), answers: [("PUK: ", answer)])
        #expect(throws: PINError(code)) { try result.get() }
        #expect(terminal.isEchoing)
    }

    @Test("Without a terminal the error names the other sources", arguments: ["/nonexistent", "/dev/null", "/"])
    func noTerminal(path: String) throws {
        let error = try #require(throws: PINError.self) { try PINReader(terminal: path).text(.prompt) }
        #expect(error.code == .noTerminal)
        #expect(error.hints.joined().contains("fd:N"))
    }

    /// Sends a signal to the process as soon as the terminal is silent.
    private static func sendWhenSilent(_ signal: Int32, _ path: String) {
        Task {
            await onThread {
                let descriptor = unsafe open(path, O_RDWR | O_NOCTTY)
                var mode = termios()
                repeat {
                    usleep(1000)
                    _ = unsafe tcgetattr(descriptor, &mode)
                } while mode.c_lflag & tcflag_t(ECHO) != 0
                kill(getpid(), signal)
            }
        }
    }

    @Test("SIGINT ends the process, and echo is as before")
    func interrupted() async throws {
        let terminal = try PseudoTerminal()
        let path = terminal.path
        await #expect(processExitsWith: .signal(SIGINT)) { [path = path as String] in
            Self.sendWhenSilent(SIGINT, path)
            _ = try await onThread { Swift.Result { try PINReader(terminal: path).text(.prompt) } }.get()
        }
        #expect(terminal.isEchoing)
    }

    @Test("SIGTERM ends the process, and echo is as before")
    func terminated() async throws {
        let terminal = try PseudoTerminal()
        let path = terminal.path
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
            Self.sendWhenSilent(SIGTERM, path)
            _ = try await onThread { Swift.Result { try PINReader(terminal: path).text(.prompt) } }.get()
        }
        #expect(terminal.isEchoing)
    }

    @Test("A program that handles SIGTERM itself gets it, and the prompt is cancelled")
    func handled() async throws {
        let terminal = try PseudoTerminal()
        let path = terminal.path
        await #expect(processExitsWith: .exitCode(42)) { [path = path as String] in
            signal(SIGTERM) { _ in _ = unsafe write(2, "handled\n", 8) }
            Self.sendWhenSilent(SIGTERM, path)
            let result = await onThread { Swift.Result { try PINReader(terminal: path).text(.prompt) } }
            if case .failure(let error) = result, error as? PINError == PINError(.canceled) { exit(42) }
        }
        #expect(terminal.isEchoing)
    }

    @Test("After a stop by SIGTSTP the question is asked once more")
    func stopped() async throws {
        let terminal = try PseudoTerminal()
        let path = terminal.path
        async let shown = onThread {
            let shown = terminal.output(until: "PIN: \r\nPIN: ")
            terminal.type("4711\n")
            return shown
        }
        await #expect(processExitsWith: .exitCode(43)) { [path = path as String] in
            // In place of a stop, which a test could not end again.
            signal(SIGTSTP) { _ in _ = unsafe write(2, "stopped\n", 8) }
            Self.sendWhenSilent(SIGTSTP, path)
            let result = await onThread { Swift.Result { try PINReader(terminal: path).text(.prompt) } }
            if try result.get() == "4711" { exit(43) }
        }
        #expect(await shown == "PIN: \r\nPIN: ")
        #expect(terminal.isEchoing)
    }
}
