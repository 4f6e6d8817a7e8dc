import Foundation
import TestRig
import Testing

@Suite("Services that speak SOAP: a data box, by a command and by a job, and timestamping authorities")
struct SOAPTests {
    private static let isds = "http://isds.czechpoint.cz/v20"
    private let place: Workplace
    private let jobs: JobPlace
    private let box: ChildProcess
    private let address: String
    private let login = ["--user", "box-1", "--password-source", "file:password", "--auth", "basic"]

    init() async throws {
        place = try Workplace(modules: [])
        try await place.makeAuthority()
        jobs = try await JobPlace(place)
        let script = BuildProducts.packageDirectory.appending(path: "Tests/TestRig/data-box.py").path
        box = try ChildProcess(
            ["python3", script, place.directory.path, "web.pem", "web.key", "box-1:Pa55word"],
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        address = "https://localhost:\(try await box.nextLine() ?? "")"
        try place.directory.write("Pa55word\n", to: "password", mode: 0o600)
        let content = Data("the form".utf8).base64EncodedString()
        try place.directory.write(
            """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
            <CreateMessage xmlns="\(Self.isds)"><dmEnvelope><dbIDRecipient>abc1234</dbIDRecipient>
            <dmAnnotation>A form</dmAnnotation></dmEnvelope><dmFiles><dmFile dmMimeType="text/plain"
            dmFileMetaType="main" dmFileDescr="form.txt"><dmEncodedContent>\(content)</dmEncodedContent></dmFile>
            </dmFiles></CreateMessage></soap:Body></soap:Envelope>
            """,
            to: "message.xml"
        )
    }

    @Test("A command sends a message to the data box, with the SOAPAction that its WSDL demands")
    func command() async throws {
        let from = "\(jobs.server.address)/files/message.xml"
        let way = ["relay", "run", "--from", from, "--to", "\(address)/DS/dz", "--server-trust", "ca.pem"]
        let type = ["--field", "Content-Type: text/xml; charset=utf-8"]
        // Without the field the service refuses, as SOAP 1.1 wants it to.
        try await place.jeton(way + login + type + ["--out", "none"]).exits(1)
        #expect(try await box.nextLine() == "refused: no SOAPAction, another type or another path")
        try await place.jeton(way + login + type + ["--field", "SOAPAction: \"\"", "--out", "answer"]).exits(0)
        #expect(try await box.nextLine() == "CreateMessage \"\"")
        #expect(String(decoding: place.contents("answer") ?? [], as: UTF8.self).contains("<q:dmID>700001</q:dmID>"))
        #expect(place.contents("message") == Array("form.txt text/plain\nthe form".utf8))
    }

    @Test(
        "A field that says where a request goes, who sends it or where it ends is refused before any connection",
        arguments: [
            "Host: other.example", "Authorization: Basic eA==", "Cookie: a=b", "Content-Length: 1",
            "Proxy-Authorization: x", "Transfer-Encoding: chunked", "X-Forwarded-For: 127.0.0.1",
            "Sec-Fetch-Site: none", "Jeton-Relay-Secret: x",
            "SOAPAction: \"a\"\r\nHost: b", "SOAPAction", "SOAP Action: x", "SOAPAction: \u{E9}",
            "SOAPAction: \(String(repeating: "a", count: 1025))",
        ]
    )
    func forbidden(field: String) async throws {
        let way = ["relay", "run", "--from", "https://localhost:1/a", "--to", "https://localhost:1/b"]
        try await place.jeton(way + ["--field", field]).exits(2).says("can't be used for --field")
    }

    private func trust(_ more: [String], exits code: Int32 = 0) async throws {
        let words = ["job", "trust", jobs.server.address, "--certificate", "portal.pem", "--operation", "relay"]
        try await place.jeton(words + ["--relay-target", address] + more).exits(code)
    }

    private func make(_ name: String, _ fields: [[String: String]]) async throws {
        var document = try await jobs.document("message.xml")
        document["mediaType"] = "text/xml; charset=utf-8"
        let parameters: [String: Any] = [
            "form": "https", "method": "POST", "to": "\(address)/DS/dz", "answer": jobs.server.address + "/answer",
            "fields": fields,
        ]
        try await jobs.make(name, ["op": "relay", "params": parameters, "documents": [document], "key": nil])
    }

    @Test("A portal's job has a message taken to the data box; fields beyond SOAP's own need a user's word")
    func job() async throws {
        try await trust([])
        let action = ["name": "SOAPAction", "value": "\"\""]
        try await make("a", [action])
        try await place.jeton("job", "show", "a.jeton-job").exits(0).prints("field:      SOAPAction: \"\"")
        try await jobs.run("a", ["--yes"] + login, pin: []).exits(0)
        #expect(try await box.nextLine() == "CreateMessage \"\"")
        let answer = String(decoding: place.contents("answer") ?? [], as: UTF8.self)
        #expect(answer.contains("<q:dmStatusCode>0000</q:dmStatusCode>"))
        let more = ["name": "X-Request-ID", "value": "7"]
        try await make("b", [action, more])
        let refused = try await jobs.run("b", ["--yes"] + login, pin: []).exits(1).json()["error"]
        #expect(refused["reason"].text == "operation")
        try await trust(["--relay-field", "X-Request-ID"])
        try await make("c", [action, more])
        try await jobs.run("c", ["--yes"] + login, pin: []).exits(0)
        for name in ["X-Forwarded-For", "Authorization", "x y"] {
            try await trust(["--relay-field", name], exits: 2)
        }
    }

    @Test(
        "An authority behind SOAP gives a timestamp; its form is an option or a setting, its answer is checked as any"
    )
    func timestamps() async throws {
        let server = try await EvidenceServer(place)
        try place.directory.write("content", to: "letter")
        let ask = ["timestamp", "letter", "--trust", "ca.pem", "--force", "--json", "--tsa"]
        try await place.jeton(ask + ["\(server.address)/soap"]).exits(5)
        let made = try await place.jeton(ask + ["\(server.address)/soap", "--tsa-form", "soap"]).exits(0).json()
        #expect(made["trusted"].flag == true)
        try await place.openssl("ts", "-verify", "-data", "letter", "-in", "letter.tsr", "-CAfile", "ca.pem")
        // A form of one's own, for a service that answers with the token alone.
        try place.directory.write(
            #"{"contentType":"text/xml","action":"urn:stamp","request":"<a:Imprint>{{request}}</a:Imprint>"}"#,
            to: "form.json"
        )
        try await place.jeton("config", "set", "tsa-form", "form.json").exits(0)
        try await place.jeton(ask + ["\(server.address)/soap-token"]).exits(0)
        try await place.openssl("ts", "-verify", "-data", "letter", "-in", "letter.tsr", "-CAfile", "ca.pem")
        var lines: [String] = []
        while lines.last != "\"urn:stamp\"" { lines.append(try await server.next()) }
        // What has no timestamp in it is none.
        try await place.jeton(ask + ["\(server.address)/html"]).exits(5).says("contain no timestamp")
        let faults = [#"{"contentType":"text/xml"}"#, #"{"contentType":"a\nb","request":"{{request}}"}"#, "x"]
        for text in faults {
            try place.directory.write(text, to: "bad.json")
            try await place.jeton("config", "set", "tsa-form", "bad.json").exits(2).says("not a valid form")
        }
    }
}
