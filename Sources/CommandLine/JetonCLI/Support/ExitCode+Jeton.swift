internal import ArgumentParser

/// The exit codes of `jeton`; the numbers are part of its interface.
extension ExitCode {
    /// A finding (doctor), or not valid (verify).
    static let finding = ExitCode(1)
    /// The command line is wrong.
    static let usage = ExitCode(2)
    /// No such token, key, reader or file.
    static let notFound = ExitCode(3)
    /// The doctor could not finish; the same number as ``notFound``, which it has no use for.
    static let unfinished = ExitCode(3)
    /// The PIN or the login.
    static let login = ExitCode(4)
    /// The token or its module refused, or broke.
    static let refused = ExitCode(5)
    /// Several things match.
    static let ambiguous = ExitCode(6)
    /// Reading or writing failed.
    static let inputOutput = ExitCode(7)
    /// The keystore or a pairing.
    static let keystore = ExitCode(8)
    /// A mistake in Jeton.
    static let internalError = ExitCode(70)
}
