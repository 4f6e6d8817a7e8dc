internal import ArgumentParser
internal import EnrollmentDesk
internal import JetonEnrollment
internal import JetonOctets
internal import JetonX509

/// `jeton enroll cancel`.
struct EnrollCancelCommand: ReportingSubcommand, LocalSubcommand {
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
        let list = try PendingList.ofThisUser()
        let found = try list.identifier(named: identifier)
        let subject = (try? list.request(found))?.request.subject
        try deletion.confirm(subject.map { "Forget the request for '\($0)'?" } ?? "Forget the damaged request?")
        let lock = try list.lock()
        defer { withExtendedLifetime(lock) {} }
        try list.remove(found)
        let name = Hex.encode(found)
        return try answer("jeton.enroll.cancel/1", ["identifier": name]) { Console.note("forgot the request \(name)") }
    }
}
