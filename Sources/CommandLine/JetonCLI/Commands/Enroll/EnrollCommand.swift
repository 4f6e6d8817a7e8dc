internal import ArgumentParser

/// `jeton enroll`.
struct EnrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Request certificates, wait for them, collect them.",
        discussion: """
            A request is kept until its certificate is on the token: it outlasts crashes, moved labels and other ids. \
            Its name is the SHA-1 identifier of its key, of which the first digits are enough.
            """,
        subcommands: [
            EnrollRequestCommand.self, EnrollListCommand.self, EnrollCollectCommand.self, EnrollImportCommand.self,
            EnrollCancelCommand.self, EnrollRenewCommand.self,
        ]
    )
}
