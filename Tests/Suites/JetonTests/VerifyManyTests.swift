import Foundation
import TestRig
import Testing

@Suite("Many files in one jeton verify")
struct VerifyManyTests {
    let place: Workplace

    init() async throws {
        place = try Workplace(modules: [])
        try await place.makeAuthority()
        try await place.issue("anna", [])
        for name in ["a", "b", "c"] { try await sign(name) }
        try place.directory.write("changed", to: "c")
    }

    /// Writes a file, and has openssl sign it beside it.
    private func sign(_ name: String, options: [String] = []) async throws {
        try place.directory.write("content of \(name)", to: name)
        try await place.openssl(
            ["cms", "-sign", "-in", name, "-binary", "-signer", "anna.pem", "-inkey", "anna.key", "-outform", "DER"]
                + ["-out", "\(name).p7s"] + options
        )
    }

    private func verify(_ words: String...) async throws -> Answer {
        try await place.jeton(["verify", "--trust", "ca.pem"] + words)
    }

    @Test("Names, patterns, lists and directories are verified in one run, with a table at the end")
    func many() async throws {
        let named = try await verify("a.p7s", "b", "a.p7s").exits(0)
        #expect(named.text.contains("VERDICT") && named.text.matches(of: /b\.p7s +valid/).count == 1)
        named.says("2 of 2 valid")
        try await verify("*.p7s").exits(1).prints("c.p7s: not valid", "content does not match the signed digest").says(
            "2 of 3 valid, 1 not valid"
        )
        try place.directory.write("a.p7s\nb.p7s\n", to: "list")
        try await verify("--from", "list").exits(0).says("2 of 2 valid")
        try await verify("-r", ".").exits(1).says("2 of 3 valid, 1 not valid")
        try await verify(".").exits(2).says(". is a directory", "use -r")
        // One that is not valid counts more than one that can't be read.
        try await verify("a.p7s", "missing.p7s", "b.p7s").exits(3).says("missing.p7s can't be read", "1 not checked")
        try await verify("c.p7s", "missing.p7s", "b.p7s").exits(1)
        try await verify("none*").exits(3)
        // The table says what denies a file, also where its signature holds.
        try place.directory.write("%PDF-1.7\nno PDF\n%%EOF\n", to: "x.pdf")
        try await verify("a", "x.pdf", "c").exits(1).prints(
            "not valid  CN=anna  the content does not match the signed digest"
        )
        try await verify().exits(2)
        try await verify("a.p7s", "b.p7s", "c.p7s", "--out", "x").exits(2)
        try await verify("a.p7s", "b.p7s", "--hash", "00").exits(2)
    }

    @Test("With --json each file has a document on a line of its own, errors too")
    func lines() async throws {
        let answer = try await verify("--json", "a.p7s", "missing.p7s", "c.p7s").exits(1)
        let documents = try answer.text.split(separator: "\n").map { try JSONNode(Array($0.utf8)) }
        #expect(documents.map { $0["schema"].text } == ["jeton.verify/1", "jeton.error/1", "jeton.verify/1"])
        #expect(documents.map { $0["valid"].flag } == [true, nil, false])
    }

    @Test("Two arguments are a signature and its file where the first is a detached signature, otherwise two files")
    func two() async throws {
        try place.directory.write("content of a", to: "moved")
        try await verify("a.p7s", "moved").exits(0).prints("a.p7s: valid", "outcome:")
        try await verify("a.p7s", "b").exits(1).prints("does not match the signed digest")
        // The first has a signature beside it, or holds its content: both are verified.
        try await verify("a", "b").exits(0).says("2 of 2 valid")
        try await sign("d", options: ["-nodetach", "-out", "d.p7m"])
        try await verify("d.p7m", "b.p7s").exits(0).says("2 of 2 valid")
        try await verify("moved", "b").exits(7).says("moved is not a signature")
    }

    @Test("A message that holds its content is verified by that, whatever is beside it under its name")
    func attached() async throws {
        try await sign("e", options: ["-nodetach"])
        try place.directory.write("another content", to: "e")
        try await verify("e.p7s").exits(0).prints("e.p7s: valid")
        try await verify("e.p7s", "--out", "held").exits(0)
        #expect(try place.directory.read("held") == Array("content of e".utf8))
        // Named with its file, it is a contradiction.
        try await verify("e.p7s", "a.p7s").exits(0).says("2 of 2 valid")
    }

    @Test("The table tells what is intact and not trusted from what is not valid")
    func verdicts() async throws {
        let answer = try await place.jeton("verify", "-r", ".").exits(1)
        #expect(answer.text.matches(of: /a\.p7s +intact\b/).count == 1)
        #expect(answer.text.matches(of: /c\.p7s +not valid\b/).count == 1)
        answer.says("0 of 3 valid, 2 intact but not proven to be valid, 1 not valid")
    }

    @Test("A receiver without anchors is told how to trust; --quiet is quiet about what is valid")
    func hints() async throws {
        try await place.jeton("verify", "a.p7s").exits(1).says("--trust", "jeton config set trust")
        try await place.jeton("verify", "a", "b").exits(1).says("--trust", "jeton config set trust")
        let valid = try await verify("a.p7s").exits(0)
        #expect(!valid.errors.contains("--trust"))
        for words in [["a.p7s"], ["a", "b"]] {
            let quiet = try await place.jeton(["verify", "-q", "--trust", "ca.pem"] + words).exits(0)
            #expect(quiet.all.isEmpty)
        }
        let bad = try await place.jeton("verify", "-q", "--trust", "ca.pem", "c.p7s").exits(1)
        #expect(bad.text.isEmpty && bad.errors.contains("c.p7s: not valid"))
    }
}
