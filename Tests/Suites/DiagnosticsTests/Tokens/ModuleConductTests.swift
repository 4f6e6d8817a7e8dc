import Cryptoki
import Glibc
import JetonDiagnostics
import Testing
import TokenKit

@Suite("Checks of what modules do around a process, and of what they need")
struct ModuleConductTests {
    private static let path = TokenFixture().path

    private func report(_ conduct: ModuleConduct, applications: Set<Application> = []) throws -> Report {
        let probe = try FixtureProbe(TokenFixture())
        probe.moduleConduct = [conduct]
        return examine(probe, applications: applications)
    }

    @Test("A module that does not start in a forked process is a failure for OpenVPN, and for nobody else")
    func fork() throws {
        let conduct = ModuleConduct(module: Self.path, afterFork: .refuses(0x5))
        #expect(try report(conduct, applications: [.openvpn]).failures == ["mod-double-init-fork"])
        #expect(try report(conduct).findings.isEmpty)
        let ending = ModuleConduct(module: Self.path, afterFork: .ends("the process was terminated by SIGSEGV"))
        #expect(try report(ending, applications: [.openvpn]).rootCause?.confidence == .proven)
    }

    @Test("A module that takes the child for its parent is a warning for OpenVPN, and likely")
    func mistakenFork() throws {
        let conduct = ModuleConduct(module: Self.path, afterFork: .refuses(0x191))
        let finding = try report(conduct, applications: [.openvpn]).findings.first { $0.id == "mod-double-init-fork" }
        #expect(finding?.severity == .warning)
        #expect(finding?.confidence == .likely)
    }

    @Test(
        "A module that could not be tried after a fork is not accused",
        arguments: [.untried, .starts] as [ModuleConduct.AfterFork]
    )
    func noFork(_ outcome: ModuleConduct.AfterFork) throws {
        let report = try report(ModuleConduct(module: Self.path, afterFork: outcome), applications: [.openvpn])
        #expect(!report.findings.contains { $0.id == "mod-double-init-fork" })
    }

    @Test("A module that ends programs badly is named")
    func exit() throws {
        let conduct = ModuleConduct(module: Self.path, faultAtExit: "the process was terminated by SIGSEGV")
        let finding = try report(conduct).findings.first { $0.id == "mod-exit-crash" }
        // Its token works: it is a failure only if the module was named for the run, or no other token is there.
        #expect(finding?.severity == .warning)
        #expect(finding?.confidence == .proven)
    }

    @Test("An end that did not come in time is unknown, not healthy")
    func slowEnd() throws {
        let report = try report(ModuleConduct(module: Self.path, isEndUnseen: true))
        #expect(!report.findings.contains { $0.id == "mod-exit-crash" })
        #expect(report.entries.first { $0.page.id == "mod-exit-crash" }?.result.word == "unknown")
    }

    // MARK: - opencryptoki

    private static let openCryptoki = "/usr/lib/x86_64-linux-gnu/pkcs11/libopencryptoki.so"

    /// A machine whose opencryptoki does not start, with some files of its configuration.
    private func withOpenCryptoki(_ files: [String], denied: Set<String> = []) -> FixtureProbe {
        let probe = FixtureProbe()
        probe.put(.octets(SoundLibrary.octets), at: Self.openCryptoki)
        probe.moduleEntries = [
            Inventory.ModuleEntry(
                path: Self.openCryptoki,
                outcome: .failure(.failed(CryptokiError(.generalError, .initialize)))
            )
        ]
        for file in files { probe.write("x\n", to: "/etc/opencryptoki/\(file)") }
        probe.denied = Set(denied.map { "/etc/opencryptoki/\($0)" })
        return probe
    }

    @Test(
        "A file of opencryptoki's configuration that is missing or closed is the root cause",
        arguments: [
            ([], []), (["opencryptoki.conf"], ["opencryptoki.conf"]),
            (["opencryptoki.conf", "policy.conf"], []),
            (["opencryptoki.conf", "policy.conf", "strength.conf"], ["strength.conf"]),
        ] as [([String], Set<String>)]
    )
    func openCryptokiFiles(_ files: [String], _ denied: Set<String>) {
        let report = examine(withOpenCryptoki(files, denied: denied))
        #expect(report.failures.contains("ock-config"), "\(report.failures)")
        #expect(!report.failures.contains("ock-slotd-down"))
    }

    @Test("With its configuration, and without a policy, what is missed is opencryptoki's service")
    func openCryptokiService() {
        let report = examine(withOpenCryptoki(["opencryptoki.conf"]))
        #expect(report.failures.contains("ock-slotd-down"), "\(report.failures)")
        #expect(!report.failures.contains("ock-config"))
    }

    // MARK: - The TPM's Feature API

    private static let tpm = "/usr/lib/x86_64-linux-gnu/libtpm2_pkcs11.so.1"

    private func withFeatureAPI(key: Bool, backend: String? = "fapi", denied: Set<String> = [], content: String = "")
        throws -> Report
    {
        let probe = FixtureProbe()
        probe.write(content, to: Self.tpm)
        probe.moduleEntries = [try TokenFixture(path: Self.tpm, label: "", serial: "", flags: 0).entry()]
        probe.write("", to: "/dev/tpmrm0")
        probe.variables["TPM2_PKCS11_BACKEND"] = backend
        probe.write(
            "{\n \"profile_name\": \"P_ECC\",\n \"system_dir\": \"/var/lib/tpm2-tss/system/keystore\"\n}\n",
            to: "/etc/tpm2-tss/fapi-config.json"
        )
        if key { probe.write("{}", to: "/var/lib/tpm2-tss/system/keystore/P_ECC/HS/SRK/object.json") }
        probe.denied = denied
        return examine(probe)
    }

    @Test("A Feature API that was not provisioned, or whose keystore is closed, is named")
    func featureAPI() throws {
        #expect(try withFeatureAPI(key: false).failures.contains("tpm2-fapi"))
        let closed = try withFeatureAPI(key: true, denied: ["/var/lib/tpm2-tss/system/keystore"])
        #expect(closed.failures.contains("tpm2-fapi"))
        #expect(!closed.failures.contains("tpm2-store"))
    }

    @Test("A build without the Feature API is told apart")
    func noFeatureAPIBuilt() throws {
        let finding = try withFeatureAPI(key: true, content: "FAPI NOT ENABLED").findings.first { $0.id == "tpm2-fapi" }
        #expect(finding?.evidence.first?.value.full == "was built without the Feature API")
    }

    @Test("A Feature API that is set up, and one that is not used, are not accused")
    func noFeatureAPI() throws {
        #expect(!(try withFeatureAPI(key: true)).findings.contains { $0.id == "tpm2-fapi" })
        #expect(!(try withFeatureAPI(key: false, backend: nil)).findings.contains { $0.id == "tpm2-fapi" })
    }
}
