import Foundation
import Glibc
import JetonDiagnostics
import TestRig
import Testing
import TokenKit

@Suite("Remedies that do no harm")
struct HarmlessRemedyTests {
    private static let witnesses = Witnesses(Evidence("one", "x"), Evidence("another", "y"))

    static let harmful: [ShellCommand] = [
        "chown anna \("/srv/tokens")", "sudo chown -R 1000 \("/home/anna/.pki")", "chgrp pkcs11 FILE",
        "chmod a+rX \("/srv/module.so")", "chmod u+rw \("/etc/shadow")", "chmod u+rwx \("/")",
        "chmod u+rw \("/root/x")",
        "chmod 640 FILE", "setfacl -m u:anna:rw \("/srv/x")", "rm \("/srv/x")", "/bin/rm -f \("/run/x")",
        "sh -c 'rm -rf \("/srv/x")'", "true && rmdir \("/srv/x")", "mv \("/etc/reader.conf.d/old") /root/",
        "dd if=/dev/zero of=\("/srv/x")", "truncate -s 0 \("/srv/x")", "jeton token init --reader READER --label LABEL",
        "softhsm2-util --init-token --slot 0", "pkcs11-tool --init-pin", "ykman piv reset", "ykman openpgp reset",
        "tpm2_clear", "jeton cert delete \("x") --reader READER", "pkcs11-tool --delete-object", "make uninstall",
    ]

    static let harmless: [ShellCommand] = [
        "ls -ld \("/etc/shadow")", "chmod u+rw \("/home/anna/token.object")", "chmod u+rwx \("/srv/tokens")",
        "systemctl restart pcscd", "apt-get install --reinstall libccid", "usermod -aG softhsm anna",
        "cp -a \("/srv/x") \("/srv/x.damaged")", "export SOFTHSM2_CONF=\("rm chown /etc")", "unset OPENSC_DRIVER",
        "jeton pin unblock --reader \("token init")", "pkcs15-tool --clear-cache",
    ]

    @Test("A command that hands over, removes or erases is no remedy", arguments: harmful)
    func refused(_ command: ShellCommand) {
        #expect(!Remedy("do it", commands: [command]).isHarmless, "\(command.text)")
    }

    @Test("A command that takes nothing away is a remedy", arguments: harmless)
    func allowed(_ command: ShellCommand) {
        #expect(Remedy("do it", commands: [command]).isHarmless, "\(command.text)")
    }

    @Test("Two witnesses allow a removal, and never one from the system's directories")
    func witnessed() {
        func isHarmless(_ command: ShellCommand) -> Bool {
            Remedy("do it", commands: [command], witnesses: Self.witnesses).isHarmless
        }
        #expect(isHarmless("rm -f /run/pcscd/pcscd.comm"))
        #expect(isHarmless("ykman piv reset"))
        for path in ["/etc/x", "/usr/lib/x", "/lib64/x", "/var/lib/softhsm", "/root", "/", "//", "/opt/x", "/bin/x"] {
            #expect(!isHarmless("rm -rf \(path)"), "\(path)")
            #expect(!isHarmless("chown anna \(path)"), "\(path)")
        }
    }

    @Test("A repair without two witnesses is none")
    func repair() {
        let fix = Fix.removeStale(path: "/run/pcscd/pcscd.comm")
        #expect(Remedy("do it", fix: fix).fix == nil)
        #expect(Remedy("do it", fix: fix, witnesses: Self.witnesses).fix == fix)
    }

    // MARK: - All checks

    @Test("Every page's remedies take nothing away, and none repairs by itself")
    func pages() {
        for page in Catalogue.pages {
            #expect(!page.remedies.isEmpty, "\(page.id)")
            for remedy in page.remedies {
                #expect(remedy.isHarmless && remedy.fix == nil, "\(page.id): \(remedy.text.full)")
                #expect(remedy.text.full != "ask the administrator of this machine", "\(page.id): a remedy was dropped")
            }
        }
    }

    @Test("No command in the doctor's source takes anything away, except with witnesses")
    func source() throws {
        let directory = BuildProducts.packageDirectory.appendingPathComponent("Sources/Doctor/JetonDiagnostics")
        let files = try #require(FileManager.default.enumerator(atPath: directory.path)).compactMap { $0 as? String }
        #expect(files.count > 200)
        var found: [String] = []
        for file in files where file.hasSuffix(".swift") && !file.hasSuffix("ShellCommand+Harm.swift") {
            let text = try String(contentsOf: directory.appendingPathComponent(file), encoding: .utf8)
            for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                for literal in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                where literal.offset % 2 == 1 {
                    let words = literal.element.split(separator: " ")
                    let verbs = ["chown", "chgrp", "chmod", "rm", "rmdir", "mv", "shred", "setfacl", "unlink"]
                    let isDeed = words.first.map { first in verbs.contains { first == $0 } } ?? false
                    if isDeed || literal.element.contains("token init -") || literal.element.contains("piv reset") {
                        found.append("\(file): \(literal.element)")
                    }
                }
            }
        }
        #expect(
            found.sorted() == [
                "Checks/Service/PcscdSocketStale.swift: rm -f /run/pcscd/pcscd.comm /run/pcscd/pcscd.pid",
                "Checks/Token/TokenUserPinLocked.swift: jeton token init --reader READER --label LABEL",
                "Checks/Token/TokenUserPinLocked.swift: ykman piv reset",
                "Use/Machine+Suspects.swift: chmod u+rw \\(path)", "Use/Machine+Suspects.swift: chmod u+rwx \\(path)",
            ]
        )
    }

    /// A check that advises harm.
    private enum Harmful: Check {
        static let page = CheckPage(
            id: "harmful",
            layer: .module,
            title: "it harms",
            symptom: "",
            cause: "",
            detection: "",
            remedies: [Remedy("give it away", commands: ["chown anna /etc"])]
        )

        static func run(on machine: Machine) -> CheckOutcome {
            .found(
                "it harms",
                remedies: [
                    Remedy("remove it", commands: ["rm -rf \("/srv/tokens")"]),
                    Remedy("look at it", commands: ["ls /srv"]),
                ]
            )
        }
    }

    @Test("A check that advises harm is not heard")
    func finding() throws {
        #expect(Harmful.page.remedies.map(\.text.full) == ["ask the administrator of this machine"])
        let report = Doctor(checks: [Harmful.self]).examine(Machine(FixtureProbe()))
        let found = try #require(report.findings.first { $0.id == "harmful" })
        #expect(found.remedies.map(\.text.full) == ["look at it"])
    }

    // MARK: - The trace

    static let closed = [
        "/etc/shadow", "/root", "/", "/etc/tpm2_pkcs11", "/usr/lib/vendor.so", "/lib/x.so", "/var/lib/softhsm/tokens",
        "/home/other/.config/x", "/opt/vendor/x.conf", "/run/agent", "/srv/tokens/1",
    ]

    @Test(
        "What a command is refused is never handed over, whoever owns it",
        arguments: closed,
        [0, 1000, 1001] as [UInt32]
    )
    func refusals(_ path: String, owner: UInt32) {
        for kind in [SystemCallTrace.Kind.open, .look, .execute, .connect, .change, .map, .write] {
            for error in [EACCES, EPERM, EROFS, ENOSPC, ENOTDIR, EISDIR, ELOOP, EIO, ECONNREFUSED] {
                let probe = FixtureProbe()
                var trace = SystemCallTrace(end: .exited(1))
                trace.calls = [.init(kind, path, error: error, flags: 1)]
                probe.trace = trace
                probe.put(.node(userID: owner, groupID: 0, permissions: 0o600), at: path)
                let report = Doctor().examine(Machine(probe, command: ["cat", path]))
                for remedy in report.findings.flatMap(\.remedies) {
                    let commands = remedy.commands(on: .debian).map(\.text)
                    #expect(remedy.isHarmless, "\(commands)")
                    // A user's own file, outside of the system, is opened to that user.
                    let opens = commands.contains { $0.hasPrefix("chmod") }
                    #expect(
                        !opens
                            || owner == 1000
                                && (path.hasPrefix("/srv") || path.hasPrefix("/home")
                                    || path.hasPrefix("/run")),
                        "\(commands)"
                    )
                }
            }
        }
    }

    @Test("A directory beside what a variable names is not said to be named", arguments: [true, false])
    func neighbor(isNamed: Bool) {
        let path = "/etc/tpm2_pkcs11/tpm2_pkcs11.sqlite3"
        let probe = FixtureProbe()
        var trace = SystemCallTrace(end: .exited(1))
        trace.calls = [.init(.look, path, error: EACCES)]
        probe.trace = trace
        probe.write("x", to: path)
        probe.variables["HTTPLIB2_CA_CERTS"] = isNamed ? "/etc/tpm2_pkcs11/" : "/etc/ssl/certs/ca-certificates.crt"
        let texts = Doctor().examine(Machine(probe, command: ["tool"])).findings.map(\.summary.full)
        #expect(texts.contains { $0.contains("HTTPLIB2_CA_CERTS") } == isNamed, "\(texts)")
    }
}
