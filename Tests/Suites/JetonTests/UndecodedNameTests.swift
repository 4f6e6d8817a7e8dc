import Foundation
import TestRig
import Testing

@Suite("Files whose names are not UTF-8")
struct UndecodedNameTests {
    /// A token, and the directory `nu` with `ok.txt` and a file whose name has the byte FC.
    private func place() async throws -> Workplace {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        _ = try await shell(place, #"mkdir nu; echo a >nu/ok.txt; echo b >"nu/$(printf 'g\374n.txt')""#)
        return place
    }

    /// Runs a line of a shell with `jeton` and the options of a signature as its words `$0` and `$@`.
    private func shell(_ place: Workplace, _ line: String) async throws -> ChildProcess.Output {
        let options = ["--key", "signer"] + place.options + Workplace.pinOption
        return try await place.run("sh", "-c", line, try BuildProducts.path("jeton"), and: options)
    }

    @Test(
        "Such a file is named with escapes, and the others are signed",
        arguments: [
            #""$0" sign -r nu "$@""#, #""$0" sign nu/ok.txt "nu/$(printf 'g\374n.txt')" "$@""#,
            #""$0" sign 'nu/*.txt' "$@""#, #"printf 'nu/ok.txt\nnu/g\374n.txt\n' | "$0" sign --from - "$@""#,
            #"printf 'nu/ok.txt\0nu/g\374n.txt\0' | "$0" sign --from - "$@""#,
        ]
    )
    func signed(line: String) async throws {
        let place = try await place()
        let output = try await shell(place, line + " --report done")
        #expect(output.exitStatus == 7, "\(output.text)")
        #expect(output.errorText.contains(#"error: nu/g\xfcn.txt can't be read: its name is not UTF-8"#))
        #expect(output.errorText.contains("nu/ok.txt.p7s: signed by"))
        #expect(output.errorText.contains("1 file signed") && output.errorText.contains("1 failed"))
        let lines = try place.contents("done").map { octets in
            try octets.split(separator: 10).map { try JSONNode(Array($0)) }
        }
        let failed = try #require(lines?.first { $0["status"].text == "failed" })
        #expect(failed["input"].text == #"nu/g\xfcn.txt"#)
        #expect(failed["error"].text?.contains("not UTF-8") == true)
        // The document says the same to programs.
        let json = try await shell(place, line + " --json --force")
        #expect(json.exitStatus == 7 && JSONSchema.faults(inOutput: json.standardOutput) == [])
        let results = try JSONNode(json.standardOutput)["results"].list
        #expect(results.map { $0["input"].text }.contains(#"nu/g\xfcn.txt"#) && results.count == 2)
        #expect(results.count { $0["output"].text == "nu/ok.txt.p7s" && $0["error"].text == nil } == 1)
        let names = try await shell(place, "ls -b nu")
        #expect(names.text == "g\\374n.txt\nok.txt\nok.txt.p7s\n")
    }

    @Test("Alone, as an output or in another argument it is an error before a PIN is asked for")
    func refused() async throws {
        let place = try await place()
        let cases: [(line: String, code: Int32, words: String)] = [
            (#""$0" sign "nu/$(printf 'g\374n.txt')" "$@""#, 7, #"nu/g\xfcn.txt can't be read: its name is not UTF-8"#),
            (#""$0" verify "nu/$(printf 'g\374n.txt')""#, 7, #"nu/g\xfcn.txt can't be read: its name is not UTF-8"#),
            (#""$0" sign nu/ok.txt --out "$(printf 'o\374')" "$@""#, 2, #"the argument 'o\xfc' is not UTF-8"#),
            (#""$0" sign nu/ok.txt --reason "$(printf 'o\374')" "$@""#, 2, #"the argument 'o\xfc' is not UTF-8"#),
            (#""$0" sign --format asice -r nu --out c.asice "$@""#, 7, #"nu/g\xfcn.txt can't be read"#),
            (#""$0" keystore init --new-key-file "$(printf 'o\374')""#, 2, #"the argument 'o\xfc' is not UTF-8"#),
        ]
        for (line, code, words) in cases {
            let output = try await shell(place, line)
            #expect(output.exitStatus == code && output.errorText.contains(words), "\(line): \(output.text)")
        }
        let json = try await shell(place, #""$0" verify "nu/$(printf 'g\374n.txt')" --json"#)
        #expect(try JSONNode(json.standardOutput)["error"]["message"].text?.hasPrefix(#"nu/g\xfcn.txt can't"#) == true)
        let names = try await shell(place, "ls -b . nu | grep -c 'p7s\\|asice\\|o.374'")
        #expect(names.text == "0\n")
    }

    @Test("What comes into a watched directory under such a name is reported, and what comes after it is signed")
    func watched() async throws {
        let place = try await place()
        let options = ["--key", "signer", "--report", "done"] + Workplace.pinOption
        let child = try place.start(["sign", "--watch", "nu"] + options)
        func waits(for text: String) async throws -> Bool {
            for _ in 0..<600 {
                let report = String(decoding: place.contents("done") ?? [], as: UTF8.self)
                if report.contains(text) { return true }
                try await Task.sleep(for: .milliseconds(100))
            }
            return false
        }
        #expect(try await waits(for: #""input":"nu/g\\xfcn.txt""#))
        #expect(try await waits(for: #""status":"signed""#))
        _ = try await shell(place, #"echo c >"nu/$(printf '\377')"; echo d >nu/last"#)
        #expect(try await waits(for: #""input":"nu/\\xff""#))
        for _ in 0..<600 where place.contents("nu/last.p7s") == nil { try await Task.sleep(for: .milliseconds(100)) }
        #expect(place.contents("nu/last.p7s") != nil)
        child.signal(SIGTERM)
        let output = try await child.finish(within: .seconds(10))
        #expect(output.errorText.contains(#"error: nu/g\xfcn.txt can't be read: its name is not UTF-8"#))
    }
}
