internal import Glibc
internal import JetonOctets

/// Why another program could not be used.
package struct ProgramError: CodedError {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// It can't be started.
        case start
        /// It does not read its input.
        case input
        /// It takes too long.
        case deadline
        /// It writes more than is taken.
        case output
    }

    /// The kind of failure.
    package let code: Code
    /// The program's name, or its path.
    package let program: String
    /// The number of the system's error; 0 if there is none.
    package let number: Int32

    init(_ code: Code, _ program: String, number: Int32 = 0) {
        self.code = code
        self.program = program
        self.number = number
    }

    /// Whether the program reads no further, which it may.
    package var isEndOfReading: Bool { code == .input && number == EPIPE }

    /// One sentence for people.
    package var description: String {
        switch code {
        case .start: "\(program) can't be started: \(reason)"
        case .input: "\(program) does not read its input: \(reason)"
        case .deadline: "\(program) does not finish in time"
        case .output: "\(program) writes too much output"
        }
    }

    private var reason: String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
