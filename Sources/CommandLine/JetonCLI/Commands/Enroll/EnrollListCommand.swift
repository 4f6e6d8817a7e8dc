internal import ArgumentParser
internal import Enrollment
internal import Octets

/// `jeton enroll list`.
struct EnrollListCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the requests that wait for certificates."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let (requests, damaged) = try EnrollmentDesk.list().summaries()
        for name in damaged { Console.note("warning: '\(name)' is damaged and can't be read") }
        if output.json {
            try answer(
                "jeton.enroll.list/1",
                [
                    ("requests", .array(requests.map { EnrollmentReport.json($0) })),
                    ("damaged", .array(damaged.map { .string($0) })),
                ],
                []
            )
            return .success
        }
        guard !requests.isEmpty else {
            Console.note("no requests")
            return .success
        }
        let header = ["identifier", "state", "subject", "key", "protocol", "created"]
        // There may be thousands.
        let table = Table(header, count: requests.count) { index in
            let request = requests[index]
            return [
                String(Hex.encode(request.keyIdentifier).prefix(8)), request.state.rawValue, request.subject,
                request.label.isEmpty ? request.objectID : request.label, request.kind.rawValue,
                EnrollmentReport.time(request.created),
            ]
        }
        try Console.print(table)
        return .success
    }
}
