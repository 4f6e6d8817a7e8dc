import JetonASN1
import TestRig
import Testing

@testable import CertificateRig
@testable import JetonValidation
@testable import JetonX509

@Suite("Revocation by OCSP")
struct OCSPTests {
    let root: MadeCertificate
    let sub: MadeCertificate
    let alice: MadeCertificate
    let openSSL: OpenSSL

    init() throws {
        root = try MadeCertificate.root()
        sub = try root.authority()
        alice = try sub.signer()
        openSSL = try OpenSSL()
        try openSSL.write(sub.certificate.pemRepresentation, "sub.pem")
        try openSSL.write(root.certificate.pemRepresentation, "root.pem")
        try openSSL.write(alice.certificate.pemRepresentation, "alice.pem")
        try openSSL.write(
            "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ndefault_md=sha256\n",
            "ca.cnf"
        )
        try openSSL.write(sub.key.pem, "sub.key")
        try openSSL.write("", "index.txt")
    }

    /// A responder below an authority.
    private func responder(below authority: MadeCertificate, _ usages: [OID] = [.ocspSigning]) throws -> MadeCertificate
    {
        try authority.issue("CN=Responder,O=Example", [.keyUsage([.digitalSignature]), .extendedKeyUsage(usages)])
    }

    /// What OpenSSL as a responder answers to a request of ours.
    private func answer(_ request: OCSPRequest, by responder: MadeCertificate, _ more: String...) throws -> [UInt8] {
        try openSSL.write(request.derRepresentation, "request.der")
        try openSSL.write(responder.certificate.pemRepresentation, "responder.pem")
        try openSSL.write(responder.key.pem, "responder.key")
        let outcome = try openSSL.attempt(
            [
                "ocsp", "-index", "index.txt", "-CA", "sub.pem", "-rsigner", "responder.pem", "-rkey", "responder.key",
                "-reqin", "request.der", "-respout", "response.der", "-ndays", "2",
            ] + more
        )
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try openSSL.read("response.der")
    }

    private func status(_ responses: OCSPResponse..., at time: UniversalTime = .now) -> RevocationStatus? {
        let trust = TrustStore([root.certificate])
        let path = CertificatePathBuilder(
            trust: trust,
            intermediates: [sub.certificate],
            purpose: .any
        ).path(for: alice.certificate)
        return RevocationCheck(
            trust: trust,
            certificates: [sub.certificate],
            evidence: RevocationEvidence(responses: responses),
            time: time
        ).statuses(of: path).first
    }

    /// Enters Alice's certificate in the index of OpenSSL's authority.
    private func enter(revoked: Bool) throws {
        let arguments = revoked ? ["-revoke", "alice.pem", "-crl_reason", "keyCompromise"] : ["-valid", "alice.pem"]
        let outcome = try openSSL.attempt(
            ["ca", "-config", "ca.cnf", "-cert", "sub.pem", "-keyfile", "sub.key"] + arguments
        )
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("OpenSSL answers our request, and its answer is judged", arguments: [false, true])
    func openSSLAnswers(revoked: Bool) throws {
        try enter(revoked: revoked)
        let nonce = [UInt8](repeating: 7, count: 32)
        let request = try OCSPRequest(alice.certificate, issuer: sub.certificate, nonce: nonce)
        // The authority itself, and a responder that it has certified.
        for responder in [sub, try responder(below: sub)] {
            let response = try OCSPResponse(derRepresentation: answer(request, by: responder))
            #expect(response.nonce == nonce && response.answers(request))
            switch status(response) {
            case .good: #expect(!revoked)
            case .revoked(_, let reason): #expect(revoked && reason == .keyCompromise)
            case let other: Issue.record("\(String(describing: other))")
            }
            // Three days later the answer has ended.
            #expect("\(status(response, at: .now.adding(days: 3)).map { "\($0)" } ?? "")".contains("it expired at"))
        }
    }

    @Test("A certificate that the responder does not know is not good")
    func unknown() throws {
        let request = try OCSPRequest(alice.certificate, issuer: sub.certificate)
        let response = try OCSPResponse(derRepresentation: answer(request, by: sub))
        #expect(status(response) == .undetermined("the OCSP responder does not know it"))
    }

    @Test("Only the issuer, or one that it certified for OCSP, may answer")
    func authorization() throws {
        try enter(revoked: false)
        let request = try OCSPRequest(alice.certificate, issuer: sub.certificate)
        let cases = [
            (try responder(below: sub, [.clientAuth]), "not certified for OCSP"),
            (try responder(below: root), "not certified by the certificate's issuer"),
            (try MadeCertificate.root().authority(), "is not certified for OCSP"),
        ]
        for (responder, reason) in cases {
            let response = try OCSPResponse(derRepresentation: answer(request, by: responder))
            #expect("\(status(response).map { "\($0)" } ?? "")".contains(reason))
        }
    }

    @Test("Another request's answer is not an answer")
    func otherRequest() throws {
        try enter(revoked: false)
        let request = try OCSPRequest(alice.certificate, issuer: sub.certificate, nonce: [1, 2, 3, 4])
        let response = try OCSPResponse(derRepresentation: answer(request, by: sub))
        let other = try OCSPRequest(alice.certificate, issuer: sub.certificate, nonce: [4, 3, 2, 1])
        #expect(!response.answers(other))
        let elsewhere = try OCSPRequest(sub.signer().certificate, issuer: sub.certificate, nonce: [1, 2, 3, 4])
        #expect(!response.answers(elsewhere))
    }

    @Test("Each octet that is changed shows: the response is malformed or no evidence")
    func changedOctets() throws {
        try enter(revoked: false)
        let request = try OCSPRequest(alice.certificate, issuer: sub.certificate)
        let octets = try answer(request, by: try responder(below: sub))
        try #require(status(try OCSPResponse(derRepresentation: octets)) == .good)
        for index in stride(from: 0, to: octets.count, by: 2) {
            var changed = octets
            changed[index] ^= 0x04
            guard let response = try? OCSPResponse(derRepresentation: changed) else { continue }
            // Octets of certificates in it that are not needed may change.
            guard status(response) == .good else { continue }
            #expect(response.toBeSigned == (try OCSPResponse(derRepresentation: octets)).toBeSigned, "octet \(index)")
        }
    }

    @Test("A response with pieces taken out, doubled or replaced is malformed, no evidence, or says the same")
    func changedPieces() throws {
        try enter(revoked: true)
        let request = try OCSPRequest(alice.certificate, issuer: sub.certificate)
        let octets = try answer(request, by: try responder(below: sub))
        let revoked = try status(OCSPResponse(derRepresentation: octets))
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<200 {
            var changed = octets
            for _ in 0...numbers.next(below: 3) where changed.count > 16 {
                let place = numbers.next(below: changed.count - 8)
                let piece = place..<place + 1 + numbers.next(below: 8)
                switch numbers.next(below: 4) {
                case 0: changed[place] = UInt8(numbers.next(below: 256))
                case 1: changed.removeSubrange(piece)
                case 2: changed.insert(contentsOf: changed[piece], at: place)
                default: changed = Array(changed[..<place])
                }
            }
            guard let response = try? OCSPResponse(derRepresentation: changed) else { continue }
            let found = status(response)
            #expect(found != .good, "a revoked certificate became good")
            if case .revoked? = found { #expect(found == revoked) }
        }
    }

    @Test(
        "The responder's errors are named",
        arguments: [(1, "malformedRequest"), (3, "tryLater"), (6, "unauthorized")]
    )
    func errors(code: UInt8, name: String) {
        let octets = DER.sequence(DER.element(.enumerated, [code]))
        do {
            _ = try OCSPResponse(derRepresentation: octets)
            Issue.record("an error was taken for an answer")
        } catch {
            #expect(error.context.contains(name))
        }
    }
}
