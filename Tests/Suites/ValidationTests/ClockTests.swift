import JetonASN1
import JetonCMS
import Testing

@testable import CertificateRig
@testable import JetonValidation
@testable import JetonX509

@Suite("Times that contradict each other")
struct ClockTests {
    let root: MadeCertificate
    let alice: MadeCertificate
    let openSSL: OpenSSL

    init() throws {
        root = try MadeCertificate.root()
        alice = try root.signer()
        openSSL = try OpenSSL()
    }

    private func response(_ change: (inout MadeResponse) -> Void = { _ in }) throws -> OCSPResponse {
        var made = MadeResponse(try OCSPIdentifier(alice.certificate, issuer: root.certificate), by: root)
        made.thisUpdate = UniversalTime.now.adding(days: -1)
        change(&made)
        return try OCSPResponse(derRepresentation: made.derRepresentation)
    }

    private func status(
        _ responses: [OCSPResponse],
        _ lists: [MadeList] = [],
        proven: UniversalTime? = nil,
        validationTime: UniversalTime? = nil
    ) throws -> RevocationStatus {
        let trust = TrustStore([root.certificate])
        let lists = try lists.map { try $0.list([alice.certificate.serialNumber]) }
        let time = min(proven ?? .now, .now)
        return try #require(
            RevocationCheck(
                trust: trust,
                certificates: [],
                evidence: RevocationEvidence(lists: lists, responses: responses),
                time: time,
                validationTime: validationTime
            ).statuses(of: CertificatePathBuilder(trust: trust, purpose: .any).path(for: alice.certificate)).first
        )
    }

    // MARK: - OCSP

    @Test(
        "An OCSP response with a time in another form than RFC 5280's is malformed",
        arguments: ["", "+0000", ".5Z", "+0100", "z"]
    )
    func forms(zone: String) throws {
        #expect(try status([response()]) == .good)
        #expect(throws: DocumentError(.malformed, "")) { try response { $0.zone = zone } }
    }

    @Test("A response that is made ahead of the clock says nothing; five minutes are tolerated")
    func future() throws {
        let now = UniversalTime.now.secondsSince1970
        for (seconds, isGood) in [(Int64(240), true), (3600, false)] {
            let time = UniversalTime(secondsSince1970: now + seconds)
            #expect((try status([response { $0.producedAt = time }]) == .good) == isGood)
            #expect((try status([response { $0.thisUpdate = time }]) == .good) == isGood)
        }
        let date = UniversalTime.now.adding(days: 5)
        #expect(try status([response { $0.revoked = date }]) == .revoked(date, nil))
    }

    @Test("Of contradictory answers the worse one counts", arguments: [false, true])
    func contradictions(isReversed: Bool) throws {
        let date = UniversalTime.now.adding(days: -2)
        func both(_ reason: RevocationReason?, newerHours: Int64) throws -> RevocationStatus {
            let bad = try response {
                $0.revoked = date
                $0.reason = reason
            }
            let good = try response {
                $0.thisUpdate = UniversalTime(secondsSince1970: $0.thisUpdate.secondsSince1970 + newerHours * 3600)
            }
            return try status(isReversed ? [good, bad] : [bad, good])
        }
        #expect(try both(nil, newerHours: 0) == .revoked(date, nil))
        #expect(try both(.keyCompromise, newerHours: 1) == .revoked(date, .keyCompromise))
        #expect(try both(.certificateHold, newerHours: 0) == .revoked(date, .certificateHold))
        // Only a suspension ends again.
        #expect(try both(.certificateHold, newerHours: 1) == .good)
        // A list and a response are judged alike.
        var list = MadeList(root)
        list.entries = [MadeList.entry(alice.certificate, date: date, [MadeList.reason(.certificateHold)])]
        list.thisUpdate = UniversalTime.now.adding(days: -1)
        #expect(try status([response { $0.thisUpdate = list.thisUpdate }], [list]) == .revoked(date, .certificateHold))
        #expect(try status([response { $0.thisUpdate = .now }], [list]) == .good)
        list.entries = [MadeList.entry(alice.certificate, date: date)]
        #expect(try status([response { $0.thisUpdate = .now }], [list]) == .revoked(date, nil))
    }

    @Test("Evidence that is older than the time that it should cover counts until it ends", arguments: [false, true])
    func older(isList: Bool) throws {
        let signed = UniversalTime(secondsSince1970: UniversalTime.now.secondsSince1970 - 3600)
        func judged(_ begin: UniversalTime, days: Int) throws -> RevocationStatus {
            var list = MadeList(root)
            list.thisUpdate = begin
            list.nextUpdate = UniversalTime.now.adding(days: 2)
            return try status(
                isList ? [] : [response { $0.thisUpdate = begin }],
                isList ? [list] : [],
                proven: signed,
                validationTime: UniversalTime.now.adding(days: days)
            )
        }
        let before = signed.adding(days: -1)
        #expect(try judged(before, days: 1) == .good)
        #expect("\(try judged(before, days: 3))".contains("older than the time that it should cover"))
        #expect(try judged(signed, days: 3) == .good)
        // A revocation counts, however old the evidence is.
        var list = MadeList(root)
        list.thisUpdate = before
        list.entries = [MadeList.entry(alice.certificate, date: before)]
        let late = try status([], [list], proven: signed, validationTime: UniversalTime.now.adding(days: 3))
        #expect(late == .revoked(before, nil))
    }

    // MARK: - Signers and authorities

    @Test("A signature of tomorrow is not valid today; five minutes are tolerated")
    func signingTime() throws {
        let policy = VerificationPolicy(trust: TrustStore([root.certificate]))
        for (seconds, indication) in [(Int64(240), ValidationOutcome.Indication.totalPassed), (3600, .indeterminate)] {
            let time = UniversalTime(secondsSince1970: UniversalTime.now.secondsSince1970 + seconds)
            let signer = CMSSigner(certificate: alice.certificate, signingTime: time)
            var (content, again) = (MemorySource([1, 2]), MemorySource([1, 2]))
            let message = try signer.signDetached(&content, key: alice.key)
            let report = try CMSVerifier(policy).verifyDetached(MemorySource(message), content: &again)
            let found = SignatureValidator(policy: policy).outcome(of: report.signers[0], certificates: [])
            #expect(found.indication == indication, "\(found)")
            #expect(found.subIndication == (indication == .totalPassed ? nil : .constraintsFailure))
        }
    }

    @Test("The authority that a timestamp names is that of its certificate, and its accuracy tells the hour")
    func statements() throws {
        let other = GeneralName.dns("tsa.example")
        let tsa = try root.issue(
            "CN=TSA,O=Example",
            [
                .keyUsage([.digitalSignature]), CertificateExtension.extendedKeyUsage([.timeStamping]).critical(),
                .subjectAlternativeNames([other]),
            ]
        )
        let subject = GeneralName.directoryName(tsa.certificate.subject)
        let stranger = GeneralName.directoryName(try DistinguishedName("CN=Other,O=Example"))
        let cases: [(GeneralName?, [UInt8], String?)] = [
            (nil, [], nil), (subject, DER.sequence(DER.integer(3600)), nil), (other, DER.sequence(DER.integer(1)), nil),
            (stranger, [], "names the authority"), (.dns("other.example"), [], "names the authority"),
            (.email("tsa.example"), [], "names the authority"),
            (nil, DER.sequence(DER.integer(3601)), "an accuracy of only 3601 seconds"),
            (nil, DER.sequence(DER.integer(999_999_999)), "an accuracy of only"),
        ]
        try openSSL.write(tsa.certificate.pemRepresentation, "tsa.pem")
        try openSSL.write(tsa.key.pem, "tsa.key")
        let verifier = TimestampVerifier(trust: TrustStore([root.certificate]))
        for (name, accuracy, refusal) in cases {
            let imprint = try MessageImprint(hash: .sha256, digest: [UInt8](repeating: 1, count: 32))
            let time = "\(UniversalTime.now)".filter(\.isNumber) + "Z"
            let info = DER.sequence(
                DER.integer(1),
                DER.oid(OID(1, 2, 3)),
                imprint.derRepresentation,
                DER.integer(7),
                DER.string(.generalizedTime, time),
                accuracy,
                try name.map { DER.explicit(0, try $0.derRepresentation) } ?? []
            )
            try openSSL.write(info, "info")
            try openSSL.run(
                "cms",
                "-sign",
                "-in",
                "info",
                "-binary",
                "-nodetach",
                "-cades",
                "-econtent_type",
                "1.2.840.113549.1.9.16.1.4",
                "-signer",
                "tsa.pem",
                "-inkey",
                "tsa.key",
                "-md",
                "sha256",
                "-outform",
                "DER",
                "-out",
                "token"
            )
            let report = try verifier.verify(token: openSSL.read("token"))
            #expect(report.isValid == (refusal == nil), "\(report.failures)")
            if let refusal { #expect(report.failures.contains { $0.contains(refusal) }, "\(report.failures)") }
        }
    }
}
