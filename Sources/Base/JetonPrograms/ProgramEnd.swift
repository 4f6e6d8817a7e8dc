internal import Glibc

/// How a program ended.
package enum ProgramEnd: Hashable, Sendable {
    /// It exited with a code.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32)
    /// Unknown: the process that loaded this library waits for all of its children, or ignores their ends.
    case unknown

    /// What a wait status says.
    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
    }

    /// The exit code as a shell has it: 128 and the number of the signal that ended the program; 255 if unknown.
    package var code: Int32 {
        switch self {
        case .exited(let code): code
        case .signaled(let signal): 128 + signal
        case .unknown: 255
        }
    }
}
