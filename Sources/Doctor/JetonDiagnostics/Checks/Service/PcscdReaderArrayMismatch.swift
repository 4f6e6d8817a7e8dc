internal import JetonPCSC

/// The service's reader table has a different length than the client library reads.
enum PcscdReaderArrayMismatch: Check {
    static let page = CheckPage(
        id: "pcscd-reader-array-mismatch",
        layer: .service,
        title: "service and client library disagree on the length of the reader table",
        symptom:
            "In a flatpak or container the PC/SC service shows no readers, or calls hang; outside, everything works.",
        cause: """
            A distribution built pcsc-lite for more than 16 readers. The protocol version stays the same, so a library \
            built elsewhere reads the wrong number of bytes.
            """,
        detection: """
            The doctor itself requests the table from pcscd, followed by a second request, whose answer shows \
            where the table ends. This is a failure if the table has readers that the library does not show, or \
            if the library hangs. Otherwise, it is reported for programs that come with their own library.
            """,
        needs: [.library],
        remedies: [
            Remedy("use a build of the program from this distribution"),
            Remedy("let the program reach the host's modules through p11-kit's remoting, rather than pcscd's socket"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .answers(_, _, 0) = machine.service else { return .irrelevant }
        guard let table = machine.readerTable else {
            return .unknown("the service does not answer the request for its reader table")
        }
        guard table.count != ReaderTable.usualCount else { return .passed }
        let shown = Set(machine.pcsc.readers.map(\.name.description))
        let hidden = table.names.filter { !shown.contains($0) }
        let hangs = machine.pcsc.hangingCall.map { $0 != "SCardConnect" } ?? false
        let fails = !hidden.isEmpty || hangs || machine.pcsc.failure != nil
        let count = table.count.map { "\($0)" } ?? "more than \(ReaderTable.usualCount)"
        var evidence = [
            Evidence("records in the service's table", "\(count)"),
            Evidence("readers in it", "\(table.names.isEmpty ? "none" : table.names.joined(separator: ", "))"),
            Evidence(
                "readers that the library shows",
                "\(shown.isEmpty ? "none" : shown.sorted().joined(separator: ", "))"
            ),
        ]
        if let library = machine.pcsc.libraryPath { evidence.append(Evidence("library", "\(library)")) }
        return .found(
            fails
                ? "the service has a table of \(count) readers, which the client library can't read"
                : "the service has a table of \(count) readers, which libraries built elsewhere can't read",
            evidence,
            severity: fails ? .failure : .info,
            about: fails ? [.service, .readers] : []
        )
    }
}
