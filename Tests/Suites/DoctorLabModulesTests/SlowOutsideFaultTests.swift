import Foundation
import TestRig
import Testing

/// Faults that the catalogue did not list, by their numbers in docs/doctor-laboratory.md.
@Suite("The fault laboratory, faults outside of the catalogue")
struct SlowOutsideFaultTests {
    @Test("A store that can't be written to, or that others own, is named", arguments: OutsideFaults.stores)
    func stores(_ fault: OutsideFault) async throws { try await fault.check() }

    @Test("A program's configuration that leads nowhere is named with its line", arguments: OutsideFaults.programs)
    func programs(_ fault: OutsideFault) async throws { try await fault.check() }

    @Test("A certificate that is not valid is told from a clock that is wrong", arguments: OutsideFaults.certificates)
    func certificates(_ fault: OutsideFault) async throws { try await fault.check() }

    /// Runs the doctor on a machine with several faults.
    private func examine(_ make: ModuleFault) async throws -> Diagnosis {
        let directory = try TemporaryDirectory()
        var setup = ModuleLaboratory.Setup()
        let kept = try await make.make(&setup, directory)
        let diagnosis = try await ModuleLaboratory().examine(setup, in: directory)
        withExtendedLifetime(kept) {}
        return diagnosis
    }

    @Test("A syntax error for p11-kit is the root beside a missing directory of SoftHSM, and no card is missed")
    func syntaxAndDirectory() async throws {
        let diagnosis = try await examine(
            ModuleFaults.registered(
                "p11kit-syntax-kills-all",
                """
                echo 'this is garbage' >/usr/share/p11-kit/modules/garbage.module
                sed -i 's|^directories.tokendir.*|directories.tokendir = /nonexistent/tokens|' "$SOFTHSM2_CONF"
                """
            )
        )
        #expect(diagnosis.roots == ["p11kit-syntax-kills-all", "softhsm-tokendir"], "\(diagnosis.findings)")
    }

    @Test("Of a certificate that has expired and is not for its key both are said")
    func expiredAndForeign() async throws {
        let diagnosis = try await examine(
            ObjectFaults.fault(
                "obj-cert-expired",
                "key anna; key other; certificate other -1; \(ObjectFaults.pair); load cert other.crt 01 other ''"
            )
        )
        #expect(diagnosis.rootCause == "obj-cert-expired", "\(diagnosis.findings)")
        #expect(diagnosis.roots.contains("obj-cert-key-mismatch"), "\(diagnosis.findings)")
    }

    // MARK: - The doctor's own libraries

    /// A library of libcrypto's name with no symbol of it, with or without its versions, in a directory of its own.
    private func foreignLibrary(hasVersions: Bool, in directory: TemporaryDirectory) async throws -> String {
        try directory.makeDirectory("foreign")
        let source = try directory.write("int nothing;\n", to: "nothing.c")
        let versions = try directory.write("OPENSSL_3.0.0 { global: *; };\n", to: "versions")
        let library = directory.path("foreign/libcrypto.so.3")
        let output = try await ChildProcess.run(
            ["gcc", "-shared", "-fPIC", "-Wl,-soname,libcrypto.so.3", "-o", library, source]
                + (hasVersions ? ["-Wl,--version-script=\(versions)"] : [])
        )
        guard output.exitStatus == 0 else { throw TestRigError("gcc: \(output.errorText)") }
        return library
    }

    /// Installs what was built, and gives the path of the program.
    private func installed(in directory: TemporaryDirectory) async throws -> String {
        let script = BuildProducts.packageDirectory.appendingPathComponent("scripts/install").path
        // It asks the program for every page of the manual.
        let output = try await ChildProcess.run(
            [
                script, "--prefix", directory.path("usr"), "--p11-kit", directory.path("modules"), "--programs",
                BuildProducts.directory.path,
            ],
            deadline: .seconds(400)
        )
        guard output.exitStatus == 0 else { throw TestRigError("scripts/install: \(output.errorText)") }
        return directory.path("usr/bin/jeton")
    }

    @Test("An installed doctor starts whatever libcrypto LD_LIBRARY_PATH leads to, and names it")
    func installedDoctor() async throws {
        let directory = try TemporaryDirectory()
        let softHSM = try await SoftHSM.withToken(label: "lab")
        let program = try await installed(in: directory)
        for hasVersions in [true, false] {
            let library = try await foreignLibrary(hasVersions: hasVersions, in: directory)
            try await examine(program, library, softHSM, in: directory)
        }
        withExtendedLifetime(softHSM) {}
    }

    /// Runs an installed doctor with a foreign library first.
    private func examine(
        _ program: String,
        _ library: String,
        _ softHSM: SoftHSM,
        in directory: TemporaryDirectory
    ) async throws {
        var setup = ModuleLaboratory.Setup()
        setup.program = program
        setup.variables = [
            SoftHSM.configurationVariable: softHSM.configurationPath, "LD_LIBRARY_PATH": directory.path("foreign"),
        ]
        setup.arguments = ["--module", softHSM.modulePath]
        let name = library.replacing(directory.path, with: "~")
        let healthy = try await ModuleLaboratory().examine(setup, in: directory)
        let warning = healthy.findings.first { $0.id == "env-library-path" }
        #expect(warning?.text.contains(name) == true, "\(healthy.findings)")
        // jeton uses the token; pkcs11-tool is what the library stops.
        #expect(healthy.rootCause == nil, "\(healthy.findings)")
        setup.arguments += ["--run-again", "--", "pkcs11-tool", "--module", softHSM.modulePath, "-L"]
        let stopped = try await ModuleLaboratory().examine(setup, in: directory)
        #expect(stopped.rootCause == "env-library-path", "\(stopped.findings)")
        let use = stopped.findings.first { $0.id == "use-blocked" }
        #expect(use?.followsFrom == "env-library-path", "\(stopped.findings)")
        #expect(use?.summary.contains(name) == true, "\(stopped.findings)")
    }

    @Test("A foreign libcrypto that keeps jeton from starting is named by the doctor started without it")
    func foreignLibrary() async throws {
        let directory = try TemporaryDirectory()
        let library = try await foreignLibrary(hasVersions: true, in: directory)
        let jeton = try BuildProducts.path("jeton")
        let variable = "LD_LIBRARY_PATH=\(directory.path("foreign"))"
        // What was not installed has no links to the system's libraries: the linker ends it before its first line.
        let dead = try await ChildProcess.run(["env", variable, jeton, "doctor"])
        #expect(dead.exitStatus == 127, "\(dead.errorText)")
        #expect(dead.errorText.contains("symbol lookup error"), "\(dead.errorText)")
        let softHSM = try await SoftHSM.withToken(label: "lab")
        var setup = ModuleLaboratory.Setup()
        setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
        setup.arguments = ["--run-again", "--module", softHSM.modulePath, "--", "env", variable]
        let own = ["list"]
        let other = ["pkcs11-tool", "--module", softHSM.modulePath, "-L"]
        for command in [[jeton] + own, other] {
            var setup = setup
            setup.arguments += command
            let diagnosis = try await ModuleLaboratory().examine(setup, in: directory)
            let root = diagnosis.findings.first { $0.id == diagnosis.rootCause }
            #expect(root?.id == "use-blocked", "\(diagnosis.findings)")
            let name = library.replacing(directory.path, with: "~")
            #expect(root?.summary.contains("\(name) is loaded in place of") == true, "\(diagnosis.findings)")
        }
        withExtendedLifetime(softHSM) {}
    }

    @Test("A foreign libcrypto without versions is named by the linker's own words")
    func foreignLibraryWithoutVersions() async throws {
        let directory = try TemporaryDirectory()
        let library = try await foreignLibrary(hasVersions: false, in: directory)
        let variable = "LD_LIBRARY_PATH=\(directory.path("foreign"))"
        let dead = try await ChildProcess.run(["env", variable, try BuildProducts.path("jeton"), "doctor"])
        #expect(dead.exitStatus == 127, "\(dead.errorText)")
        #expect(dead.errorText.contains(library), "\(dead.errorText)")
    }
}
