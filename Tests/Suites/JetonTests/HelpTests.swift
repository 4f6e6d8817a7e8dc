import Foundation
import TestRig
import Testing

@Suite("Help and usage")
struct HelpTests {
    @Test("Every command has a help text with a summary and its options", arguments: CommandTable.commands)
    func everyCommandHasHelp(command: String) async throws {
        let place = try Workplace(modules: [])
        let answer = try await place.jeton(command.split(separator: " ").map(String.init) + ["--help"])
        answer.exits(0).prints("OVERVIEW: ", "USAGE: jeton", "--help")
        #expect(answer.errors.isEmpty)
        #expect(!answer.text.contains("(default: false)"))
        let other = try await place.jeton(["help"] + command.split(separator: " ").map(String.init))
        other.exits(0)
        #expect(other.text == answer.text)
    }

    @Test(
        "Purposes of examples and the reference to subcommands fit a narrow terminal",
        arguments: ["sign", "job", "verify"]
    )
    func narrow(command: String) async throws {
        let place = try Workplace(modules: [])
        let answer = try await place.run("env", "COLUMNS=40", BuildProducts.path("jeton"), command, "--help")
        let lines = answer.text.split(separator: "\n")
        let wide = lines.filter {
            $0.count > 40 && $0.contains(" See ") || $0.hasPrefix("  ") && $0.hasSuffix(":") && $0.count > 40
        }
        #expect(!lines.isEmpty && wide.isEmpty, "\(wide)")
    }

    @Test("The help on top names every command and the exit codes")
    func theTopHelpNamesAll() async throws {
        let answer = try await Workplace(modules: []).jeton("--help")
        answer.exits(0).prints("Exit codes: 0 done", "RFC 7512")
        // A command stands two blanks in, below the heading of its group.
        let listed = answer.text.split(separator: "SUBCOMMANDS:\n").dropFirst().joined(separator: "\n").split(
            separator: "\n"
        )
        .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("See 'jeton help") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(
            Set(listed) == Set(CommandTable.commands.compactMap { $0.split(separator: " ").first.map(String.init) })
        )
    }

    @Test("A group without a command shows its commands and is a usage error", arguments: CommandTable.groups)
    func aGroupAlone(group: String) async throws {
        let answer = try await Workplace(modules: []).jeton(group.split(separator: " ").map(String.init))
        answer.exits(2).says("SUBCOMMANDS:")
        #expect(answer.text.isEmpty)
    }

    @Test("An unknown option is named as such by every command", arguments: CommandTable.commands)
    func unknownOption(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let answer = try await Workplace(modules: []).jeton(words + ["--bogus"]).exits(2)
        answer.says("error: unknown option '--bogus'")
    }

    @Test(
        "A mistyped command, option or value gets a suggestion, and one that is like nothing gets none",
        arguments: [
            ("lst", "did you mean `jeton list`?"), ("lits", "did you mean `jeton list`?"),
            ("key generat", "did you mean `jeton key generate`?"), ("pin sett", "did you mean `jeton pin set`?"),
            ("sign x --pin file:x", "did you mean `--pin-source`?"), ("sign x --kye k", "did you mean `--key`?"),
            ("verify x --trsut y", "did you mean `--trust`?"), ("sign x --format cm", "did you mean `cms`?"),
            ("key generate --label k --type ed", "did you mean `ed25519`?"),
            ("help sgin", "did you mean `jeton sign`?"),
            ("ats diagnose localhost:1", "`jeton ats diagnose https://localhost:1` is one"),
            ("key generate --label k --type p265", "did you mean `p256`?"), ("sign x -d.txt", "'./-d.txt'"),
            ("keystore import x --from k", "\nhint: use one of jeton, pass, gopass, keepass-xml, keepass-csv, secret-"),
            ("nonsense", ""), ("sign x --bogus", ""), ("cert export x --key k", ""),
        ]
    )
    func suggestions(line: String, hint: String) async throws {
        let answer = try await Workplace(modules: []).jeton(line.split(separator: " ").map(String.init)).exits(2)
        if hint.isEmpty {
            #expect(!answer.errors.contains("did you mean"), "\(answer.errors)")
        } else {
            answer.says(hint)
        }
    }

    @Test("The version is one word")
    func version() async throws {
        let answer = try await Workplace(modules: []).jeton("--version")
        answer.exits(0)
        #expect(answer.text.split(separator: "\n").count == 1)
    }

    @Test(
        "What the command line lacks or has too much is said in a sentence, before any module is asked",
        arguments: [
            ("nonsense", "unknown command 'nonsense'"),
            ("keystore import x --from kepass", "'kepass' is invalid for '--from <program>'"),
            ("sign", "no files given"),
            ("sign letter --bogus", "unknown option '--bogus'"),
            ("sign letter --format pdf", "'pdf'"),
            ("sign letter --attached --detached", "--attached and --detached exclude each other"),
            ("sign letter --attached --format raw", "--attached is for CAdES, XAdES and XMLDSig signatures"),
            ("sign letter --hash 00 --hash-algorithm sha256", "--hash replaces the files"),
            ("sign --hash 00", "expected 32, 48, 64 bytes in hexadecimal"),
            ("sign --hash 00 --hash-algorithm sha256", "32 bytes"),
            ("sign --hash 00 --hash-algorithm sha1", "the value 'sha1' is invalid for '--hash-algorithm"),
            ("sign letter other --out one", "--out is a single file"),
            ("key generate --label k --type rsa:1024", "unknown key type 'rsa:1024'"),
            ("key generate --label k --type dsa", "unknown key type 'dsa'"),
            ("key generate --type ec:p256", "--label"),
            ("key generate --label k --type ec:p256 --id xyz", "invalid id 'xyz'"),
            ("key delete", "no key was given; name one with --key"),
            ("object set k", "give --label or --id"),
            ("object set k --id 0", "invalid id '0'"),
            ("csr create --subject nonsense --key k", "name"),
            ("csr create --subject CN=A --alternative-name x --key k", "'x' is not a valid alternative name"),
            ("token show pkcs11:nonsense", "the URI can't be read"),
            ("token show pkcs11:token=a?pin-value=1234", "pin-value"),
            ("token show a --token b", "the token is named twice"),
            ("token init --label 123456789012345678901234567890123 --yes", "33"),
            ("verify", "no files given"),
            ("pair x --slot one", "'one'"),
            ("pair x y", "'y'"),
            ("pair pkcs11:nonsense", "the URI can't be read"),
            ("pair x --password-source Q1W2E3", "not one of the known forms"),
            ("unpair", "<target>"),
            ("pairings show", "<target>"),
        ]
    )
    func usageErrors(line: String, words: String) async throws {
        let module = try Workplace.fault("")
        let place = try Workplace.with(module)
        try place.directory.write("x", to: "letter")
        try place.directory.write("y", to: "other")
        let arguments = line.split(separator: " ").map(String.init)
        let answer = try await place.jeton(arguments)
        answer.exits(2).says("error: ", words)
        #expect(answer.text.isEmpty)
        let document = try await place.jeton(arguments + ["--json"]).exits(2).json()
        #expect(document["schema"].text == "jeton.error/1")
        #expect(document["error"]["message"].text?.contains(words) == true)
        #expect(document["error"]["exitCode"].number == 2)
        #expect(!answer.errors.contains("1234\n") && !answer.errors.contains("=1234"))
        #expect(!FileManager.default.fileExists(atPath: module.path + ".counts"))
    }

    @Test("A PIN where a source belongs is not taken, and not repeated")
    func aPINIsNoSource() async throws {
        let place = try await Workplace.withSoftHSM()
        let answer = try await place.jeton("key", "list", "--pin-source", Workplace.pin)
        answer.exits(2).says("the source of the PIN or password is not one of the known forms", "hint: ", "file:")
        #expect(!answer.all.contains(Workplace.pin))
    }
}
