internal import ArgumentParser
internal import Enrollment
internal import Octets
internal import X509

/// `jeton enroll cancel`.
struct EnrollCancelCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Forget a request without telling the authority.",
        discussion: "The key stays on its token, and a new request can be made for it."
    )

    @Argument(help: ArgumentHelp("The first digits of the request's identifier.", valueName: "identifier"))
    var identifier: String
    @OptionGroup var deletion: DeletionOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let list = try EnrollmentDesk.list()
        let request = try EnrollmentDesk.request(named: identifier, in: list)
        try deletion.confirm("Forget the request for '\(request.request.subject)'?")
        let lock = try list.lock()
        defer { withExtendedLifetime(lock) {} }
        try list.remove(request.keyIdentifier)
        let name = Hex.encode(request.keyIdentifier)
        if output.json {
            try answer("jeton.enroll.cancel/1", [("identifier", .string(name))], [])
        } else {
            Console.note("forgot the request \(name)")
        }
        return .success
    }
}
