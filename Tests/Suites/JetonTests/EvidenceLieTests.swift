import Foundation
import TestRig
import Testing

@Suite("Servers that say something wrong about revocation once")
struct EvidenceLieTests {
    let place: Workplace
    let server: EvidenceServer

    init() async throws {
        place = try await Workplace.withSoftHSM()
        server = try await EvidenceServer(place)
        try place.directory.write("I owe you one.\n", to: "letter")
        let usages = ["extendedKeyUsage=critical,timeStamping", "keyUsage=critical,digitalSignature"]
        try await place.certify("tsa", usages + server.extensions)
        try await place.makeKey("signer")
        let request = ["csr", "create", "--key", "signer", "--subject", "CN=Anna Muster", "--out", "signer.csr"]
        try await place.jeton(request + Workplace.pinOption).exits(0)
        try await place.certify("signer", ["keyUsage=critical,digitalSignature,nonRepudiation"] + server.extensions)
        try await place.jeton(["cert", "import", "signer.pem"] + Workplace.pinOption).exits(0)
        try await place.jeton(["sign", "letter", "--key", "signer"] + Workplace.pinOption).exits(0)
    }

    private func verify(_ more: String...) async throws -> Answer {
        let words = ["verify", "letter", "--trust", "ca.pem", "--online", "--allow-private-hosts", "--json"]
        return try await place.jeton(words + more)
    }

    private func outcome(_ answer: Answer) throws -> String? {
        try answer.json()["signers"][0]["outcome"]["indication"].text
    }

    /// A list in the name of the authority by another key, for a hundred years.
    private func publishForgedList() async throws {
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "other.key"]
        let certificate = ["-out", "other.pem", "-days", "20", "-subj", "/CN=Test Authority", "-batch"]
        try await place.openssl(["req", "-x509"] + key + certificate)
        let signer = ["-cert", "other.pem", "-keyfile", "other.key", "-crldays", "36500", "-out", "forged.pem"]
        try await place.openssl(["ca", "-config", "tsa.cnf", "-gencrl"] + signer)
        try await place.openssl(["crl", "-in", "forged.pem", "-outform", "DER", "-out", "ca.crl"])
    }

    /// A response without a nonce whose signature is broken, for a hundred years.
    private func prepareForgedResponse() async throws {
        try await place.openssl(
            [
                "ocsp", "-index", "index.txt", "-CA", "ca.pem", "-rsigner", "ca.pem", "-rkey", "ca.key", "-issuer",
                "ca.pem", "-cert", "signer.pem", "-no_nonce", "-noverify", "-resp_no_certs", "-ndays", "36500",
                "-respout", "honest.der",
            ]
        )
        var response = try #require(place.contents("honest.der"))
        // The last byte is the signature's.
        response[response.count - 1] ^= 1
        try place.directory.write(response, to: "forged.ocsp")
    }

    @Test("The next honest run is right, what is kept is used, and --refresh asks again", arguments: [true, false])
    func once(isList: Bool) async throws {
        if isList {
            // Of certificates that the responder does not know, the list tells.
            try await server.register([])
            try await publishForgedList()
        } else {
            try await server.register(["signer", "tsa"])
            try await prepareForgedResponse()
        }
        let lie = try await verify().exits(1)
        #expect(try outcome(lie) == "INDETERMINATE")
        lie.prints("its signature was not made by the key of")
        if isList {
            try await server.publishList()
        } else {
            try FileManager.default.removeItem(atPath: place.directory.path("forged.ocsp"))
        }
        let honest = try await verify().exits(0)
        #expect(try outcome(honest) == "TOTAL-PASSED" && honest.json()["contacts"].list.count == 1)
        // The signer's authority revokes it; what is kept is good until it ends.
        try await revoke(isList)
        let kept = try await verify()
        #expect(try outcome(kept) == "TOTAL-PASSED")
        if !isList { #expect(try kept.json()["contacts"].list.isEmpty) }
        let again = try await verify("--refresh").exits(1)
        again.prints("was revoked")
        try await verify().exits(1).prints("was revoked")
        try await place.jeton("verify", "letter", "--refresh").exits(2).says("--refresh requires --online")
    }

    private func revoke(_ isList: Bool) async throws {
        try await server.register(["signer", "tsa"], revoked: ["signer": "keyCompromise"])
        guard isList else { return }
        // The responder knows nobody, and the list knows all.
        try await server.publishList()
        try await server.register([])
    }

    @Test("A lie reaches neither a signature of level LT nor the trust in a job's signer later")
    func others() async throws {
        try await server.register([])
        try await publishForgedList()
        let extend = ["extend", "letter.p7s", "--level", "LT", "--tsa", server.tsa, "--trust", "ca.pem"]
        try await place.jeton(extend + ["--allow-private-hosts"]).exits(1).says(
            "its signature was not made by the key of"
        )
        let jobs = try await JobPlace(place)
        let names = ["subjectAltName=DNS:localhost", "extendedKeyUsage=\(JobPlace.usage)"]
        try await place.issue("agent", names + server.extensions)
        try await place.jeton("job", "trust", jobs.server.address, "--certificate", "ca.pem").exits(0)
        try await jobs.make("a", signer: "agent")
        let show = ["job", "show", "a.jeton-job", "--online", "--allow-private-hosts"]
        try await place.jeton(show).exits(1).says("is unknown", "its signature was not made by the key of")
        try await server.publishList()
        try await place.jeton(show).exits(0)
        try await place.jeton(extend + ["--allow-private-hosts"]).exits(0)
        try await place.jeton("verify", "letter", "--trust", "ca.pem").exits(0).prints("level LT")
        // What is kept does not hide from --refresh that the signer was revoked since.
        try await server.register(["agent"], revoked: ["agent": "keyCompromise"])
        try await server.publishList()
        try await server.register([])
        try await place.jeton(show).exits(0)
        try await place.jeton(show + ["--refresh"]).exits(1).says("was revoked")
    }
}
