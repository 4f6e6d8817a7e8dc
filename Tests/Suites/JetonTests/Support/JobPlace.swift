import Foundation
import TestRig
import Testing

/// A person who takes jobs from an issuer on the loopback; OpenSSL signs them.
struct JobPlace {
    static let usage = "2.25.245673358858021840847124040467570385224"
    static let type = "2.25.147607797994757774504504869572682161680"
    /// A document of five bytes, without a URL.
    static var letter: [String: Any] {
        let digest = ["alg": "sha256", "value": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"]
        return ["name": "letter.txt", "mediaType": "text/plain", "size": 5, "digest": digest]
    }
    static let operations = [
        "sign-data", "sign-digest", "sign-pdf", "sign-xml", "timestamp", "enroll", "collect", "attach",
    ]

    let place: Workplace
    let server: EnrollmentServer
    let installation: String

    /// Takes jobs in a place that has `ca.pem`; the server has the files of the place.
    init(_ place: Workplace) async throws {
        self.place = place
        if place.contents("web.pem") == nil {
            try await place.issue("web", ["subjectAltName=DNS:localhost", "extendedKeyUsage=serverAuth"])
        }
        try await place.issue("portal", ["subjectAltName=DNS:localhost", "extendedKeyUsage=\(Self.usage)"])
        server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        try place.directory.write("hello", to: "letter.txt")
        let trust = ["job", "trust", server.address, "--certificate", "portal.pem", "--blind-digests", "--json"]
        let answer = try await place.jeton(trust + Self.operations.flatMap { ["--operation", $0] }).exits(0).json()
        installation = answer["installation"].text ?? ""
    }

    /// A document of the server, as a job describes it.
    func document(_ name: String) async throws -> [String: Any] {
        let digest = try await place.openssl("dgst", "-sha256", "-r", name).text.prefix(64)
        return [
            "name": name, "mediaType": "application/octet-stream", "size": place.contents(name)?.count ?? 0,
            "digest": ["alg": "sha256", "value": String(digest)], "url": "\(server.address)/files/\(name)",
        ]
    }

    /// Makes `NAME.jeton-job` of members; nil leaves one out.
    func make(
        _ name: String,
        _ more: [String: Any?] = [:],
        signer: String = "portal",
        type: String = JobPlace.type,
        how: [String] = ["-cades"]
    ) async throws {
        let now = Int(Date().timeIntervalSince1970)
        var document = Self.letter
        document["url"] = "\(server.address)/files/letter.txt"
        let members: [String: Any] = [
            "typ": "jeton.job/1", "jti": UUID().uuidString.lowercased(), "iss": server.address,
            "aud": [installation], "iat": now, "nbf": now, "exp": now + 300, "op": "sign-data",
            "params": ["form": "cms-detached"], "documents": [document], "key": ["issuer": "CN=Test Authority"],
            "display": ["title": "Sign the letter", "text": "Please"], "reply": ["url": "\(server.address)/reply"],
        ]
        var all = members
        for (member, value) in more { all[member] = value }
        try place.directory.write(Array(try JSONSerialization.data(withJSONObject: all)), to: "job.json")
        let words = [
            "openssl", "cms", "-sign", "-binary", "-nodetach", "-in", "job.json", "-signer", "\(signer).pem", "-inkey",
            "\(signer).key", "-econtent_type", type, "-outform", "DER", "-out", "\(name).jeton-job",
        ]
        let output = try await place.run("env", and: words + how)
        guard output.exitStatus == 0 else { throw TestRigError("openssl cms: \(output.errorText)") }
    }

    /// Runs a job.
    func run(_ name: String, _ more: [String] = ["--yes"], pin: [String] = Workplace.pinOption) async throws -> Answer {
        try await place.jeton(
            ["job", "run", "\(name).jeton-job", "--server-trust", "ca.pem", "--json"] + more + pin
        )
    }

    /// What the server was answered last: the first result's member, in bytes.
    func reply(_ member: String) throws -> [UInt8] {
        let reply = try JSONNode(place.contents("reply.json") ?? [])
        return Array(Data(base64Encoded: reply["results"][0][member].text ?? "") ?? Data())
    }
}
