import JetonX509
import Testing

@testable import CertificateRig
@testable import JetonEnrollment

@Suite("Programs that submit requests as certmonger's helpers do")
struct HelperClientTests {
    private func pending() throws -> PendingRequest {
        let key = try SoftwareKey.make(.p256)
        return try PendingRequest(
            CertificationRequest.make(subject: DistinguishedName("CN=Anna"), key: key),
            service: EnrollmentService(.helper, url: "/bin/helper"),
            token: "pkcs11:serial=1",
            label: "work",
            objectID: "01",
            created: 0
        )
    }

    @Test("A request is submitted once and asked for by its cookie")
    func cookie() throws {
        var request = try pending()
        var asked: [[String: String]] = []
        let client = HelperClient(request.service) { variables in
            asked.append(variables)
            return HelperClient.Outcome(status: asked.count == 1 ? 5 : 1, output: Array("30\nticket 7\n".utf8))
        }
        #expect(try client.submit(&request) == .waiting(seconds: 30))
        #expect(request.cookie == "ticket 7")
        #expect(try client.submit(&request) == .waiting(seconds: 0))
        #expect(request.cookie == "30\nticket 7")
        #expect(asked.map { $0["CERTMONGER_OPERATION"] } == ["SUBMIT", "POLL"])
        #expect(asked.map { $0["CERTMONGER_CA_COOKIE"] } == [nil, "ticket 7"])
        #expect(asked[0]["CERTMONGER_CSR"] == request.request.pemRepresentation)
    }

    @Test(
        "What a helper says is bounded before it is kept",
        arguments: [
            (0, "no certificate", EnrollmentError.Code.malformedAnswer), (1, "", .malformedAnswer),
            (1, "a\u{0}b", .malformedAnswer), (1, "a\u{1B}[2J", .malformedAnswer),
            (1, String(repeating: "a", count: 16_385), .malformedAnswer), (3, "down", .status),
            (4, "no CA", .invalidService), (5, "soon\nticket", .malformedAnswer), (5, "9", .malformedAnswer),
            (6, "", .invalidService), (17, "", .malformedAnswer),
        ] as [(Int32, String, EnrollmentError.Code)]
    )
    func refusals(status: Int32, output: String, code: EnrollmentError.Code) throws {
        var request = try pending()
        let client = HelperClient(request.service) { _ in
            HelperClient.Outcome(status: status, output: Array(output.utf8))
        }
        #expect(throws: EnrollmentError(code, "")) { try client.submit(&request) }
        #expect(request.cookie.isEmpty)
    }

    @Test("A rejection is kept with its words")
    func rejection() throws {
        var request = try pending()
        let client = HelperClient(request.service) { _ in
            HelperClient.Outcome(status: 2, output: Array("not\nyou\n".utf8))
        }
        #expect(try client.submit(&request) == .rejected("not you"))
    }
}
