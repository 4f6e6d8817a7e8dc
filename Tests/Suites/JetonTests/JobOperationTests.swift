import Foundation
import TestRig
import Testing

@Suite("Jobs for PDFs, XML, timestamps and certificates, checked by other programs")
struct JobOperationTests {
    private let place: Workplace
    private let evidence: EvidenceServer
    private let jobs: JobPlace

    init() async throws {
        place = try await Workplace.withSoftHSM()
        evidence = try await EvidenceServer(place)
        try await place.makeSigner("signer")
        jobs = try await JobPlace(place)
    }

    @Test("A PDF and an XML document are signed in themselves; pdfsig and xmlsec1 verify what the issuer is given")
    func documents() async throws {
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        try place.directory.write("<order><item>1</item></order>", to: "order.xml")
        try await jobs.make(
            "p",
            ["op": "sign-pdf", "params": ["form": "pades"], "documents": [jobs.document("contract.pdf")]]
        )
        let run = try await jobs.run("p").exits(0).json()
        #expect(run["results"][0]["kind"].text == "document")
        try place.directory.write(jobs.reply("document"), to: "signed.pdf")
        try FileManager.default.createDirectory(atPath: place.directory.path("nss"), withIntermediateDirectories: true)
        _ = try await place.run("certutil", "-N", "-d", "sql:nss", "--empty-password")
        let poppler = try await place.run("pdfsig", "-nocert", "-nssdir", "sql:nss", "signed.pdf")
        #expect(poppler.text.contains("Signature is Valid."), "\(poppler.text)\(poppler.errorText)")

        for form in ["xades", "xmldsig"] {
            try await jobs.make(
                form,
                ["op": "sign-xml", "params": ["form": form], "documents": [jobs.document("order.xml")]]
            )
            try await jobs.run(form).exits(0)
            try place.directory.write(jobs.reply("document"), to: "signed.xml")
            let judged = try await place.run(
                "xmlsec1",
                "--verify",
                "--trusted-pem",
                "ca.pem",
                "--enabled-key-data",
                "x509",
                "--id-attr:Id",
                "http://uri.etsi.org/01903/v1.3.2#:SignedProperties",
                "signed.xml"
            )
            #expect(judged.exitStatus == 0, "\(judged.text)\(judged.errorText)")
        }
        // What is not a PDF or not XML is refused before anybody is asked.
        try await jobs.make(
            "n",
            ["op": "sign-pdf", "params": ["form": "pades"], "documents": [jobs.document("order.xml")]]
        )
        #expect(try await jobs.run("n", []).exits(1).json()["error"]["reason"].text == "document")
        try await jobs.make(
            "m",
            ["op": "sign-xml", "params": ["form": "xades"], "documents": [jobs.document("contract.pdf")]]
        )
        #expect(try await jobs.run("m", []).exits(1).json()["error"]["reason"].text == "document")
    }

    @Test("A timestamp comes from the authority of the person, without a key; OpenSSL verifies it")
    func timestamp() async throws {
        let parts: [String: Any?] = ["op": "timestamp", "params": ["form": "rfc3161"], "key": nil]
        try await jobs.make("t", parts)
        try await jobs.run("t", pin: []).exits(2).says("--tsa")
        try await jobs.run("t", ["--yes", "--tsa", evidence.tsa], pin: []).exits(0)
        try place.directory.write(jobs.reply("timestamp"), to: "letter.tsr")
        try await place.openssl("ts", "-verify", "-data", "letter.txt", "-in", "letter.tsr", "-CAfile", "ca.pem")
        // The digest alone is enough; the person is told that nothing else is known.
        var document = try await jobs.document("letter.txt")
        document["url"] = nil
        try await jobs.make("d", parts.merging(["documents": [document]]) { $1 })
        try await place.jeton("job", "show", "d.jeton-job").exits(0).prints(
            "contents unknown: only the digest is available"
        )
        try await jobs.run("d", ["--yes", "--tsa", evidence.tsa], pin: []).exits(0)
        try place.directory.write(jobs.reply("timestamp"), to: "letter.tsr")
        try await place.openssl("ts", "-verify", "-data", "letter.txt", "-in", "letter.tsr", "-CAfile", "ca.pem")
        try await jobs.make("k", ["op": "timestamp", "params": ["form": "rfc3161"]])
        #expect(try await jobs.run("k").exits(1).json()["error"]["reason"].text == "content")
    }

    @Test("A job takes no timestamp of an authority that the settings deny; without anchors it is a warning")
    func authority() async throws {
        let parts: [String: Any?] = ["op": "timestamp", "params": ["form": "rfc3161"], "key": nil]
        let asking = ["--yes", "--tsa", evidence.tsa]
        try await jobs.make("w", parts)
        try await jobs.run("w", asking, pin: []).exits(0).says("the timestamp's authority is not trusted")
        try await place.issue("other", [])
        try await place.jeton("config", "set", "trust", place.directory.path("other.pem")).exits(0)
        try await jobs.make("d", parts)
        try await jobs.run("d", asking, pin: []).exits(1).says("not trusted")
        try await place.jeton("config", "set", "trust", place.directory.path("ca.pem")).exits(0)
        try await jobs.make("a", parts)
        let trusted = try await jobs.run("a", asking, pin: []).exits(0)
        #expect(!trusted.errors.contains("not trusted"))
    }

    @Test("A certificate is requested by one job and stored by another; no other issuer's certificate is taken")
    func enroll() async throws {
        try await place.makeKey("work")
        try await place.withPIN("csr", "create", "--key", "work", "--subject", "CN=Old", "--out", "old.csr").exits(0)
        try await place.openssl("req", "-in", "old.csr", "-pubkey", "-noout", "-out", "work.pub")
        let bits = try await place.openssl("pkey", "-pubin", "-in", "work.pub", "-outform", "DER", "-out", "work.der")
        #expect(bits.exitStatus == 0)
        // The public key of P-256 stands in the last 65 bytes.
        try place.directory.write(Array((place.contents("work.der") ?? []).suffix(65)), to: "work.point")
        let identifier = String(try await place.openssl("dgst", "-sha1", "-r", "work.point").text.prefix(40))
        let parts: [String: Any?] = [
            "op": "enroll", "params": ["form": "pkcs10", "subject": "CN=Anna Muster"], "documents": [] as [Any],
            "key": ["skid": identifier],
        ]
        try await jobs.make("e", parts)
        try await jobs.run("e", []).exits(2).says("subject:    'CN=Anna Muster'")
        try await jobs.run("e").exits(0)
        let request = try jobs.reply("request")
        try place.directory.write(request, to: "work.req")
        try await place.openssl("req", "-inform", "DER", "-in", "work.req", "-verify", "-out", "work.csr")
        let pending = try await place.jeton("enroll", "list", "--json").exits(0).json()["requests"]
        #expect(pending[0]["url"].text == jobs.server.address)
        // A further job gets the same request, and no PIN is needed.
        try await jobs.make("again", parts)
        try await jobs.run("again", pin: []).exits(0)
        #expect(try jobs.reply("request") == request)
        try await jobs.make(
            "other",
            parts.merging(["params": ["form": "pkcs10", "subject": "CN=Eve"]]) { $1 }
        )
        try await jobs.run("other").exits(6).says("is already pending")

        try await place.certify("work", ["keyUsage=digitalSignature"])
        try await place.issue("stranger", [])
        let collect: [String: Any?] = ["op": "collect", "params": ["form": "certificates"], "key": nil]
        try await jobs.make("s", collect.merging(["documents": [try await jobs.document("stranger.pem")]]) { $1 })
        #expect(try await jobs.run("s").exits(1).json()["error"]["reason"].text == "document")
        try await jobs.make("c", collect.merging(["documents": [try await jobs.document("work.pem")]]) { $1 })
        let stored = try await jobs.run("c").exits(0).json()["results"][0]
        #expect(stored["kind"].text == "certificate" && stored["name"].text == identifier)
        #expect(try await place.jeton("enroll", "list", "--json").exits(0).json()["requests"].list.isEmpty)
        let certificates = try await place.jeton("cert", "list", "--json").exits(0).json()["certificates"].list
        #expect(certificates.count == 2)

        // A request of another authority is no business of this issuer.
        try await place.makeKey("private")
        let own = ["enroll", "request", "--key", "private", "--subject", "CN=P", "--out", "private.csr"]
        try await place.jeton(own + Workplace.pinOption).exits(0)
        try await place.certify("private", [])
        try await jobs.make("f", collect.merging(["documents": [try await jobs.document("private.pem")]]) { $1 })
        #expect(try await jobs.run("f").exits(1).json()["error"]["reason"].text == "document")
    }

    @Test("A document that the issuer has moved elsewhere is not fetched there")
    func redirect() async throws {
        var document = JobPlace.letter
        document["url"] = "\(jobs.server.address)/moved/letter.txt"
        try await jobs.make("r", ["documents": [document]])
        try await jobs.run("r").exits(7).says("redirects")
        // Nothing was signed, so the job was not taken.
        #expect(try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list.isEmpty)
    }

    @Test("A job is fetched through redirects of its own origin, and through none to another port of the same host")
    func redirectedJob() async throws {
        try await jobs.make("j")
        let other = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        func show(_ path: String) async throws -> Answer {
            try await place.jeton("job", "show", "\(jobs.server.address)\(path)", "--server-trust", "ca.pem")
        }
        try await show("/files/j.jeton-job").exits(0)
        try await show("/moved/j.jeton-job").exits(0)
        try await show("/away/\(jobs.server.port)/j.jeton-job").exits(0)
        try await show("/away/\(other.port)/j.jeton-job").exits(7)
            .says("redirects to another origin, https://localhost:\(other.port)")
        let run = ["job", "run", "\(jobs.server.address)/away/\(other.port)/j.jeton-job", "--server-trust", "ca.pem"]
        try await place.jeton(run + ["--yes"] + Workplace.pinOption).exits(7).says("redirects to another origin")
        // What the other server says first is that it was asked for nothing before this.
        try await place.jeton("job", "show", "\(other.address)/files/j.jeton-job", "--server-trust", "ca.pem").exits(0)
        #expect(try await other.next() == "GET /files/j.jeton-job")
        #expect(try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list.isEmpty)
    }

    @Test("Results that would be written over something are refused before the job is taken")
    func outputs() async throws {
        _ = try place.directory.makeDirectory("signed")
        try place.directory.write("mine", to: "signed/letter.txt.p7s")
        try await jobs.make("o")
        try await jobs.run("o", ["--yes", "--out", "signed"]).exits(7).says("exists")
        try await jobs.run("o").exits(0)
    }
}
