internal import ArgumentParser
internal import JetonEnrollment
internal import JetonOctets

/// `jeton enroll list`.
struct EnrollListCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the requests that wait for certificates."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let (requests, damaged) = try PendingList.ofThisUser().summaries()
        for name in damaged { Console.note("warning: '\(name)' is damaged and can't be read") }
        return try answer(
            "jeton.enroll.list/1",
            ["requests": requests.map { EnrollmentReport.json($0) }, "damaged": damaged]
        ) {
            guard !requests.isEmpty else { return Console.note("no requests") }
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
            for request in requests {
                guard let note = request.note else { continue }
                Console.note("\(Hex.encode(request.keyIdentifier).prefix(8)): the authority says: \(note.words)")
            }
        }
    }
}
