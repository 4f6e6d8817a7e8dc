import Foundation
import TestRig
import Testing

@Suite("Levels of CAdES on the command line")
struct LevelTests {
    let place: Workplace
    let server: EvidenceServer
    private let network: [String]

    init() async throws {
        place = try await Workplace.withSoftHSM()
        server = try await EvidenceServer(place)
        try place.directory.write("I owe you one.\n", to: "letter")
        // All certificates name the server's responder; the authority for timestamps is issued again.
        try await place.certify(
            "tsa",
            ["extendedKeyUsage=critical,timeStamping", "keyUsage=critical,digitalSignature"] + server.extensions
        )
        network = ["--tsa", server.tsa, "--trust", "ca.pem", "--allow-private-hosts"]
        try await signer("signer", "CN=Anna Muster")
        try await server.register(["signer", "tsa"])
        try await server.publishList()
    }

    /// A key on the token with a certificate that names the server.
    private func signer(_ name: String, _ subject: String) async throws {
        try await place.makeKey(name)
        try await place.withPIN("csr", "create", "--key", name, "--subject", subject, "--out", "\(name).csr").exits(0)
        try await place.certify(name, ["keyUsage=critical,digitalSignature,nonRepudiation"] + server.extensions)
        try await place.withPIN("cert", "import", "\(name).pem").exits(0)
    }

    private func sign(_ more: String...) async throws -> Answer {
        try await place.jeton(["sign", "--key", "signer"] + more + network + Workplace.pinOption)
    }

    private func verify(_ words: String...) async throws -> Answer {
        try await place.jeton(["verify", "--trust", "ca.pem"] + words)
    }

    @Test(
        "A signature is made to a level; openssl accepts it; verify says the level and asks nobody",
        arguments: ["T", "LTA"]
    )
    func levels(level: String) async throws {
        let made = try await sign("letter", "--level", level, "--json").exits(0).json()
        #expect(made["level"].text == level)
        #expect(made["contacts"].list.map { $0["port"].number } == [Int(server.port)])
        try await place.openssl(
            "cms",
            "-verify",
            "-cades",
            "-binary",
            "-inform",
            "DER",
            "-in",
            "letter.p7s",
            "-content",
            "letter",
            "-CAfile",
            "ca.pem",
            "-purpose",
            "any",
            "-out",
            "out"
        )
        let found = try await verify("letter", "--json").exits(0).json()
        #expect(found["signers"][0]["level"].text == level)
        #expect(found["signers"][0]["outcome"]["indication"].text == "TOTAL-PASSED")
        #expect(found["online"].flag == false && found["contacts"].list.isEmpty)
        try await verify("letter.p7s").exits(0).prints("letter.p7s: valid", "level \(level)", "timestamp:  signature")
        try await sign("letter", "--attached", "--level", level).exits(0)
        try await verify("letter.p7m").exits(0).prints("letter.p7m: valid", "level \(level)")
    }

    @Test("A signature is extended in its place and renewed in its directory; what fails changes nothing")
    func extend() async throws {
        let signing = ["sign", "letter", "--key", "signer"] + Workplace.pinOption
        try await place.jeton(signing).exits(0)
        let former = place.contents("letter.p7s")
        // Nothing may be asked on this machine without the option.
        let closed = try await place.jeton(
            "extend",
            "letter.p7s",
            "--level",
            "LT",
            "--tsa",
            server.tsa,
            "--trust",
            "ca.pem"
        )
        closed.exits(1).says("private network")
        #expect(place.contents("letter.p7s") == former)
        try await place.jeton(["extend", "letter.p7s", "--level", "LTA", "--json"] + network).exits(0)
        try await verify("letter").exits(0).prints("level LTA")
        let extended = place.contents("letter.p7s")
        try await place.jeton(["renew", ".", "--older-than", "1"] + network).exits(0)
        #expect(place.contents("letter.p7s") == extended)
        let renewed = try await place.jeton(["renew", ".", "--older-than", "0", "--json"] + network).exits(0).json()
        #expect(renewed["results"].list.contains { $0["output"].text?.hasSuffix("letter.p7s") == true })
        let found = try await verify("letter", "--json").exits(0).json()
        #expect(found["signers"][0]["timestamps"].list.map { $0["kind"].text } == ["signature", "archive", "archive"])
    }

    @Test("What is not renewed is named with the reason, and a damaged file leaves the others alone")
    func leftAlone() async throws {
        try await place.jeton(["sign", "letter", "--key", "signer"] + Workplace.pinOption).exits(0)
        let former = place.contents("letter.p7s")
        let renewal = ["renew", "letter.p7s", "--older-than", "0"] + network
        try await place.jeton(renewal).exits(0).says("letter.p7s: level B, not renewed", "0 of 1 renewed")
        let left = try await place.jeton(renewal + ["--json"]).exits(0).json()["results"][0]
        #expect(left["status"].text == "left" && left["reason"].text == "level B" && left["output"].text == nil)
        #expect(place.contents("letter.p7s") == former)
        for name in ["a.p7s", "b.p7s"] { try place.directory.write([0x30, 0x03, 0x02, 0x01, 0x01], to: name) }
        let all = ["extend", "a.p7s", "letter.p7s", "b.p7s", "--level", "T"] + network
        let answer = try await place.jeton(all)
        answer.says("error: a.p7s is not", "error: b.p7s is not", "letter.p7s: level T", "1 of 3 extended, 2 failed")
        #expect(answer.code != 0)
    }

    @Test("An XML document is signed in, around and beside it to any level, extended and renewed; xmlsec1 agrees")
    func xml() async throws {
        try place.directory.write("<?xml version=\"1.0\"?>\n<form><name>Anna</name></form>\n", to: "form.xml")
        let bare = ["sign", "form.xml", "--key", "signer", "--format", "xades"] + Workplace.pinOption
        try await place.jeton(bare).exits(0).says("form-signed.xml: signed", "XAdES level B")
        let program = try await place.run(
            "xmlsec1",
            "--verify",
            "--trusted-pem",
            "ca.pem",
            "--enabled-key-data",
            "x509",
            "--id-attr:Id",
            "http://uri.etsi.org/01903/v1.3.2#:SignedProperties",
            "form-signed.xml"
        )
        #expect(program.exitStatus == 0, "\(program.errorText)")
        try await verify("form-signed.xml").exits(0).prints(
            "form-signed.xml: valid",
            "covers:     the document",
            "level B"
        )
        _ = try place.directory.makeDirectory("box")
        try await verify("form-signed.xml", "--extract", "box").exits(0)
        let covered = try #require(place.contents("box/signature1-part1.xml"))
        #expect(String(decoding: covered, as: UTF8.self) == "<form><name>Anna</name></form>")
        try await place.jeton(["extend", "form-signed.xml", "--level", "LTA", "--json"] + network).exits(0)
        try await place.jeton(["renew", ".", "--older-than", "0", "--json"] + network).exits(0)
        let found = try await verify("form-signed.xml", "--json").exits(0).json()
        let signer = found["signatures"][0]["signer"]
        #expect(signer["level"].text == "LTA")
        #expect(signer["timestamps"].list.map { $0["kind"].text } == ["signature", "archive", "archive"])

        try await sign("form.xml", "--format", "xades", "--detached", "--level", "LTA").exits(0)
        try await verify("form-signature.xml", "form.xml").exits(0).prints("the file 'form.xml'", "level LTA")
        try await verify("form-signature.xml").exits(1).prints("was not given")
        try await sign("letter", "--format", "xades", "--attached", "--level", "LT", "--out", "around.xml").exits(0)
        try await verify("around.xml").exits(0).prints("level LT")
        try await place.jeton(bare + ["--parallel", "--out", "first.xml"]).exits(0)
        let second = ["sign", "first.xml", "--key", "signer", "--format", "xades", "--parallel"] + Workplace.pinOption
        try await place.jeton(second).exits(0)
        let both = try await verify("first-signed.xml", "--json").exits(0).json()
        #expect(both["signatures"].list.count == 2)
        try await place.jeton(
            ["sign", "form-signed.xml", "--key", "signer", "--format", "xmldsig"] + Workplace.pinOption
        )
        .exits(5).says("would break")
        try await place.jeton(["xml", "c14n", "form.xml", "--out", "canonical.xml", "--json"]).exits(0)
        let canonical = try #require(place.contents("canonical.xml"))
        #expect(String(decoding: canonical, as: UTF8.self) == "<form><name>Anna</name></form>")
        try await place.jeton(["xml", "c14n", "letter"]).exits(7).says("not a valid XML document")
    }

    @Test(
        "Files are signed in one container to any level, extended, renewed and signed again; openssl agrees",
        arguments: ["asice", "asice-cades", "asics", "asics-cades"]
    )
    func containers(format: String) async throws {
        let isSimple = format.hasPrefix("asics")
        try place.directory.write(String(repeating: "bill ", count: 40_000), to: "bill")
        let files = isSimple ? ["letter"] : ["letter", "bill"]
        let name = isSimple ? "case.asics" : "case.asice"
        let signing = ["--format", format, "--key", "signer", "--out", name] + Workplace.pinOption
        try await place.jeton(["sign"] + files + signing).exits(0).says(
            "\(name): signed",
            isSimple ? "ASiC-S" : "ASiC-E"
        )
        try await verify(name).exits(0).prints("valid", "covers:     the file 'letter'", "level B")
        try await place.jeton(["extend", name, "--level", "LTA", "--json"] + network).exits(0)
        try await place.jeton(["renew", ".", "--older-than", "0", "--json"] + network).exits(0)
        let found = try await verify(name, "--json").exits(0).json()
        let signature = found["signatures"][0]
        #expect(found["files"].list.map { $0["name"].text } == files)
        #expect(signature["signer"]["level"].text == "LTA" && signature["covered"].list.count == files.count)
        #expect(signature["signer"]["timestamps"].list.map { $0["kind"].text } == ["signature", "archive", "archive"])
        let more = ["sign", "--add", name, "--key", "signer"] + Workplace.pinOption
        if format == "asics-cades" {
            try await place.jeton(more).exits(5).says("allows only one signature")
        } else {
            try await place.jeton(more).exits(0)
            let both = try await verify(name, "--json").exits(0).json()
            #expect(Set(both["signatures"].list.map { $0["signer"]["level"].text }) == ["B", "LTA"])
        }
        _ = try place.directory.makeDirectory("box")
        try await verify(name, "--extract", "box").exits(0)
        #expect(place.contents("box/letter") == place.contents("letter"))
        // A file that zip adds later is covered by nothing.
        try place.directory.write("evil", to: "evil.txt")
        let script = "import zipfile; zipfile.ZipFile('\(name)', 'a').write('evil.txt')"
        #expect(try await place.run("python3", "-c", script).exitStatus == 0)
        let spoiled = try await verify(name).exits(1)
        spoiled.prints("no signature covers the file 'evil.txt'")
        // With a second file nothing says what the signature without a manifest is over.
        if format != "asics-cades" { spoiled.prints("outcome:    TOTAL-FAILED, FORMAT_FAILURE") }
        #expect(spoiled.text.hasPrefix("\(name): not valid, "), "\(spoiled.text)")
        #expect(!spoiled.text.contains("TOTAL-PASSED"))
        try await place.jeton(more).exits(5).says(isSimple ? "must contain one file" : "evil.txt")
        let whole = ["sign"] + files + ["--format", format, "--level", "LTA", "--out", "whole"] + network
        try await place.jeton(whole + ["--key", "signer"] + Workplace.pinOption).exits(0)
        try await verify("whole").exits(0).prints("level LTA")
    }

    @Test("Without a usable zlib a container is neither made nor read, and the error names the package")
    func withoutZlib() async throws {
        let signing = ["sign", "letter", "--format", "asice", "--key", "signer"] + Workplace.pinOption
        try await place.jeton(signing + ["--out", "case"]).exits(0)
        // A library that the linker can't load stands before the system's.
        try place.directory.write("", to: "libz.so.1")
        let broken = ["LD_LIBRARY_PATH": place.directory.path]
        for words in [signing + ["--out", "other"], ["verify", "case"]] {
            try await place.jeton(words, environment: broken).exits(7)
                .says("zlib is not available", "libz.so.1", "apt-get install zlib1g")
        }
        #expect(place.contents("other") == nil)
        try await place.jeton(["sign", "letter", "--key", "signer"] + Workplace.pinOption, environment: broken).exits(0)
    }

    @Test(
        "The signatures in a container are countersigned, which verification shows; a changed container is refused",
        arguments: ["asice", "asice-cades", "asics", "asics-cades"]
    )
    func countersignedContainers(format: String) async throws {
        try await signer("boss", "CN=Boss")
        let boss = ["--key", "boss"] + Workplace.pinOption
        let signing = ["sign", "letter", "--format", format, "--key", "signer", "--out", "case"] + Workplace.pinOption
        try await place.jeton(signing).exits(0)
        try await place.jeton(["sign", "--counter", "case", "--out", "counter"] + boss).exits(0)
            .says("counter: signed", "a countersignature")
        try await verify("counter").exits(0).prints("counter:    CN=Boss, valid", "covers:     the file 'letter'")
        let former = try await verify("case", "--json").exits(0).json()
        #expect(former["signatures"][0]["signer"]["counterSignatures"].list.isEmpty)
        // Without --out the container itself is replaced, as a message is.
        try await place.jeton(["sign", "--counter", "counter"] + boss).exits(0)
        let twice = try await verify("counter", "--json").exits(0).json()
        #expect(twice["signatures"][0]["signer"]["counterSignatures"].list.count == 2)
        try place.directory.write("evil", to: "evil.txt")
        let script = "import zipfile; zipfile.ZipFile('case', 'a').write('evil.txt')"
        #expect(try await place.run("python3", "-c", script).exitStatus == 0)
        try await place.jeton(["sign", "--counter", "case"] + boss).exits(5).says("case was not signed")
    }

    @Test("A trust list vouches for authorities if it is signed by the signer that is named, whole, and not expired")
    func trustLists() async throws {
        func lines(_ path: String) throws -> String {
            let text = String(decoding: try #require(place.contents(path)), as: UTF8.self)
            return text.split(separator: "\n").filter { !$0.hasPrefix("-----") && !$0.contains(":") }.joined()
        }
        func day(_ days: Double) -> String { Date.now.addingTimeInterval(days * 86_400).formatted(.iso8601) }
        func list(_ status: String, until: Double = 1) throws -> String {
            """
            <TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#"><SchemeInformation>
            <TSLVersionIdentifier>6</TSLVersionIdentifier><TSLSequenceNumber>1</TSLSequenceNumber>
            <SchemeTerritory>XX</SchemeTerritory><ListIssueDateTime>\(day(-9))</ListIssueDateTime>
            <NextUpdate><dateTime>\(day(until))</dateTime></NextUpdate></SchemeInformation>
            <TrustServiceProviderList><TrustServiceProvider><TSPServices><TSPService><ServiceInformation>
            <ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/CA/QC</ServiceTypeIdentifier>
            <ServiceDigitalIdentity><DigitalId><X509Certificate>\(try lines("ca.pem"))</X509Certificate></DigitalId>
            </ServiceDigitalIdentity>
            <ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/\(status)</ServiceStatus>
            <StatusStartingTime>\(day(-5))</StatusStartingTime></ServiceInformation></TSPService></TSPServices>
            </TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>
            """
        }
        let key = ["--key", "signer"] + Workplace.pinOption
        for (name, text) in [
            ("good", try list("granted")), ("gone", try list("withdrawn")), ("old", try list("granted", until: -1)),
        ] {
            try place.directory.write(text, to: "\(name).xml")
            try await place.jeton(["sign", "\(name).xml"] + key).exits(0)
        }
        try await place.jeton(["sign", "letter"] + key).exits(0)
        func judge(_ list: String, _ signer: String = "signer.pem") async throws -> Answer {
            try await place.jeton("verify", "letter", "--trust-list", list, "--trust-list-signer", signer)
        }
        try await judge("good-signed.xml").exits(0).prints("letter.p7s: valid")
        try await judge("gone-signed.xml").exits(1).prints("the trust list does not trust it for document signing")
        try await judge("old-signed.xml").exits(1).says("the trust list has expired")
        try await judge("good-signed.xml", "ca.pem").exits(1).says("which may not sign it")
        try await judge("good.xml").exits(1).says("has no XML signature")
        // At a URL: fetched once, kept, and named by the settings only from what is kept.
        let url = "\(server.address)/good-signed.xml"
        try await judge(url).exits(0).prints("letter.p7s: valid")
        try await judge("\(server.address)/gone-signed.xml").exits(1)
        try await judge("\(server.address)/none.xml").exits(7).says("the trust list is unavailable")
        try await place.jeton("config", "set", "trust-list", "\(server.address)/old-signed.xml").exits(0)
        try await place.jeton("verify", "letter").exits(2).says("trust-list-signer")
        try await place.jeton("config", "set", "trust-list-signer", place.directory.path("signer.pem")).exits(0)
        try await place.jeton("verify", "letter").exits(7).says("--online")
        try await place.jeton("config", "set", "trust-list", url).exits(0)
        try FileManager.default.removeItem(atPath: place.directory.path("good-signed.xml"))
        try await place.jeton("verify", "letter").exits(0).prints("letter.p7s: valid")
        try await place.jeton("verify", "letter", "--trust", "tsa.pem").exits(1)
        try await place.jeton("verify", "letter", "--trust-list", url).exits(0)
        for name in ["trust-list", "trust-list-signer"] { try await place.jeton("config", "unset", name).exits(0) }
        let text = String(decoding: try #require(place.contents("gone-signed.xml")), as: UTF8.self)
        try place.directory.write(text.replacing("withdrawn", with: "granted"), to: "changed.xml")
        try await judge("changed.xml").exits(1).says("does not match the signed digest")
        try await place.jeton("verify", "letter", "--trust-list", "good-signed.xml").exits(2).says(
            "--trust-list-signer"
        )
    }

    @Test("Online, revocation counts: good, revoked, suspended, unknown; each host is named")
    func online() async throws {
        let signing = ["sign", "letter", "--key", "signer"] + Workplace.pinOption
        try await place.jeton(signing).exits(0)
        let ask = ["--online", "--allow-private-hosts"]
        let good = try await place.jeton(["verify", "letter", "--trust", "ca.pem", "-v", "--json"] + ask).exits(0)
        good.says("contacted 127.0.0.1, port \(server.port)")
        let document = try good.json()
        #expect(document["signers"][0]["outcome"]["facts"].list.contains { $0.text?.contains("not revoked") == true })
        #expect(document["contacts"].list.count == 1)
        for (reason, sub) in [("keyCompromise", "REVOKED_NO_POE"), ("certificateHold", "TRY_LATER")] {
            try FileManager.default.removeItem(atPath: place.directory.path("data/evidence"))
            try await server.register(["tsa", "signer"], revoked: ["signer": reason])
            let found = try await place.jeton(["verify", "letter", "--trust", "ca.pem"] + ask).exits(1)
            found.prints("INDETERMINATE, \(sub)")
            #expect(found.text.contains("suspended") == (reason == "certificateHold"))
        }
        // A signer whose responder and list say nothing.
        try FileManager.default.removeItem(atPath: place.directory.path("data/evidence"))
        try await server.register([])
        try place.directory.write("<html>", to: "ca.crl")
        let silent = try await place.jeton(["verify", "letter", "--trust", "ca.pem"] + ask).exits(1)
        silent.prints("INDETERMINATE, TRY_LATER", "ca.crl: ")
        // Without the option nothing on this machine is asked; without --online nobody is, and that is said.
        try await verify("letter", "--online").exits(1).prints("private network")
        try await verify("letter").exits(0).prints("revocation: not asked")
    }

    @Test("A second signer and a countersigner add to a message, each under its own key")
    func several() async throws {
        try await signer("boss", "CN=Boss")
        try await sign("letter", "--level", "T").exits(0)
        let more = ["--key", "boss"] + Workplace.pinOption
        try await place.jeton(["sign", "--add", "letter.p7s"] + more).exits(0)
        let two = try await verify("letter", "--json").exits(0).json()
        #expect(Set(two["signers"].list.map { $0["level"].text }) == ["B", "T"])
        try await place.jeton(["sign", "--counter", "letter.p7s"] + more).exits(0)
        try await verify("letter").exits(0).prints("counter:    CN=Boss, valid")
        try await place.checkCMS("letter.p7s", of: "letter")
        try place.directory.write("<form/>", to: "form.xml")
        try await sign("form.xml", "--format", "xades", "--detached", "--level", "T").exits(0)
        try await place.jeton(["sign", "--counter", "form-signature.xml"] + more).exits(0).says("a countersignature")
        try await verify("form-signature.xml", "form.xml").exits(0).prints("counter:    CN=Boss, valid", "level T")
        try await place.jeton(["sign", "--add", "form-signature.xml"] + more).exits(2).says("--parallel")
        try place.directory.write("<other/>", to: "form.xml")
        try await place.jeton(["sign", "--counter", "form-signature.xml"] + more).exits(5).says("was not signed")
        try place.directory.write("I owe you ten.\n", to: "letter")
        try await place.jeton(["sign", "--add", "letter.p7s", "--force"] + more).exits(5).says("not intact")
    }

    @Test(
        "pyHanko finds both levels valid, with their timestamp; what it makes is valid here; a changed byte is not",
        .enabled(
            if: PythonClients.areExpected(.pyHanko, .pyHankoProgram),
            "pyHanko is not installed: scripts/bootstrap"
        ),
        arguments: ["T", "LT"]
    )
    func pyHanko(level: String) async throws {
        let program = PythonClients.program("pyhanko")
        try await sign("letter", "--level", level).exits(0)
        let judged = try await place.run(
            program,
            "sign",
            "validate",
            "--pretty-print",
            "--no-revocation-check",
            "--trust",
            "ca.pem",
            "--trust-replace",
            "--detached",
            "letter.p7s",
            "letter"
        )
        #expect(judged.text.contains("The signature is judged VALID."), "\(judged.text)\(judged.errorText)")
        #expect(judged.text.contains("TSA certificate subject"), "\(judged.text)")

        try await place.issue("other", ["keyUsage=critical,digitalSignature,nonRepudiation"])
        let made = try await place.run(
            program,
            "sign",
            "addsig",
            "--detach",
            "--timestamp-url",
            server.tsa,
            "pemder",
            "--key",
            "other.key",
            "--cert",
            "other.pem",
            "--no-pass",
            "letter",
            "other.p7s"
        )
        #expect(made.exitStatus == 0, "\(made.text)\(made.errorText)")
        try await verify("other.p7s", "letter").exits(0).prints("level T")
        var octets = try #require(place.contents("other.p7s"))
        octets[octets.count - 20] ^= 1
        try place.directory.write(octets, to: "changed.p7s")
        let changed = try await verify("changed.p7s", "letter")
        #expect(!changed.text.contains("level T"), "\(changed.testDescription)")
    }

    @Test("Policy and time of the content are signed, and said")
    func attributes() async throws {
        try place.directory.write("Be honest.\n", to: "policy")
        let options = ["--signature-policy", "1.2.3.4", "--signature-policy-file", "policy", "--content-timestamp"]
        let words = ["sign", "letter", "--key", "signer"] + options + network + Workplace.pinOption
        try await place.jeton(words).exits(0)
        try await verify("letter").exits(0).prints("policy:     1.2.3.4", "timestamp:  content", "level B")
        try place.directory.write("<form/>", to: "form.xml")
        let said = ["--commitment", "approval", "--city", "Bonn", "--country", "DE"]
        let asked = options + said + network + ["--key", "signer", "--force"] + Workplace.pinOption
        for words in [
            ["letter"], ["form.xml", "--role", "Boss"], ["letter", "form.xml", "--format", "asice", "--out", "c"],
        ] {
            try await place.jeton(["sign"] + words + asked).exits(0)
        }
        for name in ["letter", "form-signed.xml", "c"] {
            try await verify(name).exits(0).prints(
                "policy:     1.2.3.4",
                "timestamp:  content",
                "commitment: approval",
                "place:      Bonn, DE"
            )
        }
        try await verify("form-signed.xml").exits(0).prints("role:       Boss (as the signer says)")
        try await place.jeton(["sign", "letter", "--role", "Boss"] + asked).exits(2).says("--role is for XAdES")
        try await place.jeton(["sign", "letter", "--commitment", "love"] + asked).exits(2).says("use one of origin")
        try await place.withPIN("sign", "letter", "--key", "signer", "--level", "T").exits(2).says("--tsa")
    }
}
