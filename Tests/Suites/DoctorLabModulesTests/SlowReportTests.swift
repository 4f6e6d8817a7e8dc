import Foundation
import TestRig
import Testing

/// What a report shows of the machine that it was made on: to others no names, to a terminal no commands.
@Suite("The fault laboratory, reports")
struct SlowReportTests {
    /// A machine of Anna's with an expired certificate, a module in her home that fails, and her token.
    private func annas(_ directory: TemporaryDirectory) async throws -> (ModuleLaboratory.Setup, SoftHSM, [String]) {
        let softHSM = try await SoftHSM.withToken(label: "Annas Schluessel")
        let written = try await ChildProcess.run(
            [
                "sh", "-c",
                """
                set -eu
                openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out k.pem 2>/dev/null
                openssl req -new -key k.pem -subj '/O=Kanzlei Berg/CN=Anna Berg' -out c.csr
                openssl x509 -req -in c.csr -signkey k.pem -days -1 -outform DER -out c.der 2>/dev/null
                openssl pkey -in k.pem -outform DER -out k.der
                for type in privkey:k.der cert:c.der; do
                    pkcs11-tool --module "$1" --token-label 'Annas Schluessel' --login --pin \(SoftHSM.defaultPIN) \
                        --write-object "${type#*:}" --type "${type%:*}" --id 01 --label 'Annas Signatur' >/dev/null 2>&1
                done
                pkcs11-tool --module "$1" -L | sed -n 's/^ *serial num *: *//p' | head -n 1
                """, "sh", softHSM.modulePath,
            ],
            environment: softHSM.environment,
            workingDirectory: directory.path
        )
        guard written.exitStatus == 0 else { throw TestRigError("objects: \(written.errorText)") }
        let serial = written.text.replacing("\n", with: "")
        guard serial.count > 7 else { throw TestRigError("no serial number: \(written.text)") }
        let module = try FaultModuleCopy("fault.C_Initialize = rv:0x5")
        try FileManager.default.copyItem(atPath: module.path, toPath: directory.path("annas-module.so"))
        try FileManager.default.copyItem(
            atPath: module.path + ".settings",
            toPath: directory.path("annas-module.so.settings")
        )
        var setup = ModuleLaboratory.Setup()
        setup.userID = 4711
        setup.script = """
            hostname rechner77
            layer /etc
            echo "annaberg:x:4711:4711:Anna Berg:$work:/bin/sh" >>/etc/passwd
            chmod -R a+rwX "$work" "${SOFTHSM2_CONF%/*}"
            """
        setup.arguments = ["--module", softHSM.modulePath, "--module", directory.path("annas-module.so")]
        setup.variables = [
            SoftHSM.configurationVariable: softHSM.configurationPath, "SSH_CONNECTION": "192.0.2.77 50000 192.0.2.1 22",
            "SSH_AUTH_SOCK": "\(directory.path)/keyring/ssh",
        ]
        let secrets = [
            "annaberg", "rechner77", directory.path, serial, "Annas Schluessel", "Annas Signatur", "Anna Berg",
            "Kanzlei Berg", "192.0.2.77",
        ]
        return (setup, softHSM, secrets)
    }

    @Test(
        "A report for others holds no name, label, serial number, subject or address, and every code",
        arguments: [["--report"], ["--json", "--report"]]
    )
    func redaction(_ form: [String]) async throws {
        let directory = try TemporaryDirectory()
        let (setup, softHSM, secrets) = try await annas(directory)
        let laboratory = try await ModuleLaboratory()
        let outside = try TemporaryDirectory()
        _ = unsafe chmod(outside.path, 0o777)
        let path = outside.path("report.txt")
        let output = try await laboratory.run(setup, in: directory, form: form + [path, "--app", "ssh", "--verbose"])
        withExtendedLifetime(softHSM) {}
        #expect(output.exitStatus == 1, "\(output.errorText)")
        var texts = ["report": try String(contentsOfFile: path, encoding: .utf8)]
        if form.contains("--json") { texts["document"] = output.text }
        for (name, text) in texts {
            for secret in secrets { #expect(!text.contains(secret), "\(secret) is in the \(name): \(text)") }
            for fact in ["mod-init-general-error", "CKR_GENERAL_ERROR", "0x5", "obj-cert-expired", "annas-module.so"] {
                #expect(text.contains(fact), "\(fact) is not in the \(name): \(text)")
            }
        }
        // The person at the machine sees what is whose.
        if !form.contains("--json") { #expect(output.text.contains("Annas Schluessel"), "\(output.text)") }
    }

    @Test("Names of files with a terminal's commands in them reach no terminal as such")
    func terminal() async throws {
        let directory = try TemporaryDirectory()
        let name = "evil\u{1B}[2J\u{1B}]0;title\u{7}\n\u{9B}31m'$(touch x).so"
        try directory.write("no library", to: name)
        var setup = ModuleLaboratory.Setup()
        setup.script = """
            layer /usr/share/p11-kit/modules
            printf 'module: /x\\033[2J\\007.so\\ncritical: yes\\n' >"/usr/share/p11-kit/modules/$(printf 'b\\033[31m').module"
            """
        setup.arguments = ["--verbose"]
        let laboratory = try await ModuleLaboratory()
        for arguments in [["--verbose"], ["--verbose", "--module", directory.path(name)]] {
            setup.arguments = arguments
            let output = try await laboratory.run(setup, in: directory, form: ["--ascii"])
            #expect(output.exitStatus == 1)
            for octet in output.standardOutput + output.standardError {
                #expect(octet >= 0x20 && octet != 0x7F || octet == 0x0A, "\(output.text)")
            }
            for scalar in output.text.unicodeScalars { #expect(!(0x80...0x9F).contains(scalar.value)) }
        }
        for command in [["list"], ["token", "show"], ["modules", "show"], ["pair"], ["key", "list"]] {
            let output = try await ChildProcess.run(
                [try BuildProducts.path("jeton")] + command + ["--module", directory.path(name)],
                environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
            )
            #expect(output.exitStatus != 0)
            #expect(!output.errorText.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{9B}" })
            #expect(output.errorText.contains("jeton doctor --only "), "\(command): \(output.errorText)")
        }
    }
}
