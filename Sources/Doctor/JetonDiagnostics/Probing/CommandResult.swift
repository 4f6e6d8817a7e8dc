package import JetonOctets

/// What came of running a program of the system.
package enum CommandResult: Hashable, Sendable {
    /// It is not installed, or can't be started.
    case notAvailable
    /// It took too long, or a signal ended it.
    case broken
    /// It ended with an exit code and this output.
    case ended(code: Int32, output: ForeignText)
}
