internal import ArgumentParser

/// A command of `jeton` that does something.
protocol JetonSubcommand: ParsableCommand {
    /// Whether the command loads modules, so that it runs in a child process that may crash or hang.
    var loadsModules: Bool { get }

    /// Whether the command goes on until it is ended.
    var goesOn: Bool { get }

    /// Whether libcrypto may read the system's openssl.cnf, on which modules and libssl rely.
    ///
    /// A command that uses neither answers false.
    var readsOpenSSLConfiguration: Bool { get }

    /// Whether errors are printed as JSON.
    var wantsJSON: Bool { get }

    /// How much is said, and which profile counts.
    var general: GeneralOptions { get }

    /// Whether a person may be asked for a secret after some time, so that what is typed ahead must not be shown.
    var asksLate: Bool { get }

    /// The arguments that name files, one of which may have a name that is not UTF-8 and is then reported by itself.
    var fileArguments: [String] { get }

    /// Does the work.
    ///
    /// - Returns: The exit code.
    /// - Throws: ``CommandError``, or an error of the lower modules, which ``ErrorReport`` turns into one.
    mutating func execute() throws -> ExitCode
}

extension JetonSubcommand {
    var loadsModules: Bool { true }
    var asksLate: Bool { false }
    var goesOn: Bool { false }
    var fileArguments: [String] { [] }
    var readsOpenSSLConfiguration: Bool { true }
    var wantsJSON: Bool { false }

    /// What ArgumentParser requires; ``Jeton/run(_:)`` calls ``execute()`` itself.
    mutating func run() throws { throw try execute() }
}
