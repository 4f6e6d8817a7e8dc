import Foundation
import TestRig
import Testing

/// Machines with nothing wrong.
@Suite("The fault laboratory, health of modules")
struct SlowModuleHealthTests {
    @Test("A token on a TPM, set up and with a key, gives no finding that counts")
    func trustedPlatform() async throws {
        let tpm = try await SoftwareTPM()
        let jeton = try BuildProducts.path("jeton")
        var environment = tpm.environment
        environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
        environment["HOME"] = "/nonexistent"
        environment["LANG"] = "C.UTF-8"
        environment["PIN"] = "123456"
        environment["SO_PIN"] = "87654321"
        let pins = ["--module", tpm.modulePath, "--pin-source", "env:PIN"]
        for command in [
            ["token", "init", "--label", "tpm", "--so-pin-source", "env:SO_PIN"],
            ["key", "generate", "--token", "tpm", "--type", "ec:p256", "--label", "signing"],
        ] {
            let output = try await ChildProcess.run([jeton] + command + pins, environment: environment)
            try #require(output.exitStatus == 0, "\(output.errorText)")
        }
        let output = try await ChildProcess.run(
            [jeton, "doctor", "--json", "--module", tpm.modulePath],
            environment: environment
        )
        let diagnosis = try JSONDecoder().decode(Diagnosis.self, from: Data(output.standardOutput))
        #expect(output.exitStatus == 0)
        #expect(diagnosis.complete)
        #expect(diagnosis.rootCause == nil, "\(diagnosis.findings)")
        #expect(diagnosis.complaints == [], "\(diagnosis.findings)")
    }

    @Test(
        "A container without systemd, pcscd and the PC/SC library, with a token in software, gives no finding that counts"
    )
    func container() async throws {
        let softHSM = try await SoftHSM.withToken(label: "container")
        let directory = try TemporaryDirectory()
        var setup = ModuleLaboratory.Setup()
        setup.arguments = ["--module", softHSM.modulePath]
        setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath, "container": "podman"]
        setup.script = """
            mount -t tmpfs tmpfs /run
            touch /run/.containerenv
            mount --bind /dev/null /usr/sbin/pcscd
            for file in /usr/lib/*/libpcsclite.so.1.*; do mount --bind /dev/null "$file"; done
            mount -t tmpfs tmpfs /sys
            mount -t tmpfs tmpfs /etc/pkcs11 2>/dev/null || true
            hostname 3f1c9a7be2d0
            """
        let diagnosis = try await ModuleLaboratory().examine(setup, in: directory)
        withExtendedLifetime(softHSM) {}
        #expect(diagnosis.rootCause == nil, "\(diagnosis.findings)")
        #expect(diagnosis.complaints == [], "\(diagnosis.findings)")
    }

    @Test("A process that a module leaves behind, detached from all others, is ended with the examination")
    func leftProcess() async throws {
        let directory = try TemporaryDirectory()
        let list = directory.path("left")
        let source = """
            #include <stdio.h>
            #include <sys/wait.h>
            #include <unistd.h>
            __attribute__((constructor)) static void start(void) {
                pid_t child = fork();
                if (child > 0) waitpid(child, NULL, 0);
                if (child != 0) return;
                setsid();
                pid_t left = fork();
                while (left == 0) pause();
                FILE *file = fopen("\(list)", "a");
                fprintf(file, "%d\\n", (int)left);
                fclose(file);
                _exit(0);
            }
            """
        let module = directory.path("module.so")
        let file = try directory.write(source, to: "module.c")
        let compiled = try await ChildProcess.run(["gcc", "-shared", "-fPIC", "-o", module, file])
        try #require(compiled.exitStatus == 0, "\(compiled.errorText)")
        let output = try await ChildProcess.run(
            [try BuildProducts.path("jeton"), "doctor", "--json", "--module", module],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"]
        )
        #expect(output.exitStatus == 1, "\(output.errorText)")
        let left = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        #expect(!left.isEmpty)
        for process in left {
            let maps = try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
            #expect(maps?.contains(module) != true, "process \(process) still runs")
        }
    }
}
