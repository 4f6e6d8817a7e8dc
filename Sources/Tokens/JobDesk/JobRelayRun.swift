internal import JetonFiles
internal import JetonJobs
internal import JetonNetwork
internal import JetonRelay
internal import JetonX509
internal import SigningDesk

/// A relay that a job asks for: the document goes from the issuer to the target, the answer back to the issuer or to a
/// file.
///
/// The target gets the certificate and the password of the user; the issuer gets the body of the answer and its status.
struct JobRelayRun {
    private let relay: JobRelay
    private let document: JobDocument
    private let source: HTTPURL
    private let answer: HTTPURL?
    private let out: String
    private let client: HTTPClient
    private let target: RelayTarget
    private let fields: [RelayField]

    /// Prepares it, and reads the password; no connection is made yet.
    ///
    /// - Parameters:
    ///   - verified: The job; nil comes of one for another operation.
    ///   - session: The key whose certificate the target gets if it asks; nil for none.
    ///   - program: Has the user's name and password.
    ///   - directory: Where results go; nil to write none.
    ///   - client: Asks the issuer, without the user's certificate and password.
    /// - Throws: ``JobDeskError``; `JobRefusal` for a target that can be read in two ways; `NetworkError`.
    init?(
        _ verified: VerifiedJob,
        _ session: SigningSession?,
        _ program: any JobProgram,
        directory: String?,
        _ client: HTTPClient
    ) throws {
        guard let relay = verified.job.operation.relay, let document = verified.job.documents.first,
            let url = document.url
        else { return nil }
        let settings = try program.relaySettings(relay.target)
        // The check and the connection must mean one host, however each reads the URL.
        guard let origin = relay.targetOrigin, settings.target.host == origin.host, settings.target.port == origin.port
        else { throw JobRefusal(.operation, "'to' can be read in two ways") }
        self.relay = relay
        self.document = document
        self.client = client
        fields = try relay.fields.map { try RelayField($0.name, $0.value) }
        source = try HTTPURL(url)
        answer = try relay.answer.map { try HTTPURL($0) }
        out = directory.map { "\($0)/\(JobRelayRun.file(document.name))" } ?? ""
        target = RelayTarget(
            settings,
            client: try program.relayClient(session),
            open: { () throws(RelayRefusal) in throw RelayRefusal(unavailable: "the token was removed") },
            report: program.relayReport
        )
    }

    /// How the file of an answer is called.
    static func file(_ document: String) -> String { document + ".answer" }

    /// Moves both bodies.
    func run() throws -> JobResult {
        do {
            if let answer { return try result(run(.server(answer)), out: nil) }
            let file = try FileOutput(at: out, force: false)
            let outcome = try RelayedFile(name: out, output: RelayOutput(try file.duplicate())).run(run)
            try file.publish()
            return result(outcome, out: out)
        } catch let refusal as RelayRefusal {
            throw JobDeskError(.targetRefused, "the target did not answer: \(refusal.reason)")
        } catch let mismatch as RelayBodyMismatch {
            throw JobDeskError(
                .otherDocument,
                "the issuer sent a document that differs from '\(document.name)' in the job: \(mismatch)"
            )
        }
    }

    private func run(_ destination: RelayTransfer.Destination) throws -> RelayTransfer.Result {
        var transfer = RelayTransfer(from: source, client, to: target, answer: destination)
        transfer.method = relay.method.rawValue
        transfer.targetFields = fields
        transfer.body = RelayBody(
            size: UInt64(document.size),
            hash: try document.hash.begin(),
            digest: document.digest,
            mediaType: document.mediaType
        )
        return try transfer.run()
    }

    private func result(_ outcome: RelayTransfer.Result, out: String?) -> JobResult {
        var result = JobResult(name: document.name, kind: .answer, octets: [], file: nil)
        result.relayed = JobResult.Relayed(status: outcome.status, up: outcome.up, down: outcome.down, out: out)
        return result
    }
}
