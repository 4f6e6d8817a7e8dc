internal import ArgumentParser
internal import EnrollmentDesk
internal import JetonEnrollment
internal import JetonFiles
internal import JetonOctets
internal import JetonX509

/// The way of a new request: onto the disk, to the authority, and if its certificate comes at once onto the token.
struct EnrollmentSubmission {
    let desk: EnrollmentClient
    let encoded: EncodedOutputOptions
    let output: OutputOptions

    /// Keeps and sends a request, and reports what came of it.
    func run(_ request: PendingRequest, schema: String) throws -> ExitCode {
        let isFile = request.service.kind == .file
        guard isFile || encoded.out == "-" else {
            throw CommandError.usage("--out is only for requests that you submit yourself")
        }
        if isFile, encoded.out != "-" { _ = try FileOutput(path: encoded.out, force: encoded.force) }
        var pending = request
        let lock = try desk.list.lock()
        defer { withExtendedLifetime(lock) {} }
        do throws(EnrollmentError) {
            try desk.list.add(pending)
        } catch {
            throw try refusal(error, pending)
        }
        let identifier = String(Hex.encode(pending.keyIdentifier).prefix(8))
        do {
            try desk.advance(&pending, wasSent: false)
            if isFile { try desk.list.keep(pending) }
        } catch {
            var described = ErrorReport.describe(error)
            described.hints.append("the request is saved; `jeton enroll collect \(identifier)` sends it again")
            throw described
        }
        if isFile {
            do {
                return try write(pending, schema)
            } catch {
                // No authority can have it, and the next request must not be refused for its sake.
                try? desk.list.remove(pending.keyIdentifier)
                throw error
            }
        }
        var entry = EnrollmentReport.Entry(pending: pending)
        if pending.state == .issued {
            do {
                entry.outcome = try desk.finish(pending)
            } catch {
                var described = ErrorReport.describe(error)
                described.hints.append("the certificate is saved; `jeton enroll collect \(identifier)` stores it")
                throw described
            }
        }
        try output.answer(schema, ["request": EnrollmentReport.json(entry), "pem": JSON.null, "out": JSON.null]) {
            try Console.print(EnrollmentReport.lines(entry))
            if pending.state == .waiting {
                Console.note("hint: `jeton enroll collect \(identifier)` asks for the certificate")
            }
        }
        return pending.state == .rejected ? .refused : .success
    }

    /// The error for a request that was not kept.
    private func refusal(_ error: EnrollmentError, _ request: PendingRequest) throws -> any Error {
        guard error.code == .alreadyPending, let former = try desk.list.request(request.keyIdentifier) else {
            return error
        }
        let identifier = String(Hex.encode(former.keyIdentifier).prefix(8))
        return CommandError(
            "\(error)",
            hints: [
                former.service.kind == .file
                    ? "`jeton enroll import FILE` stores the certificate that the authority issues"
                    : "`jeton enroll collect \(identifier)` asks for its certificate",
                "`jeton enroll cancel \(identifier)` cancels it",
            ],
            exitCode: .ambiguous
        )
    }

    private func write(_ pending: PendingRequest, _ schema: String) throws -> ExitCode {
        let entry = EnrollmentReport.Entry(pending: pending)
        let request = pending.request
        try encoded.answer(
            request.derRepresentation,
            pem: request.pemRepresentation,
            schema,
            ["request": EnrollmentReport.json(entry)],
            output
        )
        if encoded.out != "-" { Console.note("\(encoded.out): the request of \(EnrollmentReport.name(pending))") }
        Console.note("hint: `jeton enroll import FILE` stores the certificate that the authority issues")
        return .success
    }
}
