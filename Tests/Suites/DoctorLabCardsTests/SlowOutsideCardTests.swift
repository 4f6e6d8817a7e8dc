import Foundation
import TestRig
import Testing
import VirtualCard

/// Faults with cards that the catalogue did not list, by their numbers in docs/doctor-laboratory.md.
@Suite("The fault laboratory, faults of cards outside of the catalogue")
struct SlowOutsideCardTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A machine with a PIV card in a reader; what a script does to the card needs yubico-piv-tool.
    private func withCard(
        variables: [String: String] = [:],
        before: String = "",
        _ script: String = ""
    ) async throws -> (Laboratory, ChildProcess) {
        var setup = Laboratory.Setup()
        setup.readers = [PrivatePCSCD.Reader("Virtual PCD")]
        setup.variables = variables
        setup.before = before
        let laboratory = try await Laboratory(setup)
        let path = directory.path("piv.card")
        _ = try SoftwareCard.create(at: path)
        let tool = try BuildProducts.path("virtual-card-tool")
        let card = try ChildProcess(laboratory.pcscd.command([tool, "serve", path, "35963"]))
        try await run(
            "until opensc-tool --list-readers | grep -q '^0 *Yes'; do sleep 0.05; done\n\(script)",
            laboratory
        )
        return (laboratory, card)
    }

    private func run(_ script: String, _ laboratory: Laboratory, variables: [String: String] = [:]) async throws {
        let prelude = """
            set -eu
            cd "$1"
            piv() { yubico-piv-tool --reader= "$@" >/dev/null 2>&1; }
            tries() { for i in 1 2 3 4; do piv "$@" || true; done; }

            """
        var environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory.path, "LANG": "C.UTF-8"]
        environment.merge(variables) { $1 }
        let output = try await laboratory.pcscd.run(
            ["sh", "-c", prelude + script, "sh", directory.path],
            environment: environment
        )
        guard output.exitStatus == 0 else { throw TestRigError("script: \(output.text) \(output.errorText)") }
    }

    /// Both modules that show a PIV card, so that one is seen beside the other.
    private func bothModules() throws -> [String] {
        ["--module", Laboratory.openSC, "--module", try BuildProducts.path("libjeton-pkcs11.so")]
    }

    private func text(of id: String, _ diagnosis: Diagnosis) -> String {
        diagnosis.findings.filter { $0.id == id }.map(\.text).joined(separator: "\n")
    }

    // MARK: - One fault

    @Test("1: a certificate from OpenSC's cache that the card no longer has is named")
    func staleCache() async throws {
        try directory.write(
            "app default {\n  framework pkcs15 {\n    use_file_caching = public;\n  }\n}\n",
            to: "opensc.conf"
        )
        let variables = ["OPENSC_CONF": directory.path("opensc.conf"), "HOME": directory.path]
        let renew = """
            openssl x509 -new -force_pubkey 9a.pub -subj "/CN=$name" -CA ca.pem -CAkey ca.key -days 400 -out a.pem
            piv -aimport-certificate -s9a -ia.pem
            """
        let (laboratory, card) = try await withCard(
            variables: variables,
            """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=CA 2>/dev/null
            piv -agenerate -s9a -AECCP256 -o9a.pub
            piv -aset-chuid
            name=Old
            \(renew)
            """
        )
        let fill = "pkcs11-tool --module \(Laboratory.openSC) -O >/dev/null 2>&1\nname=New\n\(renew)"
        try await run(fill, laboratory, variables: variables)
        let diagnosis = try await laboratory.examine(bothModules())
        // Fault obj-opensc-cache-stale (a warning): vpcd, PIV card whose certificate is renewed between two reads of
        // OpenSC with `use_file_caching = public`
        let found = text(of: "obj-opensc-cache-stale", diagnosis)
        #expect(found.contains("the card no longer has") && found.contains("~/.cache/opensc"), "\(diagnosis.findings)")
        #expect(diagnosis.severity(of: "obj-opensc-cache-stale") == "warning")
        #expect(diagnosis.roots == [], "\(diagnosis.findings)")
        card.signal(SIGTERM)
    }

    @Test(
        "6 and 7: a setting of opensc.conf is named with its line, however the file is written",
        arguments: [
            ("provider_library = /missing/libpcsclite.so;", "setting-unknown", "/missing/libpcsclite.so"),
            ("", "card-opensc-driver-disabled", "ignored_readers = Virtual PCD"),
        ]
    )
    func openSC(_ setting: String, _ id: String, _ words: String) async throws {
        try directory.write(
            setting.isEmpty
                ? "app default { ignored_readers = \"Virtual PCD\"; }\n"
                : "app default {\n  reader_driver pcsc {\n    \(setting)\n  }\n}\n",
            to: "opensc.conf"
        )
        let (laboratory, card) = try await withCard(variables: ["OPENSC_CONF": directory.path("opensc.conf")])
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.roots == [id], "\(diagnosis.findings)")
        let found = text(of: id, diagnosis)
        let line = "\(directory.path("opensc.conf")):\(setting.isEmpty ? 1 : 3)"
        #expect(found.contains(words) && found.contains(line), "\(diagnosis.findings)")
        card.signal(SIGTERM)
    }

    @Test(
        "8: an agent without scdaemon, and a misspelt option of it, are named",
        arguments: [
            ("gpg-agent.conf", "disable-scdaemon\n", "gpg-agent.conf:1 disables them"),
            ("scdaemon.conf", "disable-cdic\ndisable-ccid\npcsc-shared\n", "scdaemon.conf:1 is probably a mistake"),
        ]
    )
    func gpg(_ name: String, _ content: String, _ words: String) async throws {
        let home = try directory.makeDirectory("gnupg")
        try directory.write("disable-ccid\npcsc-shared\n", to: "gnupg/scdaemon.conf")
        try directory.write(content, to: "gnupg/\(name)")
        let (laboratory, card) = try await withCard(variables: ["GNUPGHOME": home])
        let diagnosis = try await laboratory.examine(["--app", "gpg"])
        #expect(diagnosis.roots == ["setting-unknown"], "\(diagnosis.findings)")
        #expect(text(of: "setting-unknown", diagnosis).contains(words), "\(diagnosis.findings)")
        card.signal(SIGTERM)
    }

    @Test("11: a card that answers to reset and to nothing else is named, also the second time, and no program is")
    func hangingCard() async throws {
        // The answer to reset is all that it ever says.
        let program = """
            import socket, sys
            card = socket.create_connection(("127.0.0.1", 35963))
            def take(count):
                data = b""
                while len(data) < count:
                    data += card.recv(count - len(data)) or sys.exit()
                return data
            while True:
                if take(int.from_bytes(take(2), "big")) == b"\\4":
                    card.sendall(b"\\0\\4\\x3b\\x80\\x01\\x81")
            """
        var setup = Laboratory.Setup()
        setup.readers = [PrivatePCSCD.Reader("Virtual PCD")]
        let laboratory = try await Laboratory(setup)
        let card = try ChildProcess(laboratory.pcscd.command(["/usr/bin/python3", "-c", program]))
        let probe = try BuildProducts.path("pcsc-probe")
        try await run("until '\(probe)' list | grep -q present; do sleep 0.05; done", laboratory)
        // The module hangs for good: how long it is waited for changes nothing.
        for _ in 0..<2 {
            // Among processes of its own: programs of other laboratories are not on this card.
            let output = try await laboratory.pcscd.run(
                ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child", try BuildProducts.path("jeton")]
                    + ["doctor", "--json", "--module", Laboratory.openSC],
                environment: [
                    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent", "JETON_MODULE_DEADLINE": "5",
                ]
            )
            let diagnosis = try JSONDecoder().decode(Diagnosis.self, from: Data(output.standardOutput))
            // Fault card-hangs: vpcd, card that answers only to a reset
            #expect(diagnosis.roots == ["card-hangs"], "\(diagnosis.findings)")
            #expect(text(of: "card-hangs", diagnosis).contains("other programs connected: none"))
        }
        card.signal(SIGKILL)
    }

    @Test("21: a key on a PIV card without a certificate is told of")
    func keyAlone() async throws {
        let (laboratory, card) = try await withCard("piv -agenerate -s9a -AECCP256 -o9a.pub\npiv -aset-chuid")
        let diagnosis = try await laboratory.examine(bothModules())
        #expect(diagnosis.roots == [], "\(diagnosis.findings)")
        #expect(diagnosis.severity(of: "obj-no-cert-for-key") == "info", "\(diagnosis.findings)")
        card.signal(SIGTERM)
    }

    // MARK: - Two faults

    private static let lockPIN = "tries -averify-pin -P000000"

    @Test("pcscd that does not run is no fault of a token in software, and is that of a card")
    func serviceAndSoftware() async throws {
        let softHSM = try await SoftHSM.withToken(label: "lab")
        var setup = Laboratory.Setup()
        setup.runsService = false
        setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
        let laboratory = try await Laboratory(setup)
        let healthy = try await laboratory.examine(["--module", softHSM.modulePath])
        #expect(healthy.roots == [] && healthy.severity(of: "pcscd-not-running") == "info", "\(healthy.findings)")
        let card = try await laboratory.examine(["--module", Laboratory.openSC])
        #expect(card.roots == ["pcscd-not-running"], "\(card.findings)")
    }

    @Test("A locked PIN is the root beside a file of p11-kit that leads nowhere, which is a warning with its line")
    func lockedAndDangling() async throws {
        let file = "/usr/share/p11-kit/modules/opensc-pkcs11.module"
        let (laboratory, card) = try await withCard(
            before: "layer /usr/share/p11-kit/modules\necho 'module: /nonexistent/opensc-pkcs11.so' >\(file)",
            Self.lockPIN
        )
        // With all modules of the machine, as p11-kit's files are read for these only.
        let output = try await laboratory.pcscd.run(
            [try BuildProducts.path("jeton"), "doctor", "--json"],
            environment: [
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory.path, "LANG": "C.UTF-8",
                "JETON_MODULE_DEADLINE": "60",
            ]
        )
        let diagnosis = try JSONDecoder().decode(Diagnosis.self, from: Data(output.standardOutput))
        #expect(diagnosis.rootCause == "token-user-pin-locked", "\(diagnosis.findings)")
        #expect(Set(diagnosis.roots) == ["token-user-pin-locked"], "\(diagnosis.findings)")
        #expect(diagnosis.severity(of: "mod-path-missing") == "warning", "\(diagnosis.findings)")
        #expect(text(of: "mod-path-missing", diagnosis).contains("\(file):1"), "\(diagnosis.findings)")
        card.signal(SIGTERM)
    }

    @Test("A program that has a card for itself is the root, and once it is gone the locked PIN")
    func heldAndLocked() async throws {
        let (laboratory, card) = try await withCard(Self.lockPIN)
        let holder = try ChildProcess(
            laboratory.pcscd.command([
                try BuildProducts.path("pcsc-probe"), "hold", "Virtual PCD 00 00", "exclusive",
            ])
        )
        _ = try await holder.lines { $0 == "holding" }
        let held = try await laboratory.examine()
        #expect(held.roots == ["excl-app-exclusive"], "\(held.findings)")
        holder.closeInput()
        _ = try await holder.finish()
        let free = try await laboratory.examine()
        #expect(free.roots == ["token-user-pin-locked"], "\(free.findings)")
        card.signal(SIGTERM)
    }

    @Test("Of a card with a locked PIN and a locked PUK both are said, and that nothing unblocks it")
    func bothLocked() async throws {
        let (laboratory, card) = try await withCard("\(Self.lockPIN)\ntries -aunblock-pin -P00000000 -N123456")
        for arguments in [["--module", Laboratory.openSC], try bothModules()] {
            let diagnosis = try await laboratory.examine(arguments)
            #expect(Set(diagnosis.roots) == ["token-user-pin-locked", "token-so-pin-locked"], "\(diagnosis.findings)")
            #expect(diagnosis.rootCause == "token-user-pin-locked", "\(diagnosis.findings)")
            let found = diagnosis.findings.filter { $0.id == "token-user-pin-locked" }
            #expect(
                found.allSatisfy { $0.summary.contains("and so is the PIN or PUK that could unblock it") },
                "\(found)"
            )
            #expect(diagnosis.severity(of: "token-uninitialized") == nil, "\(diagnosis.findings)")
        }
        card.signal(SIGTERM)
    }
}
