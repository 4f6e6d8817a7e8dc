internal import ArgumentParser

/// `jeton enroll`.
struct EnrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Request certificates, wait for them, collect them.",
        discussion: """
            A request is kept until its certificate is on the token. It survives crashes, and a new label or id of its \
            key. The SHA-1 identifier of the key names it; the first digits are enough.
            """,
        subcommands: [
            EnrollRequestCommand.self, EnrollListCommand.self, EnrollCollectCommand.self, EnrollImportCommand.self,
            EnrollCancelCommand.self, EnrollRenewCommand.self, EnrollScheduleCommand.self,
        ]
    )
}
