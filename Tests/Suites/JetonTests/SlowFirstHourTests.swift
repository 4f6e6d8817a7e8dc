import Foundation
import TestRig
import Testing

/// The way of docs/first-hour.md, with OpenSC's module installed beside Jeton's own and a card in a reader of pcscd.
@Suite("The first hour", .timeLimit(.minutes(10)))
struct SlowFirstHourTests {
    private static let reader = "Virtual PCD 00 00"
    private static let verification =
        "openssl cms -verify -binary -inform DER -in letter.txt.p7s -content letter.txt -CAfile signing.pem -purpose any -out /dev/null"

    /// The commands of the page that follow a heading.
    private func commands(below heading: String) throws -> [String] {
        let page = try String(
            contentsOf: BuildProducts.packageDirectory.appending(path: "docs/first-hour.md"),
            encoding: .utf8
        )
        let section = try #require(page.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        return section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("$ ") }
            .map { String($0.dropFirst(2)) }
    }

    /// A card of the factory in a reader.
    private func plain() async throws -> (place: Workplace, server: ChildProcess) {
        let outside = try Workplace(modules: [], environment: ["TSS2_LOG": "all+none"])
        try await outside.jeton("virtual", "create", "plain").exits(0)
        let place = Workplace(outside, inside: try await PrivatePCSCD(readers: [.init("Virtual PCD")]))
        let server = try place.start(["virtual", "serve", "plain"])
        _ = try await server.lines(upTo: { $0.hasPrefix("plain: in the reader") })
        for _ in 0..<400 {
            if try await place.jeton("list").text.contains("factory") {
                try place.directory.write("I owe you one.\n", to: "letter.txt")
                return (place, server)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestRigError("the card does not appear")
    }

    @Test("A card of the factory: list, setup, sign, and openssl verifies")
    func factory() async throws {
        let (place, server) = try await plain()
        defer { server.signal(SIGTERM) }
        let screen = try await TmuxScreen(place)
        do {
            let setup = "jeton setup --reader '\(Self.reader)'"
            let sign = "jeton sign letter.txt --key signing"
            #expect(try commands(below: "A new card") == ["jeton list", setup, sign, Self.verification])
            try await screen.type("jeton list")
            try await screen.expect("`\(setup)` replaces its factory PIN")
            try await screen.type(setup)
            for (question, answer) in [
                ("A label for the card", "anna"), ("Type 'yes'", "yes"),
                ("New PUK", Workplace.securityOfficerPIN), ("Repeat", Workplace.securityOfficerPIN),
                ("New PIN", Workplace.pin), ("Repeat", Workplace.pin), ("Your name", "Anna Muster"),
            ] {
                try await screen.expect(question)
                try await screen.type(answer)
            }
            try await screen.expect("verifies the signature")
            try await screen.type(sign)
            try await screen.expect("PIN of token 'anna'")
            try await screen.type(Workplace.pin)
            try await screen.expect("letter.txt.p7s: signed by")
            try await screen.type(Self.verification)
            let shown = try await screen.expect("CMS Verification successful")
            #expect(!shown.contains(Workplace.pin) && !shown.contains(Workplace.securityOfficerPIN))
        } catch {
            try await screen.close()
            throw error
        }
        try await screen.close()
    }

    @Test("A card that yubico-piv-tool has set up: sign without setup, and openssl verifies")
    func prepared() async throws {
        let (place, server) = try await plain()
        defer { server.signal(SIGTERM) }
        let key = "0102030405060708090a0b0c0d0e0f101112131415161718"
        func tool(_ line: String) async throws {
            let tool = try await place.run(
                "yubico-piv-tool",
                "--reader=",
                and: line.split(separator: " ").map(String.init)
            )
            #expect(tool.exitStatus == 0, "\(line): \(tool.text)\(tool.errorText)")
        }
        try await tool("-achange-pin -P123456 -N\(Workplace.pin)")
        try await tool("-achange-puk -P12345678 -N\(Workplace.securityOfficerPIN)")
        try await tool("-aset-mgm-key -n\(key)")
        try await tool("-agenerate -s9a -AECCP256 -k\(key) -opublic.pem")
        // An authority's certificate.
        for line in [
            "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out signing.pem -subj /CN=CA",
            "x509 -new -force_pubkey public.pem -subj /CN=Anna -CA signing.pem -CAkey ca.key -out anna.pem",
        ] {
            let made = try await place.run("openssl", and: line.split(separator: " ").map(String.init))
            #expect(made.exitStatus == 0, "\(made.errorText)")
        }
        try await tool("-aimport-certificate -s9a -k\(key) -ianna.pem")
        let list = try await place.jeton("list").exits(0).prints("ready")
        #expect(!list.errors.contains("jeton setup") && !list.errors.contains("token init"), "\(list.errors)")
        let sign = "jeton sign letter.txt --key 9a"
        #expect(
            try commands(below: "A card set up by another program") == ["jeton list", sign, Self.verification]
        )
        let words = sign.split(separator: " ").dropFirst().map(String.init)
        try await place.jeton(words + Workplace.pinOption).exits(0)
        let verified = try await place.run(and: Self.verification.split(separator: " ").map(String.init))
        #expect(verified.exitStatus == 0, "\(verified.errorText)")
        try await changes(place, key)
    }

    /// A certificate that an authority issues later gets onto such a card with the key, and with no wrong one.
    private func enrolls(_ place: Workplace) async throws {
        let source = "--management-key-source"
        try await place.withPIN("key", "generate", "--label", "work", source, "file:key").exits(0)
        let request = ["enroll", "request", "--key", "work", "--subject", "CN=Work", "--out", "work.csr"]
        // Before the authority is asked.
        try await place.jeton(request + [source, "file:wrong"] + Workplace.pinOption).exits(4)
            .says("not the management key of")
        #expect(place.contents("work.csr") == nil)
        try await place.jeton(request + Workplace.pinOption).exits(0)
        let words = "x509 -req -in work.csr -CA signing.pem -CAkey ca.key -days 3 -out work.pem"
        try await place.openssl(words.split(separator: " ").map(String.init))
        try await place.withPIN("enroll", "import", "work.pem").exits(5).says(source)
        // It is kept.
        try await place.withPIN("enroll", "collect", source, "file:wrong").exits(4)
        try await place.withPIN("enroll", "collect", source, "file:key").exits(0).prints("CN=Work")
        let listed = try await place.jeton("cert", "list", "--json").exits(0).json()["certificates"].list
        #expect(listed.contains { $0["subject"].text == "CN=Work" })
    }

    /// Jeton changes a card whose management key an administrator has set: with the key, and then with the PIN alone.
    private func changes(_ place: Workplace, _ key: String) async throws {
        for (name, text) in [("key", key), ("wrong", "22" + key.dropFirst(2)), ("short", "0102")] {
            try place.directory.write(text + "\n", to: name)
            #expect(try await place.run("chmod", "600", name).exitStatus == 0)
        }
        let source = "--management-key-source"
        func generate(_ label: String, _ words: String...) async throws -> Answer {
            try await place.jeton(["key", "generate", "--label", label] + words + Workplace.pinOption)
        }
        try await generate("two").exits(5).says(source)
        try await generate("two", source, "file:short").exits(2).says("hexadecimal digits")
        try await generate("two", source, "file:wrong").exits(4).says("not the management key of")
        try await generate("two", source, "file:key").exits(0)
        try await place.withPIN("key", "delete", "--key", "two", "--yes").exits(5).says(source)
        try await enrolls(place)
        let words = ["cert", "create", "--key", "two", "--subject", "CN=Two", source, "file:key"]
        try await place.jeton(words + ["--protect-management-key"] + Workplace.pinOption).exits(0).says("by the PIN")
        try await generate("three").exits(0)
        try await place.withPIN("token", "rename", "--label", "ours").exits(0)
    }
}
