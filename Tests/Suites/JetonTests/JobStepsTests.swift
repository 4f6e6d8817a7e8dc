import Foundation
import TestRig
import Testing

@Suite("A form's XML that its server signs in steps: digests go to the person, signatures and timestamps come back")
struct JobStepsTests {
    private let place: Workplace
    private let evidence: EvidenceServer
    private let jobs: JobPlace
    private let trust = ["--trust", "ca.pem", "--allow-private-hosts"]

    init() async throws {
        place = try await Workplace.withSoftHSM()
        evidence = try await EvidenceServer(place)
        try await place.makeKey("signer")
        try await place.withPIN("csr", "create", "--key", "signer", "--subject", "CN=Anna", "--out", "signer.csr")
            .exits(0)
        try await place.certify("signer", ["keyUsage=critical,digitalSignature,nonRepudiation"] + evidence.extensions)
        try await place.withPIN("cert", "import", "signer.pem").exits(0)
        try await place.certify(
            "tsa",
            ["extendedKeyUsage=critical,timeStamping", "keyUsage=critical,digitalSignature"] + evidence.extensions
        )
        jobs = try await JobPlace(place)
        try await evidence.register(["signer", "tsa"])
        try await evidence.publishList()
        try place.directory.write("<form><name>Anna</name></form>", to: "form.xml")
    }

    private func digest(_ hex: String?) -> [String: Any] {
        let digest = ["alg": "sha256", "value": hex ?? ""]
        return ["name": "form.xml", "mediaType": "text/xml", "size": 0, "digest": digest]
    }

    /// The server has the person's authority timestamp a digest, and keeps what comes back.
    private func stamp(_ name: String, level: String) async throws {
        // The server's own machine: no token, and nothing but the file.
        let ask = ["extend", "form-signed.xml", "--level", level, "--request-out", "\(name).tsq", "--force", "--json"]
        let asked = try await place.jeton(ask + trust).exits(0)
        #expect(JSONSchema.faults(inOutput: asked.output.standardOutput).isEmpty)
        let parts: [String: Any?] = ["op": "timestamp", "params": ["form": "rfc3161"], "key": nil]
        try await jobs.make(name, parts.merging(["documents": [digest(try asked.json()["digest"].text)]]) { $1 })
        try await jobs.run(name, ["--yes", "--tsa", evidence.tsa], pin: []).exits(0)
        try place.directory.write(jobs.reply("timestamp"), to: "\(name).tsr")
    }

    @Test("From the XML to XAdES-A, by a job for each digest")
    func steps() async throws {
        let prepared = try await place.jeton("sign", "prepare", "form.xml", "--certificate", "signer.pem", "--json")
        let hash = try prepared.exits(0).json()["results"][0]["hash"].text
        try await jobs.make(
            "s",
            ["op": "sign-digest", "params": ["form": "raw"], "documents": [digest(hash)]]
        )
        try await jobs.run("s").exits(0)
        try place.directory.write(jobs.reply("signature"), to: "signature")
        try await place.jeton("sign", "complete", "form.xml.state", "--signature", "signature").exits(0)

        try await stamp("t", level: "T")
        let extend = ["extend", "form-signed.xml", "--level"]
        try await place.jeton(extend + ["T", "--timestamp", "t.tsr"] + trust).exits(0)
        let verify = ["verify", "form-signed.xml", "--trust", "ca.pem", "--json"]
        #expect(try await place.jeton(verify).exits(0).json()["signatures"][0]["signer"]["level"].text == "T")
        // It is there: nothing more is to be asked for.
        try await place.jeton(extend + ["T", "--request-out", "u.tsq"] + trust).exits(1).says("has all timestamps")

        try await place.jeton(extend + ["LT", "--timestamp", "t.tsr"] + trust).exits(0)
        try await stamp("a", level: "LTA")
        try await place.jeton(extend + ["LTA", "--timestamp", "a.tsr"] + trust).exits(0)
        let found = try await place.jeton(verify).exits(0).json()["signatures"][0]["signer"]
        #expect(found["level"].text == "LTA" && found["outcome"]["indication"].text == "TOTAL-PASSED")
    }

    @Test("A timestamp of something else, of nobody who is trusted, or for a PDF changes no file")
    func refusals() async throws {
        try await place.withPIN("sign", "form.xml", "--key", "signer").exits(0)
        let before = place.contents("form-signed.xml")
        let extend = ["extend", "form-signed.xml", "--level", "T"]
        try await place.jeton(["timestamp", "form.xml", "--tsa", evidence.tsa, "--trust", "ca.pem"]).exits(0)
        let other = try await place.jeton(extend + ["--timestamp", "form.xml.tsr"] + trust).exits(5)
        other.says("none of the 1 timestamps matches it")
        try await place.jeton(extend + ["--timestamp", "form.xml.tsr", "--tsa", evidence.tsa]).exits(2)
        try await place.jeton(extend + ["--timestamp", "form.xml"]).exits(1).says("can't be used")
        #expect(place.contents("form-signed.xml") == before)
        try await stamp("t", level: "T")
        // An anchor that says nothing about this authority.
        try FileManager.default.moveItem(
            atPath: place.directory.path("ca.pem"),
            toPath: place.directory.path("old.pem")
        )
        try await place.makeAuthority()
        let untrusted = try await place.jeton(extend + ["--timestamp", "t.tsr"] + trust).exits(1)
        untrusted.says("the timestamp is not accepted")
        #expect(place.contents("form-signed.xml") == before)
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        try await place.withPIN("sign", "contract.pdf", "--key", "signer").exits(0)
        let pdf = ["extend", "contract-signed.pdf", "--level", "T", "--timestamp", "t.tsr"]
        try await place.jeton(pdf).exits(5).says("gets its timestamp while it is written")
    }
}
