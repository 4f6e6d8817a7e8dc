import Foundation
import TestRig
import Testing

@Suite("JSON schemas")
struct SchemaTests {
    /// Documents of commands that need a token with a channel, a terminal, a clipboard or an editor, or go on until
    /// they are stopped: where other suites have them, those hold them to their schemas.
    private static let elsewhere: Set<String> = [
        "jeton.agent.allow/1", "jeton.agent.forget/1", "jeton.agent.keys/1", "jeton.agent.lock/1", "jeton.agent.log/1",
        "jeton.agent.status/1", "jeton.agent.stop/1", "jeton.agent.unlock/1", "jeton.agent.why/1",
        "jeton.cert.verify/1", "jeton.extend/1", "jeton.job.run/1", "jeton.job.show/1", "jeton.key.attest/1",
        "jeton.keystore.copy/1", "jeton.keystore.edit/1",
        "jeton.keystore.generate/1",
        "jeton.keystore.watch/1", "jeton.ats.diagnose/1", "jeton.ats.lint/1", "jeton.tls.explain/1",
        "jeton.list.event/1", "jeton.pair/1", "jeton.pairings.allow/1", "jeton.pairings.disallow/1",
        "jeton.pairings.new-keys/1", "jeton.pairings.new-password/1", "jeton.pairings.policy/1",
        "jeton.pairings.show/1", "jeton.relay.listen/1", "jeton.relay.run/1", "jeton.renew/1", "jeton.setup/1",
        "jeton.sign.complete/1", "jeton.sign.file/1", "jeton.sign.prepare/1", "jeton.sign.state/1",
        "jeton.timestamp/1", "jeton.token.rename/1",
        "jeton.unpair/1",
        "jeton.verify.raw/1", "jeton.verify.timestamp/1", "jeton.verify.asic/1", "jeton.verify.xml/1",
        "jeton.xml.c14n/1",
        "jeton.virtual.serve.event/1",
    ]

    private static var schemas: URL { BuildProducts.packageDirectory.appending(path: "docs/schemas") }

    /// The names that the sources print; the documents of jobs are those of servers.
    private static func printed() throws -> Set<String> {
        var names: Set<String> = []
        for directory in ["Sources/CommandLine", "Sources/Tokens/SigningDesk"] {
            let sources = BuildProducts.packageDirectory.appending(path: directory).path
            for file in try FileManager.default.subpathsOfDirectory(atPath: sources) where file.hasSuffix(".swift") {
                let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
                for match in text.matches(of: /"(jeton\.[a-z0-9.-]+\/[0-9]+)"/) { names.insert(String(match.1)) }
            }
        }
        return names
    }

    @Test("Every document that jeton prints has a schema, and every schema is one of a document")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.schemas.path)
        let described = Set(files.map { "jeton.\($0.replacing(".json", with: ""))/1" })
        let printed = try Self.printed()
        #expect(printed.count > 70)
        #expect(printed.subtracting(described) == [] && described.subtracting(printed) == [])
        for name in described { _ = try JSONSchema(named: name) }
    }

    @Test(
        "A document that lacks a member, has one too many, or one of another type does not fit its schema",
        arguments: [
            (#"{"schema": "jeton.pin.set/1", "token": "pkcs11:token=a"}"#, true),
            (#"{"schema": "jeton.pin.set/1"}"#, false),
            (#"{"schema": "jeton.pin.set/1", "token": "pkcs11:token=a", "pin": "1234"}"#, false),
            (#"{"schema": "jeton.pin.set/1", "token": 1}"#, false),
            (#"{"schema": "jeton.keystore.unlock/1", "path": "/", "minutes": -1}"#, false),
            (#"{"schema": "jeton.keystore.lock/1", "path": "/", "wasUnlocked": 1}"#, false),
            (#"{"schema": "jeton.pin.change/1", "token": "pkcs11:token=a", "role": "nobody"}"#, false),
            (#"{"schema": "jeton.keystore.slot.list/1", "slots": [{"slot": "0"}]}"#, false),
            (#"{"schema": "jeton.unknown/1"}"#, false),
            (#"{}"#, false),
            ("", false),
        ]
    )
    func faults(document: String, fits: Bool) {
        #expect(JSONSchema.faults(inOutput: Array(document.utf8)).isEmpty == fits)
    }

    @Test(
        "What the commands print fits the schemas, by the validator of the tests and by Python's jsonschema",
        .enabled(if: PythonClients.areExpected(.jsonschema), "jsonschema is not installed: scripts/bootstrap")
    )
    func walk() async throws {
        var documents = try await Self.tokenDocuments()
        documents += try await Self.cardDocuments()
        documents += try await Self.keystoreDocuments()
        documents += try await Self.entitlementDocuments()
        documents += try await Self.configDocuments()
        var names: Set<String> = []
        for document in documents {
            let name = try #require(try JSONNode(Array(document.utf8))["schema"].text)
            names.insert(name)
        }
        let missing = try Self.printed().subtracting(names).subtracting(Self.elsewhere)
        #expect(missing.isEmpty, "\(missing.sorted())")
        #expect(names.isDisjoint(with: Self.elsewhere))

        let place = try Workplace(modules: [])
        try place.directory.write("[\(documents.joined(separator: ",\n"))]", to: "documents.json")
        try place.directory.write(Self.validator, to: "validate.py")
        let python = PythonClients.program("python")
        let output = try await place.run(python, "validate.py", Self.schemas.path, "documents.json")
        #expect(output.exitStatus == 0, "\(output.text)\(output.errorText)")
        #expect(output.text == "\(documents.count) documents fit\n")
    }

    /// Holds the schemas to the metaschema of draft 2020-12, and the documents to the schemas.
    private static let validator = """
        import json, pathlib, sys
        import jsonschema
        schemas = {}
        for path in pathlib.Path(sys.argv[1]).iterdir():
            schema = json.loads(path.read_text())
            jsonschema.Draft202012Validator.check_schema(schema)
            schemas[schema["title"]] = jsonschema.Draft202012Validator(schema)
        documents = json.load(open(sys.argv[2]))
        for document in documents:
            schemas[document["schema"]].validate(document)
        print(len(documents), "documents fit")

        """

    // MARK: - Documents

    /// Runs a command with --json and gives its document.
    private static func document(_ place: Workplace, _ line: String, _ more: [String] = []) async throws -> String {
        let answer = try await place.jeton(line.split(separator: " ").map(String.init) + more + ["--json"])
        #expect(!answer.text.isEmpty, "\(answer.testDescription)")
        return answer.text
    }

    private static func tokenDocuments() async throws -> [String] {
        let place = try await Workplace.withSoftHSM()
        try place.secret("135790", "new-pin")
        try await place.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "k.key")
        try place.directory.write("I owe you one.\n", to: "letter")
        var documents: [String] = []
        let pin = Workplace.pinOption
        for line in ["list", "list --all", "modules list", "modules show", "token show", "token show --mechanisms"] {
            documents.append(try await document(place, line))
        }
        try await place.makeSigner("signer")
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        try place.directory.write(MadePNG.bytes("gray"), to: "scan.png")
        for line in [
            "pin status", "key list", "key list --public", "object list", "cert list", "cert export signer",
            "cert export signer --out out.pem",
            "object show pkcs11:object=signer;type=cert --public", "key generate --type ed25519 --label e",
            "key import k.key --label k", "cert create --key k --subject CN=K --out k.pem",
            "key import letter --label x", "object set pkcs11:object=k;type=public --label renamed",
            "object delete pkcs11:object=renamed;type=public",
            "key delete --key e",
            "csr create --key signer --subject CN=A", "csr create --key signer --subject CN=A --out a.csr",
            "enroll request --key signer --subject CN=A --out e.csr", "enroll list", "enroll collect",
            "enroll import signer.pem", "enroll renew --key signer --within 0", "enroll renew --key signer",
            "enroll list",
            "sign contract.pdf --key signer", "verify contract-signed.pdf --trust ca.pem",
            "pdf show contract-signed.pdf", "pdf from-image scan.png",
            "sign letter --key signer", "sign letter missing --key signer --force",
            "bench --key signer --seconds 0.1 --threads 1", "sign letter --key none",
        ] {
            let isConfirmed = line.contains(" delete ")
            let withoutPIN = ["cert l", "cert e", "pin status", "verify", "pdf", "enroll list"]
            let needsPIN = !withoutPIN.contains { line.hasPrefix($0) }
            let more = (needsPIN ? pin : []) + (isConfirmed ? ["--yes"] : [])
            documents.append(try await document(place, line, more))
        }
        for line in [
            "verify letter.p7s --trust ca.pem --purpose any", "verify letter.p7s", "verify letter",
            "doctor --only env-clock-skew",
            "doctor --only token", "doctor --list-checks", "doctor --undo",
        ] {
            documents.append(try await document(place, line))
        }
        let listed = try await document(place, "enroll list")
        let waiting = try JSONNode(Array(listed.utf8))["requests"][0]["identifier"].text ?? ""
        documents.append(try await document(place, "enroll cancel \(waiting) --yes"))
        documents.append(try await document(place, "cert delete signer --yes", pin))
        documents.append(try await document(place, "cert import signer.pem", pin))
        let change = ["--new-pin-source", "file:new-pin"]
        documents.append(try await document(place, "pin change", pin + change))
        documents.append(try await document(place, "pin set", pin + Workplace.officerOption))
        documents.append(try await document(place, "pin unblock", pin + Workplace.officerOption))
        let erase = ["--label", "beta", "--yes"] + Workplace.officerOption
        documents.append(try await document(place, "token init", erase))
        return documents
    }

    private static func cardDocuments() async throws -> [String] {
        let place = try Workplace(modules: [])
        var documents: [String] = []
        for line in [
            "--help", "virtual list", "virtual create alpha", "virtual create alpha",
            "virtual create beta --channel p256 --print-passwords", "virtual show alpha", "virtual show beta",
            "virtual list", "virtual eject alpha", "virtual insert alpha", "virtual delete alpha --yes",
            "pairings list", "pairings show beta", "job trust", "job log",
        ] {
            documents.append(try await document(place, line))
        }
        try place.directory.write("no card", to: "data/cards/gamma")
        documents.append(try await document(place, "virtual list"))
        return documents
    }

    private static func configDocuments() async throws -> [String] {
        let place = try Workplace(modules: [])
        let anchors = "/etc/ssl/certs/ca-certificates.crt"
        var documents: [String] = []
        for line in [
            "config set token anna", "config set trust \(anchors) --profile work", "config get token", "config list",
            "config list --profile work", "config unset token", "config unset trust --profile work", "completion bash",
        ] { documents.append(try await document(place, line)) }
        return documents
    }

    private static func keystoreDocuments() async throws -> [String] {
        let one = try await Workplace.withKeystore()
        let two = try await Workplace.withKeystore()
        let first = try Workplace(modules: [])
        let folder = try one.directory.makeDirectory("folder")
        let key = Workplace.keyFileOption
        for place in [one, two] { try place.secret("value", "value") }
        var documents = [try await document(first, "keystore init --new-key-file key")]
        let secret = ["--secret-source", "file:value"]
        let item = "--group ABCDE12345.a --service s --account a"
        documents.append(try await document(one, "keystore add \(item) --synchronizable", secret + key))
        documents.append(try await document(one, "keystore add mail/me", secret + key))
        for line in [
            "keystore status", "keystore list", "keystore groups", "keystore slot list", "keystore list --service none",
        ] {
            documents.append(try await document(one, line))
        }
        for line in ["add diary --in value", "get diary --out copy", "list", "set diary --class none", "rotate diary"] {
            documents.append(try await document(one, "keystore file \(line)", key))
        }
        documents.append(try await document(one, "keystore file set ./folder --default --class none"))
        let open = try await one.jeton(["keystore", "file", "open", "diary", "--json"] + key + ["--", "true"])
        documents += [open.exits(0).text, try await document(one, "keystore file delete diary --yes")]
        try one.secret("correct horse battery", "passphrase")
        let slot = try await document(one, "keystore slot add --new-passphrase-source file:passphrase", key)
        let number = try #require(try JSONNode(Array(slot.utf8))["slot"].text)
        documents += [slot, try await document(one, "keystore slot remove \(number) --yes")]
        for line in [
            "keystore set mail/me --label Mail", "keystore get mail/me --out secret", "keystore unlock",
            "keystore verify", "keystore repair", "keystore export out.age --file-passphrase-source file:passphrase",
            "keystore import out.age --file-passphrase-source file:passphrase", "keystore get mail/you",
            "keystore sync init \(folder) --name one",
        ] {
            documents.append(try await document(one, line, key))
        }
        let card = try await document(two, "keystore sync card \(folder) --name two", key)
        let node = try JSONNode(Array(card.utf8))
        try one.directory.write(try #require(node["card"].text) + "\n", to: "card")
        let fingerprint = try #require(node["device"]["fingerprint"].text)
        let list = try await document(one, "keystore sync add card --fingerprint \(fingerprint)", key)
        let accepted = try #require(try JSONNode(Array(list.utf8))["fingerprint"].text)
        documents += [card, list]
        documents.append(try await document(two, "keystore sync join --fingerprint \(accepted)", key))
        for place in [one, two] { documents.append(try await document(place, "keystore sync run", key)) }
        // Both change the secret, and one loses.
        for place in [two, one] {
            try await place.jeton(["keystore", "set"] + item.split(separator: " ").map(String.init) + secret + key)
                .exits(0)
            documents.append(try await document(place, "keystore sync run", key))
        }
        for line in ["sync conflicts", "sync status", "sync remove two --yes", "lock --all", "delete mail/me --yes"] {
            let more = line.hasPrefix("sync") ? key : []
            documents.append(try await document(one, "keystore \(line)", more))
        }
        documents.append(try await document(one, "keystore sync schedule --out folder"))
        documents.append(try await document(one, "enroll schedule --out folder"))
        documents.append(try await document(one, "keystore watch --idle --install --out folder"))
        documents.append(try await document(two, "keystore sync leave --yes", key))
        let group = try await one.run("id", "-gn").text.trimmingCharacters(in: .whitespacesAndNewlines)
        documents.append(try await document(one, "keystore share local.shared --unix-group \(group)"))
        return documents
    }

    private static func entitlementDocuments() async throws -> [String] {
        let place = try Workplace(modules: [])
        let team = DemoProgram.team
        _ = try await place.run("openssl", "genpkey", "-algorithm", "ED25519", "-out", "team.key")
        _ = try await place.run("openssl", "pkey", "-in", "team.key", "-pubout", "-out", "team.pub")
        _ = try await place.run("cp", "/bin/sleep", "program")
        try place.directory.write(DemoProgram.resource(["\(team).shared"], team: team), to: "Entitlements.plist")
        try place.directory.write("nothing", to: "bad.plist")
        var documents: [String] = []
        for line in [
            "lint Entitlements.plist bad.plist", "sign program --team-key team.key", "verify program",
            "trust \(team) --team-key team.pub --yes", "trust \(team)", "verify program", "whoami",
            "whoami --program program", "lint missing.plist",
        ] {
            documents.append(try await document(place, "entitlements \(line)"))
        }
        return documents
    }
}
