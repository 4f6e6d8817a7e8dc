import JetonFiles
import JetonKeystoreBase
import JetonOctets
import JetonX509
import TestRig
import Testing

@testable import CertificateRig
@testable import JetonEnrollment

@Suite("The list of pending requests")
struct PendingListTests {
    let directory: TestRig.TemporaryDirectory
    let list: PendingList

    init() throws {
        directory = try TestRig.TemporaryDirectory()
        list = PendingList(directory: directory.path("enroll"))
    }

    private func request(_ service: EnrollmentService = EnrollmentService(.file)) throws -> PendingRequest {
        let key = try SoftwareKey.make(.p256)
        let request = try CertificationRequest.make(subject: DistinguishedName("CN=Anna, O=\u{e9}\\\"x"), key: key)
        return try PendingRequest(
            request,
            service: service,
            token: "pkcs11:serial=1",
            label: "work",
            objectID: "01",
            created: 1_700_000_000
        )
    }

    @Test("What is kept is read again, whatever it has")
    func roundTrip() throws {
        #expect(try list.summaries().requests.isEmpty)
        var request = try request(EnrollmentService(.mailbox, url: "https://ca.example/", template: .soap))
        try list.add(request)
        #expect(try list.request(request.keyIdentifier) == request)
        request.transaction = PendingRequest.Transaction(identifier: [UInt8](repeating: 7, count: 16))
        request.transaction?.peerNonce = [1, 2]
        request.transaction?.isUnconfirmed = true
        request.message = [0xA0, 0x00]
        request.isRenewal = true
        request.clientKey = "0a0b"
        request.cookie = "ticket\n7"
        request.take(.waiting(seconds: 60), at: 1_700_000_100)
        try list.keep(request)
        #expect(try list.request(request.keyIdentifier) == request)
        let summary = try #require(try list.summaries().requests.first)
        #expect(summary.nextPoll == 1_700_000_160 && summary.state == .waiting && summary.label == "work")
        request.take(.rejected("no\nreason"), at: 1_700_000_200)
        try list.keep(request)
        #expect(try list.request(request.keyIdentifier) == request)
        try list.remove(request.keyIdentifier)
        #expect(try list.request(request.keyIdentifier) == nil)
        #expect(throws: EnrollmentError(.notPending, "")) { try list.remove(request.keyIdentifier) }
    }

    @Test("Requests are listed by age, and found by the first digits of their identifiers")
    func found() throws {
        var service = EnrollmentService(.helper, url: "/bin/helper")
        service.arguments = ["-d", "a b"]
        let made = try [request(service), request(), request()]
        for request in made { try list.add(request) }
        #expect(try list.request(made[0].keyIdentifier)?.service == service)
        let listed = try list.summaries().requests.map { Hex.encode($0.keyIdentifier) }
        let all = made.map { Hex.encode($0.keyIdentifier) }.sorted()
        #expect(listed == all)
        #expect(try list.identifiers(startingWith: "") == all)
        #expect(try list.identifiers(startingWith: all[1]) == [all[1]])
        #expect(try list.identifiers(startingWith: "x").isEmpty)
    }

    @Test("A key has one request, unless the authority rejected it")
    func once() throws {
        var request = try request()
        try list.add(request)
        #expect(throws: EnrollmentError(.alreadyPending, "")) { try list.add(request) }
        request.take(.rejected("wrong subject"), at: 0)
        try list.keep(request)
        request.state = .prepared
        try list.add(request)
    }

    @Test("A file that is cut off anywhere, or has one byte more, is damaged and not half a request")
    func damage() throws {
        let request = try request()
        let whole = request.encoded
        for length in stride(from: 0, to: whole.count, by: 37) {
            #expect(throws: EnrollmentError(.damaged, "")) {
                _ = try PendingRequest(file: Array(whole.prefix(length)), name: "x")
            }
        }
        #expect(throws: EnrollmentError(.damaged, "")) { _ = try PendingRequest(file: whole + [0x20], name: "x") }
        #expect(try PendingRequest(file: whole, name: "x") == request)
    }

    @Test("A file under another key's name is not that key's request")
    func renamed() throws {
        let request = try request()
        let other = try self.request()
        try list.add(request)
        try ReplacedFile.write(
            request.encoded,
            in: list.directory,
            name: "\(hex(other.keyIdentifier)).request",
            mode: 0o600
        )
        #expect(throws: EnrollmentError(.damaged, "")) { _ = try list.request(other.keyIdentifier) }
        let (requests, damaged) = try list.summaries()
        #expect(requests.count == 1 && damaged == ["\(hex(other.keyIdentifier)).request"])
    }

    @Test("A file that is too large hides no other one, and is named as damaged")
    func large() throws {
        let request = try request()
        try list.add(request)
        let name = "\(String(repeating: "ab", count: 20)).request"
        let content = [UInt8](repeating: UInt8(ascii: "x"), count: 17 << 20)
        try ReplacedFile.write(content, in: list.directory, name: name, mode: 0o600)
        let (requests, damaged) = try list.summaries()
        #expect(requests == [PendingSummary(request)] && damaged == [name])
    }

    @Test("A damaged request is named by the digits that give it up")
    func digits() throws {
        let error = #expect(throws: EnrollmentError.self) {
            try PendingRequest(file: Array("{}\n".utf8), name: "0123456789abcdef.request")
        }
        #expect(error?.request == "01234567")
    }

    private func hex(_ octets: [UInt8]) -> String {
        octets.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
