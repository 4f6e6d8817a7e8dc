import Cryptoki
import JetonDiagnostics
import JetonOctets
import JetonPCSC
import Testing
import TokenKit

@Suite("Checks of what tokens tell beside their flags")
struct TokenCareTests {
    private static let reader = "Reader 00 00"

    /// A machine with a token in a reader, and what it and its card tell.
    private func machine(
        _ fixture: TokenFixture = TokenFixture(),
        objects: [TokenContents.Object] = [.init(.publicKey)],
        vendor: TokenContents.VendorReport? = nil,
        vendorFailure: String? = nil,
        card: ((inout CardSurvey) -> Void)? = nil
    ) throws -> FixtureProbe {
        let probe = try FixtureProbe(fixture)
        probe.insert(in: Self.reader)
        var contents = TokenContents(module: fixture.path, slot: 1)
        contents.objects = objects
        contents.vendorReport = vendor
        contents.vendorFailure = vendorFailure
        probe.tokenContents = [contents]
        if let card {
            var survey = CardSurvey(reader: ReaderName(Self.reader))
            card(&survey)
            probe.cardSurveys = [survey]
        }
        return probe
    }

    private func finding(_ id: CheckID, _ probe: FixtureProbe) -> Finding? {
        examine(probe).findings.first { $0.id == id }
    }

    private func piv(_ change: (inout CardSurvey.PIV) -> Void) -> (inout CardSurvey) -> Void {
        var piv = CardSurvey.PIV()
        change(&piv)
        return { $0.piv = piv }
    }

    // MARK: - PINs of the factory

    @Test("A PIN of the factory is a warning on a token in use, and told of an empty one")
    func factoryPIN() throws {
        let used = piv {
            $0.hasFactoryPIN = true
            $0.keys = [.init(slot: 0x9A, touchPolicy: 1)]
        }
        #expect(finding("token-default-pin", try machine(objects: [], card: used))?.severity == .warning)
        // The key that a module shows is the one for attestation.
        let empty = piv { $0.hasFactoryPIN = true }
        #expect(finding("token-default-pin", try machine(card: empty))?.severity == .info)
        let vendor = TokenContents.VendorReport(hasFactoryUserPIN: true, hasFactorySecurityOfficerPIN: true)
        let found = finding("token-default-pin", try machine(vendor: vendor))
        #expect(found?.severity == .warning)
        #expect(found?.summary.full.contains("PIN and SO PIN") == true)
    }

    @Test("The factory's PIN is told once: it is not also a PIN that must be changed before the token works")
    func factoryPINToBeChanged() throws {
        let both = TokenContents.VendorReport(hasFactoryUserPIN: true, hasFactorySecurityOfficerPIN: true)
        let officers = TokenContents.VendorReport(hasFactorySecurityOfficerPIN: true)
        let fixture = TokenFixture(flags: 0x88_040C)
        let cases: [(TokenContents.VendorReport?, Severity?)] = [(both, nil), (officers, .failure), (nil, .failure)]
        for (vendor, severity) in cases {
            let probe = try machine(fixture, vendor: vendor)
            #expect(finding("token-pin-change-required", probe)?.severity == severity)
        }
        let found = finding("token-default-pin", try machine(fixture, vendor: officers))
        let commands = found?.remedies.flatMap { $0.commands(on: .debian) }.map(\.text)
        #expect(commands == ["jeton pin change --so --reader 'Reader 00 00'"])
    }

    @Test("A changed PIN, and a card that does not tell, are well; a card that can't be asked is unknown")
    func changedPIN() throws {
        #expect(finding("token-default-pin", try machine(card: piv { $0.hasFactoryPIN = false })) == nil)
        #expect(finding("token-default-pin", try machine(card: piv { _ in })) == nil)
        #expect(finding("token-default-pin", try machine(vendor: TokenContents.VendorReport())) == nil)
        let probe = try machine()
        probe.cardSurveys = nil
        let entries = examine(probe).entries
        #expect(entries.first { $0.page.id == "token-default-pin" }?.result.word == "unknown")
        #expect(entries.first { $0.page.id == "obj-touch-required" }?.result.word == "unknown")
    }

    @Test(
        "A card is asked only while nobody else is connected to the service; a connection of which one end is gone does not count"
    )
    func care() throws {
        let gone = "u_str ESTAB 0 0 /run/pcscd/pcscd.comm 4711 * 0\n"
        let there = "u_str ESTAB 0 0 /run/pcscd/pcscd.comm 4711 * 4712\nu_str ESTAB 0 0 * 4712 * 4711\n"
        for (count, sockets, isAsked) in [(0, "", true), (1, gone, true), (1, there, false), (1, nil, false)]
            as [(Int, String?, Bool)]
        {
            let probe = try machine(card: piv { $0.hasFactoryPIN = true })
            probe.connect(count)
            if let sockets { probe.commands[["ss", "-xaH"]] = .ended(code: 0, output: ForeignText(sockets)) }
            #expect((finding("token-default-pin", probe) != nil) == isAsked)
            #expect(probe.cardQuestions.isEmpty != isAsked)
        }
    }

    @Test("A locked PIN whose PUK is locked too gets no command that unblocks it", arguments: [true, false, nil])
    func lockedUnblockingKey(isLocked: Bool?) throws {
        let card = piv { $0.isUnblockingKeyLocked = isLocked }
        let report = examine(try machine(TokenFixture(flags: 0x4_040C), card: card))
        let isFinal = isLocked == true
        #expect(report.failures == ["token-user-pin-locked"] + (isFinal ? ["token-so-pin-locked"] : []))
        let commands = report.rootCause?.remedies.flatMap { $0.commands(on: .debian) }.map(\.text) ?? []
        #expect(commands.contains { $0.contains("unblock") } != isFinal, "\(commands)")
        #expect(commands.contains("ykman piv reset") == isFinal, "\(commands)")
    }

    @Test("A token of the factory with a locked PIN is locked, and not one that was never set up")
    func lockedFactory() throws {
        let report = examine(try machine(TokenFixture(flags: 0xCC_000D)))
        #expect(report.failures == ["token-user-pin-locked"], "\(report.findings.map(\.id))")
    }

    // MARK: - Touch

    @Test("Keys that want a touch are told, with their policies")
    func touch() throws {
        let card = piv {
            $0.keys = [
                .init(slot: 0x9A, touchPolicy: 2), .init(slot: 0x9C, touchPolicy: 1), .init(slot: 0x82, touchPolicy: 3),
            ]
        }
        let found = finding("obj-touch-required", try machine(card: card))
        #expect(found?.severity == .info)
        #expect(found?.evidence.first?.value.full == "9a always, 82 cached")
        let without = piv { $0.keys = [.init(slot: 0x9A, touchPolicy: 1)] }
        #expect(finding("obj-touch-required", try machine(card: without)) == nil)
    }

    // MARK: - Battery and files

    @Test(
        "A battery under 3605 mV is a warning",
        arguments: [(3604, true), (3605, false), (nil, false)] as [(UInt?, Bool)]
    )
    func battery(_ millivolts: UInt?, _ isFound: Bool) throws {
        let vendor = TokenContents.VendorReport(batteryMillivolts: millivolts)
        #expect((finding("token-battery-low", try machine(vendor: vendor)) != nil) == isFound)
    }

    @Test("A token whose maker's description of it fails is likely damaged")
    func files() throws {
        let found = finding("token-filesystem-damaged", try machine(vendorFailure: "CKR_DEVICE_ERROR"))
        #expect(found?.severity == .warning)
        #expect(found?.confidence == .likely)
        #expect(finding("token-filesystem-damaged", try machine()) == nil)
    }

    // MARK: - Flags that tell nothing

    @Test(
        "ykcs11 before 2.0.1 is named, and later ones and other makers are not",
        arguments: [
            ("Yubico (www.yubico.com)", (1, 70), true), ("Yubico (www.yubico.com)", (2, 0), true),
            ("Yubico (www.yubico.com)", (2, 1), false), ("Yubico (www.yubico.com)", (2, 20), false),
            ("Maker", (1, 0), false),
        ] as [(String, (UInt8, UInt8), Bool)]
    )
    func flags(_ maker: String, _ version: (UInt8, UInt8), _ isFound: Bool) throws {
        let fixture = TokenFixture(libraryVersion: version, libraryManufacturer: maker)
        #expect((finding("token-flags-unreliable", try machine(fixture)) != nil) == isFound)
    }

    // MARK: - The TPM's lockout

    private func withTPM(_ output: String?) throws -> Report {
        let path = "/usr/lib/x86_64-linux-gnu/libtpm2_pkcs11.so.1"
        let probe = try FixtureProbe(TokenFixture(path: path, reader: "TPM"))
        probe.variables["TPM2_PKCS11_TCTI"] = "swtpm:port=9"
        let command = ["tpm2_getcap", "--tcti", "swtpm:port=9", "properties-variable"]
        if let output { probe.commands[command] = .ended(code: 0, output: ForeignText(output)) }
        return examine(probe)
    }

    @Test("A TPM in lockout is the root cause; one that is not is well, and one that can't be asked unknown")
    func lockout() throws {
        let text =
            "TPM2_PT_PERMANENT:\n  ownerAuthSet: 0\n  inLockout:                 1\nTPM2_PT_LOCKOUT_COUNTER: 0x20\n"
        #expect(try withTPM(text).failures == ["token-tpm-lockout"])
        let well = text.replacing("inLockout:                 1", with: "inLockout:                 0")
        #expect(!(try withTPM(well)).findings.contains { $0.id == "token-tpm-lockout" })
        let entry = try withTPM(nil).entries.first { $0.page.id == "token-tpm-lockout" }
        #expect(entry?.result.word == "unknown")
    }

    // MARK: - Surroundings

    private static let modules =
        "{\"policies\": {\"SecurityDevices\": {\"Add\": {\"T\": \"/usr/lib/pkcs11/module.so\"}}}}"

    @Test("A policy of Firefox that another one stands before is named, and is why Firefox does not know the module")
    func policies() throws {
        let probe = try FixtureProbe(TokenFixture())
        probe.write("{\"policies\": {}}", to: "/etc/firefox/policies/policies.json")
        probe.write(Self.modules, to: "/usr/lib/firefox/distribution/policies.json")
        #expect(examine(probe).findings.first { $0.id == "nss-policy-shadowed" }?.severity == .warning)
        let report = examine(probe, applications: [.firefox])
        #expect(report.rootCause?.id == "nss-policy-shadowed")
        #expect(report.findings.first { $0.id == "nss-not-registered" }?.followsFrom == "nss-policy-shadowed")
        // The one that Firefox reads names the module.
        probe.write(Self.modules, to: "/etc/firefox/policies/policies.json")
        #expect(examine(probe, applications: [.firefox]).isHealthy)
    }

    @Test(
        "A kernel of WSL without HIDRAW is a warning",
        arguments: [("# CONFIG_HIDRAW is not set\n", true), ("CONFIG_HIDRAW=y\n", false), ("CONFIG_HIDRAW=m\n", false)]
    )
    func wslKernel(_ configuration: String, _ isFound: Bool) throws {
        let probe = try machine()
        probe.write("Linux version 5.15.90.1-microsoft-standard-WSL2\n", to: "/proc/version")
        probe.commands[["zcat", "/proc/config.gz"]] = .ended(code: 0, output: ForeignText(configuration))
        #expect((finding("env-wsl-kernel", probe) != nil) == isFound)
        probe.write("Linux version 6.1.0-18-amd64\n", to: "/proc/version")
        #expect(finding("env-wsl-kernel", probe) == nil)
    }
}
