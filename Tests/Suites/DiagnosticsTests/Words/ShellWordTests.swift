import JetonDiagnostics
import TestRig
import Testing
import TokenKit

@Suite("Words for the shell")
struct ShellWordTests {
    static let texts = [
        "/usr/lib/libx.so", "/opt/a b.so", "/opt/it's.so", "/opt/\"q\".so", "/opt/$(touch x)`id`$HOME.so",
        "/opt/a\nb.so",
        "/opt/*?[a]{b}~!#&;|<>()\\.so", "", "~root", "/opt/\u{1B}[2Jx7", "/opt/\u{202E}os.b", "/opt/\u{9B}1",
        "/opt/Schlüssel",
        "/opt/tab\there\r", "/opt/'\n'\\n",
    ]

    @Test("A shell reads back just the text, and nothing in it moves the cursor", arguments: texts)
    func roundTrip(_ text: String) async throws {
        let command: ShellCommand = "printf %s \(text)"
        for scalar in command.text.unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar != "\u{202E}")
        }
        let output = try await ChildProcess.run(["bash", "-c", command.text], environment: ["LC_ALL": "C.UTF-8"])
        #expect(output.exitStatus == 0)
        #expect(output.standardOutput == Array(text.utf8), "\(command.text)")
    }

    @Test(
        "A plain shell reads back what has no control character",
        arguments: texts.filter { !ShellWord.quote($0).hasPrefix("$") }
    )
    func plainShell(_ text: String) async throws {
        let output = try await ChildProcess.run(["dash", "-c", ("printf %s \(text)" as ShellCommand).text])
        #expect(output.standardOutput == Array(text.utf8))
    }

    @Test("What needs no quotes gets none")
    func plain() {
        #expect(
            ("chmod a+rX \("/usr/lib/x86_64-linux-gnu/libx.so.1")" as ShellCommand).text
                == "chmod a+rX /usr/lib/x86_64-linux-gnu/libx.so.1"
        )
        #expect(("sed -i '\(3)s/^/# /' \("/etc/a b")" as ShellCommand).text == "sed -i '3s/^/# /' '/etc/a b'")
    }

    @Test("A repair names its files as the shell would read them")
    func fixes() {
        #expect(Fix.removeStale(path: "/run/a b").words == "remove '/run/a b'")
        #expect(Fix.setAside(path: "/etc/a\u{1B}").words == "move $'/etc/a\\033' to $'/etc.jeton-disabled/a\\033'")
        #expect(Fix.run(["systemctl", "a b"]).words == "run `systemctl 'a b'`")
    }

    @Test("A remedy quotes the path that was found, whatever its name is")
    func remedies() throws {
        let probe = FixtureProbe()
        let home = "/home/an na"
        probe.variables["HOME"] = home
        let folder = "\(home)/.mozilla/firefox/it's $(id)"
        probe.write("[Profile0]\nIsRelative=1\nPath=it's $(id)\n", to: "\(home)/.mozilla/firefox/profiles.ini")
        probe.write("library=\nname=Internal\n", to: "\(folder)/pkcs11.txt")
        probe.moduleEntries = [try TokenFixture(path: "/opt/to ken.so").entry()]
        probe.write("", to: "/opt/to ken.so")
        let finding = try #require(
            examine(probe, applications: [.firefox]).findings.first { $0.id == "nss-not-registered" }
        )
        let commands = finding.remedies.flatMap { $0.commands(on: .debian) }.map(\.text)
        #expect(commands.contains { $0.contains("'sql:\(home)/.mozilla/firefox/it'\\''s $(id)'") }, "\(commands)")
        #expect(commands.contains { $0.hasSuffix("-libfile '/opt/to ken.so'") }, "\(commands)")
    }

    @Test("A command for others has no private value in it and is still one that a shell reads")
    func redacted() {
        var redactor = Redactor(known: [("/home/anna", .home), ("Annas Karte", .label)])
        let path = "/home/anna/my modules/x.so"
        #expect(redactor.redact(command: "mv \(path) /root/") == "mv ~/'my modules/x.so' /root/")
        #expect(redactor.redact(command: "jeton token show \("Annas Karte")") == "jeton token show '<label 1>'")
    }
}
