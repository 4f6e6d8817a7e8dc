extension ShellCommand {
    /// What a command asks of systemd.
    package enum SystemdUse: Hashable, Sendable {
        /// A restart of pcscd, which can be had without systemd as well.
        case restartOfService
        /// Anything else.
        case other
    }

    /// Restarts pcscd.
    static let restartService = ShellCommand("systemctl restart pcscd", .restartOfService)

    /// Restarts pcscd by its socket: the next program that connects starts the service.
    static let restartServiceSocket = ShellCommand("systemctl restart pcscd.socket", .restartOfService)

    /// A command of systemd.
    ///
    /// - Parameter arguments: Its arguments, as source text.
    /// - Returns: The command.
    static func systemctl(_ arguments: String) -> ShellCommand { ShellCommand("systemctl \(arguments)", .other) }

    private init(_ words: String, _ use: SystemdUse) {
        self.init(stringLiteral: words)
        systemdUse = use
    }
}
