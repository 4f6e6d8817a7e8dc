import Foundation
import TestRig
import Testing

@Suite("Batches of files")
struct BatchTests {
    private func place(_ count: Int, key: String...) async throws -> Workplace {
        let place = try await Workplace.withSoftHSM()
        try await place.makePDFSigner()
        try place.fill(count)
        return place
    }

    @Test("A hundred PDFs of a pattern are signed under names from a template, and the same command has nothing to do")
    func hundred() async throws {
        let place = try await place(100)
        let sign = ["sign", "in/*.pdf", "--key", "signer", "--out", "out/{name}.pdf", "--report", "done"]
        let made = try await place.jeton(sign + Workplace.pinOption).exits(0)
        made.says("out/file7.pdf: signed by CN=Anna Muster", "100 files signed")
        let lines = try place.reportLines("done")
        #expect(lines.count == 200 && lines.count { $0["status"].text == "signed" } == 100)
        for file in ["file1", "file50", "file100"] {
            try await place.jeton("verify", "out/\(file).pdf", "--trust", "ca.pem").exits(0)
        }
        try await place.acceptedElsewhere("out/file99.pdf", signatures: 1)
        try await place.jeton(sign).exits(0).says("all 100 files are already signed")
        // What changed since, and what lost its output, is not taken for signed.
        try FileManager.default.removeItem(atPath: place.directory.path("out/file3.pdf"))
        try place.directory.write(MadePDF().bytes() + [0x0A], to: "in/file4.pdf")
        let again = try await place.jeton(sign + Workplace.pinOption).exits(7)
        again.says("out/file4.pdf exists")
        try await place.jeton(sign + Workplace.pinOption + ["--force"]).exits(0).says(
            "2 files signed, 98 were signed before"
        )
    }

    @Test("A batch ends with a table of the files that were not signed and why, the counts, the time and the rate")
    func summary() async throws {
        let place = try await place(3)
        try place.directory.write("%PDF-1.7 nothing", to: "in/broken.pdf")
        try place.directory.write("a letter", to: "in/letter.pdf")
        let sign = ["sign", "in/*.pdf", "--key", "signer", "--force"] + Workplace.pinOption
        let answer = try await place.jeton(sign + ["--out", "out"]).exits(7)
        let lines = answer.output.errorText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.suffix(5).map { $0.split(separator: " ").first ?? "" } == ["", "NOT", "in/broken.pdf", "", "4"])
        #expect(lines.dropLast(2).last?.hasPrefix("in/broken.pdf  missing object") == true, "\(lines)")
        let counts = #/4 files signed \(3 PAdES, 1 CAdES\), 1 failed; [0-9.]+ s, [0-9]+ a (second|minute)/#
        #expect(lines.last?.wholeMatch(of: counts) != nil, "\(lines)")
        // The document says the same to programs.
        let json = try await place.jeton(sign + ["--out", "out", "--json"]).exits(7)
        #expect(!json.output.errorText.contains("NOT SIGNED"))
        // Beside their inputs the signatures are not signed again.
        try await place.jeton(sign).exits(7)
        let found = ["sign", "in", "-r", "--key", "signer", "--force"] + Workplace.pinOption
        try await place.jeton(found).exits(7).says("(3 PAdES, 1 CAdES), 1 failed, 4 left out as signatures; ")
        // What programs keep there is theirs, such as jeton's own default class of a directory.
        try place.directory.write("class", to: "in/.jeton-protection")
        #expect(try await place.run("sh", "-c", "mkdir in/.git && echo x >in/.git/config").exitStatus == 0)
        try await place.jeton(found).exits(7).says("4 left out as signatures, 2 hidden ones left out; ")
    }

    @Test("The table of a batch has forty rows and says where the others are named")
    func manyFailures() async throws {
        let place = try await place(1)
        for number in 10..<55 { try place.directory.write("%PDF-1.7 nothing", to: "in/broken\(number).pdf") }
        let sign = ["sign", "in/*.pdf", "--key", "signer", "--out", "out"] + Workplace.pinOption
        let answer = try await place.jeton(sign + ["--report", "done"]).exits(7)
        answer.says("1 file signed, 45 failed; ", "and 5 more, listed in done")
        let rows = answer.output.errorText.split(separator: "\n").count { $0.hasPrefix("in/broken") }
        #expect(rows == 40)
        try await place.jeton(sign + ["--force"]).exits(7).says("and 5 more, listed above")
    }

    @Test("A list on the standard input names the files, with lines or NUL between them", arguments: ["\n", "\0"])
    func list(separator: String) async throws {
        let place = try await place(3)
        let names = ["in/file1.pdf", "in/file2.pdf", "in/file3.pdf"].joined(separator: separator) + separator
        let arguments = ["sign", "--from", "-", "--key", "signer", "--json"] + Workplace.pinOption
        let answer = try await place.jeton(arguments, input: Array(names.utf8)).exits(0)
        #expect(try answer.json()["results"].list.count == 3)
        #expect(place.contents("in/file2-signed.pdf") != nil)
    }

    @Test("An always-authenticate key asks for its PIN once, however many files it signs")
    func oneQuestion() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer", type: "ec:p256", "--pin-policy", "always")
        try place.fill(5)
        // One line for the login, one for the signatures.
        let answer = try await place.jeton(
            ["sign", "in", "-r", "--format", "raw", "--key", "signer", "--pin-source", "fd:0"],
            input: Array("\(Workplace.pin)\n\(Workplace.pin)\n".utf8)
        )
        answer.exits(0).says("5 files signed")
        // A wrong second PIN costs one try, and is not sent for the other files.
        let wrong = try await place.jeton(
            ["sign", "in", "-r", "--format", "raw", "--key", "signer", "--force", "--pin-source", "fd:0"],
            input: Array("\(Workplace.pin)\n135791\n135791\n".utf8)
        )
        wrong.exits(4).says("0 of 5 files are signed")
    }

    @Test("A batch that ended with the token gone goes on when it is back")
    func tokenGone() async throws {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let initialize = ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
        try await place.jeton(initialize + Workplace.officerOption + Workplace.pinOption).exits(0)
        try await place.makeSigner("signer")
        try place.fill(6)
        let sign = ["--key", "signer", "--out", "out", "--report", "done"] + Workplace.pinOption
        try await place.jeton(["sign", "in/file1.pdf", "in/file2.pdf"] + sign).exits(0)
        try await place.jeton("virtual", "eject", "alpha").exits(0)
        try await place.jeton(["sign", "in/*.pdf"] + sign).exits(3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory.path("out")).count == 2)
        try await place.jeton("virtual", "insert", "alpha").exits(0)
        try await place.jeton(["sign", "in/*.pdf"] + sign).exits(0).says("4 files signed, 2 were signed before")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory.path("out")).count == 6)
    }

    @Test("On a full disk the batch ends, no part of a file is left, and it goes on when there is room")
    func fullDisk() async throws {
        let place = try await place(40)
        let script = """
            mount -t tmpfs -o size=128k none out || exit 70
            "$@" 2>errors; echo "first $?"
            ls -A out | wc -l
            mount -o remount,size=8m out || exit 71
            "$@" 2>>errors; echo "second $?"
            ls -A out | wc -l
            for file in out/*; do "$JETON" verify "$file" --trust ca.pem >>verified || echo "bad $file"; done
            """
        let sign = ["sign", "in/*.pdf", "--key", "signer", "--out", "out", "--report", "done"] + Workplace.pinOption
        let namespaces = geteuid() == 0 ? ["-m"] : ["-U", "-r", "-m"]
        let output = try await ChildProcess.run(
            ["unshare"] + namespaces + ["--propagation", "private", "sh", "-c", script, "sh"] + place.words(sign),
            environment: place.variables(["JETON": try BuildProducts.path("jeton")]),
            workingDirectory: place.directory.path,
            deadline: .seconds(120)
        )
        let lines = output.text.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(output.text)\(output.errorText)")
        #expect(lines[0] == "first 7" && lines[2] == "second 0" && lines[3] == "40", "\(lines)")
        let first = Int(lines[1]) ?? 0
        #expect((1..<40).contains(first))
        let errors = String(decoding: place.contents("errors") ?? [], as: UTF8.self)
        #expect(errors.contains("No space left on device"), "\(errors)")
        #expect(errors.contains("hint: \(first) of 40 files are signed; run the same command again"), "\(errors)")
    }

    @Test("What comes into a directory is signed, and what is there already")
    func watch() async throws {
        let place = try await place(1)
        let child = try place.start(
            ["sign", "--watch", "in", "--out", "out", "--key", "signer"] + Workplace.pinOption
        )
        let isSigned: (String) async throws -> Bool = { name in
            for _ in 0..<600 {
                if place.contents("out/\(name)") != nil { return true }
                try await Task.sleep(for: .milliseconds(100))
            }
            return false
        }
        #expect(try await isSigned("file1-signed.pdf"))
        try place.directory.write(MadePDF().bytes(), to: "moved.pdf")
        try FileManager.default.moveItem(
            atPath: place.directory.path("moved.pdf"),
            toPath: place.directory.path("in/moved.pdf")
        )
        #expect(try await isSigned("moved-signed.pdf"))
        // One that can't be signed ends nothing.
        try place.directory.write("%PDF-1.7 nothing", to: "in/broken.pdf")
        try place.directory.write("a letter", to: "in/letter")
        #expect(try await isSigned("letter.p7s"))
        #expect(place.contents("out/broken-signed.pdf") == nil)
        child.signal(SIGTERM)
        _ = try await child.finish(within: .seconds(10))
    }

    @Test("A watch with one file as its output ends at the second input, and says so in the report too")
    func watchWithOneOutput() async throws {
        let place = try await place(1)
        let words = ["sign", "--watch", "in", "--key", "signer", "--report", "done"] + Workplace.pinOption
        let child = try place.start(words + ["--out", "one"])
        for _ in 0..<600 where place.contents("one") == nil { try await Task.sleep(for: .milliseconds(100)) }
        let first = try #require(place.contents("one"))
        try place.directory.write("a letter", to: "in/letter")
        let output = try await child.finish(within: .seconds(60))
        #expect(output.exitStatus == 2, "\(output.ending)")
        let refusal = "error: in/letter is not signed: --out is a single file, which has the signature of in/file1.pdf"
        #expect(output.errorText.contains(refusal))
        #expect(output.errorText.contains("hint: --out must be a directory"))
        let last = try place.reportLines("done").last
        #expect(last?["input"].text == "in/letter" && last?["status"].text == "failed")
        #expect(last?["error"].text?.contains("--out is a single file") == true && last?["output"].text == "one")
        #expect(place.contents("one") == first)
        // The same command again ends at once, and what was there before the first input is not taken for its signature.
        try await place.jeton(words + ["--out", "one"]).exits(2).says("in/letter is not signed")
        try place.directory.write("mine", to: "other")
        let again = try place.start(
            ["sign", "--watch", "in", "--key", "signer", "--out", "other"] + Workplace.pinOption
        )
        for _ in 0..<600 where !again.collectedError.contains("error: other exists") {
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(again.collectedError.contains("error: other exists"))
        again.signal(SIGTERM)
        _ = try await again.finish(within: .seconds(10))
        #expect(place.contents("other") == Array("mine".utf8))
    }

    @Test("Names that clash, match nothing or name no file are errors before a PIN is asked for")
    func names() async throws {
        let place = try await Workplace.withSoftHSM()
        try place.fill(1)
        try place.directory.makeDirectory("other")
        try place.directory.write(MadePDF().bytes(), to: "other/file1.pdf")
        let both = ["sign", "in/file1.pdf", "other/file1.pdf", "--out", "out"]
        try await place.jeton(both + ["--force"]).exits(2).says(
            "would both get their signature in out/file1-signed.pdf"
        )
        try await place.jeton("sign", "in/file1.pdf", "in/file1.pdf").exits(2).says("would both")
        try await place.jeton("sign", "none/*.pdf").exits(3).says("no file matches 'none/*.pdf'")
        try await place.jeton(["sign", "--from", "-"], input: []).exits(3).says("the list names no file")
        try await place.jeton("sign", "in/file1.pdf", "--report", "in/file1.pdf").exits(7).says("not a report")
        try await place.jeton("sign", "--watch", "in", "in/file1.pdf").exits(2).says("--watch")
        try await place.jeton("sign", "--watch", "none").exits(3).says("none can't be watched")
        #expect(place.contents("in/file1.pdf") == MadePDF().bytes())
    }
}

extension Workplace {
    /// Makes so many PDFs in the directory `in`, and the directory `out`.
    fileprivate func fill(_ count: Int) throws {
        try directory.makeDirectory("in")
        try directory.makeDirectory("out")
        for number in 1...count { try directory.write(MadePDF().bytes(), to: "in/file\(number).pdf") }
    }

    /// The lines of a report, each held to its schema.
    fileprivate func reportLines(_ name: String) throws -> [JSONNode] {
        try (contents(name) ?? []).split(separator: UInt8(ascii: "\n")).map { line in
            #expect(JSONSchema.faults(inOutput: Array(line)).isEmpty)
            return try JSONNode(Array(line))
        }
    }
}
