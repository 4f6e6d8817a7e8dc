import Cryptoki
import Glibc
import JetonDiagnostics
import Testing
import TokenKit

@Suite("Remedies that run as printed")
struct RemedyTests {
    private func commands(_ report: Report, _ id: CheckID) -> [String] {
        let found = report.findings.first { $0.id == id }
        return found?.remedies.flatMap { $0.commands(on: .debian) }.map(\.text) ?? []
    }

    @Test("Without systemd pcscd is restarted by its own program", arguments: [true, false])
    func service(hasSystemd: Bool) {
        let probe = FixtureProbe()
        probe.serviceFails(ECONNREFUSED)
        probe.start("init", 1, userID: 0)
        probe.write("Num       RefCount Protocol Flags    Type St Inode Path\n", to: "/proc/net/unix")
        // As pcscd writes it.
        probe.write("815\0\0", to: "/run/pcscd/pcscd.pid")
        if hasSystemd { probe.put(.directory, at: "/run/systemd/system") }
        let report = examine(probe)
        let removal = "rm -f /run/pcscd/pcscd.comm /run/pcscd/pcscd.pid"
        let restart = hasSystemd ? ["systemctl restart pcscd.socket"] : ["pkill -x pcscd", "pcscd"]
        #expect(commands(report, "pcscd-socket-stale") == [removal] + restart)
        #expect(report.rootCause?.evidence.contains { $0.value.full == "815 (no such process)" } == true)
        #expect(report.rootCause?.remedies.contains { $0.fix != nil } == true)
    }

    @Test("--fix asks systemd for nothing where there is none", arguments: [true, false])
    func fix(hasSystemd: Bool) {
        let probe = FixtureProbe()
        probe.serviceFails(ENOENT)
        probe.start("init", 1, userID: 0)
        if hasSystemd { probe.put(.directory, at: "/run/systemd/system") }
        let root = examine(probe).rootCause
        #expect(root?.id == "pcscd-not-running")
        #expect((root?.remedies.contains { $0.fix != nil } == true) == hasSystemd)
    }

    @Test(
        "Every command of systemd in the pages says what it asks of it, so that a machine without systemd is not told it"
    )
    func systemd() {
        let commands = Catalogue.pages.flatMap(\.remedies).flatMap(\.commands)
        #expect(commands.contains { $0.systemdUse == .restartOfService })
        for command in commands {
            let program = command.text.split(separator: " ").first
            #expect((program == "systemctl") == (command.systemdUse != nil), "\(command.text)")
        }
    }

    @Test("OpenSC is installed for a module of OpenSC's that is missing, and for no other")
    func package() {
        let probe = FixtureProbe()
        probe.insert()
        for (name, isOpenSC) in [("opensc-pkcs11.so", true), ("libvendor.so", false)] {
            probe.write("PKCS11Provider /none/\(name)\n", to: "/home/anna/.ssh/config")
            probe.write("", to: "/usr/lib/openssh/ssh-pkcs11-helper")
            let found = commands(examine(probe, applications: [.ssh]), "mod-path-missing")
            #expect(found.contains { $0.contains("opensc") } == isOpenSC, "\(found)")
        }
    }

    @Test("The commands for a key name it and its reader")
    func key() throws {
        let probe = try FixtureProbe(TokenFixture())
        func request(_ label: String, _ id: [UInt8]) -> String? {
            var contents = TokenContents(module: TokenFixture().path, slot: 1)
            contents.objects = [.init(.publicKey, keyType: .ec, id: id, label: label, publicKey: [4])]
            probe.tokenContents = [contents]
            return commands(examine(probe), "obj-no-cert-for-key").first
        }
        let end = "--reader 'Reader 00 00' --subject NAME"
        #expect(request("Annas key", [1]) == "jeton csr create --key 'Annas key' \(end)")
        #expect(request("", [0xCA, 0xFE]) == "jeton csr create --key cafe \(end)")
    }
}
