import JetonASN1
import JetonCMS
import Testing

@testable import CertificateRig
@testable import JetonX509

@Suite("Name constraints")
struct NameConstraintsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var permitted: [GeneralName] = []
        var excluded: [GeneralName] = []
        var names: [GeneralName] = []
        var subject = "CN=Alice,O=Example"
        let reason: CertificatePathFailure.Reason?
        /// Whether OpenSSL decides in the same way; not where it lacks a form or a rule.
        var isSharedWithOpenSSL = true

        var testDescription: String { "\(permitted) but \(excluded) on \(subject) \(names)" }
    }

    private static func directory(_ text: String) throws -> GeneralName { .directoryName(try DistinguishedName(text)) }
    private static let v4: [UInt8] = [10, 1, 0, 0, 255, 255, 0, 0]
    private static let v6: [UInt8] =
        [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 12) + [255, 255, 255, 255]
        + [UInt8](repeating: 0, count: 12)

    static func rows() throws -> [Row] {
        let v6Name = GeneralName.ip([0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 7, count: 12))
        return [
            // directoryName over the subject and over the alternative names.
            Row(permitted: [try directory("O=Example")], reason: nil),
            Row(permitted: [try directory("O=EXAMPLE")], reason: nil),
            Row(permitted: [try directory("O=Other")], reason: .nameNotAllowed),
            Row(permitted: [try directory("O=Other"), try directory("O=Example")], reason: nil),
            Row(excluded: [try directory("O=Example")], reason: .nameNotAllowed),
            Row(excluded: [try directory("O=Other")], reason: nil),
            Row(
                permitted: [try directory("O=Example")],
                excluded: [try directory("CN=Alice,O=Example")],
                reason: .nameNotAllowed
            ),
            Row(
                permitted: [try directory("O=Example")],
                names: [try directory("CN=Alice,O=Other")],
                reason: .nameNotAllowed
            ),
            // dNSName: the host itself and all below it.
            Row(permitted: [.dns("example.org")], names: [.dns("example.org"), .dns("a.b.Example.org")], reason: nil),
            Row(permitted: [.dns("example.org")], names: [.dns("badexample.org")], reason: .nameNotAllowed),
            Row(
                permitted: [.dns("example.org")],
                names: [.dns("a.example.org"), .dns("x.org")],
                reason: .nameNotAllowed
            ),
            Row(permitted: [.dns(".example.org")], names: [.dns("a.example.org")], reason: nil),
            Row(permitted: [.dns(".example.org")], names: [.dns("example.org")], reason: .nameNotAllowed),
            Row(excluded: [.dns("example.org")], names: [.dns("a.example.org")], reason: .nameNotAllowed),
            Row(excluded: [.dns("example.org")], names: [.dns("example.net")], reason: nil),
            Row(excluded: [.dns("")], names: [.dns("example.net")], reason: .nameNotAllowed),
            Row(
                excluded: [.dns("a.example.org")],
                names: [.dns("*.example.org")],
                reason: .nameNotAllowed,
                isSharedWithOpenSSL: false
            ),
            Row(
                permitted: [.dns("example.org")],
                names: [.dns("a..example.org")],
                reason: .nameNotComparable,
                isSharedWithOpenSSL: false
            ),
            Row(permitted: [.dns("example.org")], subject: "CN=www.other.org", reason: .nameNotAllowed),
            Row(permitted: [.dns("example.org")], subject: "CN=www.example.org", reason: nil),
            Row(permitted: [.dns("example.org")], reason: nil),
            // rfc822Name, in the alternative names and in the subject.
            Row(permitted: [.email("example.org")], names: [.email("a@example.org")], reason: nil),
            Row(permitted: [.email("example.org")], names: [.email("a@b.example.org")], reason: .nameNotAllowed),
            Row(permitted: [.email(".example.org")], names: [.email("a@b.example.org")], reason: nil),
            Row(permitted: [.email("a@example.org")], names: [.email("a@EXAMPLE.org")], reason: nil),
            Row(permitted: [.email("a@example.org")], names: [.email("b@example.org")], reason: .nameNotAllowed),
            Row(excluded: [.email("example.org")], names: [.email("a@example.org")], reason: .nameNotAllowed),
            Row(
                permitted: [.email("example.org")],
                subject: "emailAddress=a@other.org,CN=Alice",
                reason: .nameNotAllowed
            ),
            Row(permitted: [.email("example.org")], subject: "emailAddress=a@example.org,CN=Alice", reason: nil),
            Row(
                permitted: [.email("example.org")],
                names: [.other(NameConstraintsTests.internationalMailbox)],
                reason: .nameNotComparable,
                isSharedWithOpenSSL: false
            ),
            // uniformResourceIdentifier: the host.
            Row(permitted: [.uri("example.org")], names: [.uri("https://example.org:8/x")], reason: nil),
            Row(permitted: [.uri("example.org")], names: [.uri("https://a.example.org/")], reason: .nameNotAllowed),
            Row(permitted: [.uri(".example.org")], names: [.uri("https://a.example.org/")], reason: nil),
            Row(
                permitted: [.uri("example.org")],
                names: [.uri("https://example.org@other.org/")],
                reason: .nameNotAllowed,
                isSharedWithOpenSSL: false
            ),
            Row(excluded: [.uri("other.org")], names: [.uri("urn:x")], reason: .nameNotComparable),
            Row(
                excluded: [.uri("other.org")],
                names: [.uri("https://10.1.0.1/")],
                reason: .nameNotComparable,
                isSharedWithOpenSSL: false
            ),
            // iPAddress.
            Row(permitted: [.ip(v4)], names: [.ip([10, 1, 200, 3])], reason: nil),
            Row(permitted: [.ip(v4)], names: [.ip([10, 2, 0, 1])], reason: .nameNotAllowed),
            Row(permitted: [.ip(v4)], names: [v6Name], reason: .nameNotAllowed),
            Row(permitted: [.ip(v6)], names: [v6Name], reason: nil),
            Row(excluded: [.ip(v6)], names: [v6Name], reason: .nameNotAllowed),
            Row(excluded: [.ip(v4)], names: [.ip([10, 1, 0, 1])], reason: .nameNotAllowed),
            Row(excluded: [.ip([10, 1])], names: [.ip([10, 1, 0, 1])], reason: .nameNotComparable),
            // Forms that are not compared refuse names of that form, and no others.
            Row(
                permitted: [.other([0x88, 2, 0x2A, 3])],
                names: [.other([0x88, 2, 0x2A, 3])],
                reason: .nameNotComparable
            ),
            Row(permitted: [.other([0x88, 2, 0x2A, 3])], names: [.dns("example.org")], reason: nil),
            Row(excluded: [.dns("example.org")], names: [.email("a@example.org")], reason: nil),
        ]
    }

    /// A SmtpUTF8Mailbox of RFC 9598.
    private static let internationalMailbox = DER.element(
        .contextConstructed(0),
        DER.oid(.smtpUTF8Mailbox) + DER.explicit(0, DER.string(.utf8String, "ä@other.org"))
    )

    @Test("Names below an authority obey its constraints, critical or not", arguments: try rows(), [true, false])
    func names(row: Row, isCritical: Bool) throws {
        let constraints = try CertificateExtension.nameConstraints(permitted: row.permitted, excluded: row.excluded)
            .critical(isCritical)
        let names = row.names.isEmpty ? [] : [try CertificateExtension.subjectAlternativeNames(row.names)]
        let root = try MadeCertificate.root()
        let sub = try root.authority([constraints], subject: "CN=Sub")
        let path = MadePath(try sub.signer(names, subject: row.subject), sub, root)
        #expect(try path.reasons() == (row.reason.map { [$0] } ?? []))
        #expect(try path.report().isValid == (row.reason == nil))
        guard row.isSharedWithOpenSSL else { return }
        #expect(try path.isAcceptedByOpenSSL() == (row.reason == nil))
    }

    @Test("The constraints of an anchor hold, and those of an authority hold for authorities below it")
    func alongThePath() throws {
        let constraints = try CertificateExtension.nameConstraints(permitted: [Self.directory("O=Example")])
        let limited = try MadeCertificate.root([constraints])
        #expect(try MadePath(limited.signer(), limited).reasons() == [])
        #expect(try MadePath(limited.signer(subject: "CN=Mallory"), limited).reasons() == [.nameNotAllowed])
        let root = try MadeCertificate.root()
        let sub = try root.authority([constraints])
        let below = try sub.authority(subject: "CN=Below,O=Other")
        let failures = try MadePath(below.signer(), below, sub, root).failures()
        #expect(failures.map(\.reason) == [.nameNotAllowed])
        #expect(failures.first?.certificate == below.certificate)
        #expect(failures.first?.detail.contains("'CN=Sub,O=Example'") == true)
    }

    @Test("An authority that renews itself need not obey its own constraints; a signer under its name must")
    func selfIssued() throws {
        let root = try MadeCertificate.root()
        let constraints = try CertificateExtension.nameConstraints(permitted: [Self.directory("O=Other")])
        let sub = try root.authority([constraints])
        let renewed = try sub.authority()
        #expect(renewed.certificate.isSelfIssued)
        #expect(try MadePath(renewed.signer(subject: "CN=Alice,O=Other"), renewed, sub, root).reasons() == [])
        #expect(try MadePath(sub.signer(subject: "CN=Sub,O=Example"), sub, root).reasons() == [.nameNotAllowed])
    }

    @Test("Malformed constraints are refused, critical or not", arguments: [true, false])
    func malformed(isCritical: Bool) throws {
        let base = DER.string(.contextPrimitive(2), "example.org")
        let minimum = DER.element(.contextPrimitive(0), [1])
        let maximum = DER.element(.contextPrimitive(1), [1])
        let root = try MadeCertificate.root()
        for value in [
            DER.sequence(), DER.null, DER.sequence(DER.element(.contextConstructed(0), [UInt8]())),
            DER.sequence(DER.element(.contextConstructed(0), DER.sequence(base, minimum))),
            DER.sequence(DER.element(.contextConstructed(1), DER.sequence(base, maximum))),
        ] {
            let constraints = CertificateExtension(oid: .nameConstraints, isCritical: isCritical, value: value)
            let sub = try root.authority([constraints])
            #expect(try MadePath(sub.signer(), sub, root).reasons() == [.extensionMalformed])
        }
    }

    @Test("Names without end are refused, not compared")
    func manyNames() throws {
        let root = try MadeCertificate.root()
        let sub = try root.authority([.nameConstraints(excluded: (0..<1000).map { .dns("a\($0).org") })])
        let names = try CertificateExtension.subjectAlternativeNames((0..<1000).map { .dns("b\($0).org") })
        #expect(try MadePath(sub.signer([names]), sub, root).reasons() == [.nameNotComparable])
    }
}
