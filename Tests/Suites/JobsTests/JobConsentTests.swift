import EnrollmentDesk
import Foundation
import JetonASN1
import JetonEnrollment
import JetonNetwork
import JetonRelay
import JetonValidation
import JetonX509
import JobDesk
import SigningDesk
import Synchronization
import TestRig
import Testing
import TokenKit

@testable import CertificateRig
@testable import JetonJobs

@Suite("Consent to a job")
struct JobConsentTests {
    private static let rows: [Question.Row] = [.labeled("issuer", "https://portal.example"), .own("says:")]

    @Test("No answer fits another question, nor the same one when it is put again")
    func answers() throws {
        func question(
            _ prompt: String = "Do it?",
            _ rows: [Question.Row] = JobConsentTests.rows,
            _ subjects: [[UInt8]] = [[1], [2]]
        ) throws -> Question { try Question(prompt, rows: rows, subjects: subjects) }
        let asked = try question()
        _ = try Consent(asked.agreed(by: .terminal), to: asked)
        #expect(throws: JobRefusal(.declined, "")) { _ = try Consent(asked.declined(by: .terminal), to: asked) }
        let others = try [
            question(), question("Do that?"), question("Do it?", []), question("Do it?", JobConsentTests.rows, [[1]]),
        ]
        for other in others {
            #expect(other.digest.count == 32 && other.digest != asked.digest)
            #expect(throws: JobRefusal(.declined, "")) { _ = try Consent(other.agreed(by: .terminal), to: asked) }
        }
    }

    @Test("Consent covers what was shown, each at its place")
    func subjects() throws {
        let question = try Question("Do it?", rows: JobConsentTests.rows, subjects: [[1], [2]])
        let consent = try Consent(question.agreed(by: .terminal), to: question)
        try consent.check([1], at: 0)
        try consent.check([2], at: 1)
        #expect(refusal { () throws(JobRefusal) in try consent.check([1], at: 1) } == .declined)
        #expect(refusal { () throws(JobRefusal) in try consent.check([3], at: 0) } == .declined)
        #expect(refusal { () throws(JobRefusal) in try consent.check([1], at: 2) } == .declined)
    }

    private func refusal(_ work: () throws(JobRefusal) -> Void) -> JobRefusal.Code? {
        do throws(JobRefusal) {
            try work()
            return nil
        } catch { return error.code }
    }

    @Test("A job whose question gets a no, or another question's yes, uses no token, is logged, and can be asked again")
    func noToken() throws {
        let place = try Place()
        for answer in [Program.Answering.no, .another, .error] {
            let program = Program(answer)
            let run = JobRun(
                try place.job(),
                place.records,
                PendingList(directory: place.directory.path("enroll")),
                program,
                documents: [place.document],
                directory: nil
            )
            #expect(throws: (any Error).self) { try run.run() }
            #expect(program.shown.withLock { $0 }.contains { $0.contains("2cf24dba5fb0a30e") })
            let last = try #require(try place.records.log.entries().entries.last)
            #expect(last.decision == (answer == .error ? "declined" : "refused"), "\(last)")
            #expect(answer == .error || last.reason.hasPrefix("declined"), "\(last)")
        }
    }

    /// An issuer that is trusted, and the document of its jobs.
    private struct Place {
        let directory: TemporaryDirectory
        let records: JobRecords
        let document: String
        private let openSSL: OpenSSL

        init() throws {
            directory = try TemporaryDirectory()
            openSSL = try OpenSSL()
            records = JobRecords(directory: directory.path("jobs"))
            document = try directory.write("hello", to: "letter.txt")
            try openSSL.run(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-keyout",
                "signer.key",
                "-out",
                "signer.pem",
                "-days",
                "5",
                "-subj",
                "/CN=Portal",
                "-addext",
                "subjectAltName=DNS:portal.example"
            )
            try records.trust.keep(
                JobIssuer(
                    origin: try #require(JobOrigin("https://portal.example")),
                    certificate: try Certificate.parse(openSSL.read("signer.pem"))[0],
                    operations: ["sign-data"],
                    allowsBlindDigests: false
                )
            )
        }

        func job() throws -> [UInt8] {
            var job = MadeJob()
            let now = UniversalTime.now.secondsSince1970
            job["jti"] = "\"\(UUID().uuidString.lowercased())\""
            for name in ["iat", "nbf"] { job[name] = "\(now)" }
            job["exp"] = "\(now + 300)"
            job["aud"] = "[\"\(try records.trust.installation())\"]"
            return try job.signed(openSSL)
        }
    }

    /// A program whose tokens must not be touched.
    private final class Program: JobProgram, TokenAccess {
        enum Answering { case no, another, error }

        struct Touched: Error {}

        let answering: Answering
        let shown = Mutex<[String]>([])

        init(_ answering: Answering) { self.answering = answering }

        var tokens: any TokenAccess { self }
        var relayUser: String? { nil }
        var relayReport: @Sendable (RelayEvent) -> Void { { _ in } }

        var secretPlaces: [String] { [] }

        func pick(_ wanted: [JobAttachment]) throws -> [String] { try touched() }

        func ask(_ question: Question) throws -> Question.Answer {
            shown.withLock { $0 = Question.lines(question.rows, columns: 80) }
            switch answering {
            case .no: return question.declined(by: .terminal)
            case .another:
                let other = try Question(question.prompt, rows: question.rows, subjects: question.subjects)
                return other.agreed(by: .terminal)
            case .error: throw CancellationError()
            }
        }

        func client() throws -> HTTPClient { HTTPClient(HTTPClient.Settings(trust: TLSTrust(TrustStore()))) }
        func revocation() throws -> EvidenceCollector? { nil }
        func accept(_ job: VerifiedJob) throws {}
        func tell(_ notice: JobNotice) {}
        func words(for error: any Error) -> String { "\(error)" }
        func query() throws -> TokenQuery { try touched() }
        func open(_ query: TokenQuery) throws -> TokenSession { throw Touched() }
        func sign(_ query: TokenQuery, key: ObjectName?, certificate: CertificateChoice?) throws -> SigningSession {
            try touched()
        }
        func timestamps() throws -> TimestampClient { try touched() }
        func relaySettings(_ target: String) throws -> RelaySettings { try touched() }
        func relayClient(_ session: SigningSession?) throws -> RelayClient { try touched() }

        private func touched<Value>() throws -> Value {
            Issue.record("a token was asked for without consent")
            throw Touched()
        }
    }
}
