import Cryptoki
import JetonDiagnostics
import TestRig
import Testing
import TokenKit

@Suite("Checks of keys and of tokens beside each other")
struct ObjectCheckTests {
    private func probe(_ objects: [TokenContents.Object]) throws -> FixtureProbe {
        let probe = try FixtureProbe(TokenFixture())
        var contents = TokenContents(module: TokenFixture().path, slot: 1)
        contents.objects = objects
        probe.tokenContents = [contents]
        return probe
    }

    @Test("A key that wants its PIN before each use is told")
    func loginForEachUse() throws {
        let key = TokenContents.Object(.privateKey, keyType: .rsa, id: [1], publicKey: [1], needsLoginEachTime: true)
        #expect(
            examine(try probe([key])).findings.contains { $0.id == "obj-always-authenticate" && $0.severity == .info }
        )
    }

    @Test("A private key whose public part is nowhere is a warning, and one with a public key is none")
    func noPublicPart() throws {
        let key = TokenContents.Object(.privateKey, keyType: .ec, id: [1])
        #expect(examine(try probe([key])).findings.contains { $0.id == "obj-no-public-key" })
        let both = [key, TokenContents.Object(.publicKey, keyType: .ec, id: [1], publicKey: [4])]
        #expect(!examine(try probe(both)).findings.contains { $0.id == "obj-no-public-key" })
    }

    @Test("Six keys are too many for ssh, five are not, and only where a person asks", arguments: [5, 6])
    func tooManyKeys(_ count: UInt8) throws {
        let keys = (0..<count).map { TokenContents.Object(.publicKey, keyType: .ec, id: [$0], publicKey: [$0]) }
        let found = { (report: Report) in report.findings.contains { $0.id == "ssh-too-many-keys" } }
        #expect(found(examine(try probe(keys), applications: [.ssh])) == (count == 6))
        #expect(!found(examine(try probe(keys))))
    }

    @Test("A serial number that comes twice in different readers is suspicious")
    func clone() throws {
        let probe = try FixtureProbe(TokenFixture())
        guard case .success(let first) = probe.moduleEntries[0].outcome,
            case .success(let second) = try TokenFixture(reader: "Other reader 00 00").entry().outcome
        else { return }
        let survey = ModuleSurvey(
            realPath: first.realPath,
            interfaceVersion: first.interfaceVersion,
            interfaceOrigin: first.interfaceOrigin,
            extendedFunctionCount: 0,
            info: first.info,
            slots: first.slots + second.slots
        )
        probe.moduleEntries = [.init(path: TokenFixture().path, outcome: .success(survey))]
        #expect(examine(probe).findings.contains { $0.id == "channel-clone-suspected" && $0.severity == .warning })
    }

    @Test("A certificate that OpenSC shows from its cache and the card no longer has is named")
    func cache() async throws {
        let directory = try TemporaryDirectory()
        func object(_ name: String) async throws -> TokenContents.Object {
            let words = ["-newkey", "ed25519", "-nodes", "-keyout", directory.path("key"), "-subj", "/CN=\(name)"]
            let made = try await ChildProcess.run(["openssl", "req", "-x509", "-batch", "-outform", "DER"] + words)
            try #require(made.exitStatus == 0)
            return TokenContents.Object(.certificate, id: [1], certificate: Array(made.standardOutput))
        }
        let old = try await object("Old Cert")
        let new = try await object("New Cert")
        let paths = ["/usr/lib/pkcs11/libjeton-pkcs11.so", "/usr/lib/opensc-pkcs11.so"]
        func report(_ cached: TokenContents.Object, hasCache: Bool = true) throws -> Report {
            let probe = try FixtureProbe(TokenFixture(path: paths[0]))
            probe.moduleEntries.append(try TokenFixture(path: paths[1], label: "PIV_II", serial: "00000000").entry())
            if hasCache { probe.write("x", to: "/home/anna/.cache/opensc/cf20_NODATE_0101CECE") }
            probe.tokenContents = zip(paths, [new, cached]).map { path, object in
                var contents = TokenContents(module: path, slot: 1)
                contents.objects = [object]
                return contents
            }
            return examine(probe)
        }
        let found = try #require(try report(old).findings.first { $0.id == "obj-opensc-cache-stale" })
        #expect(found.summary.full.contains("CN=Old Cert") && found.severity == .warning)
        #expect(found.remedies.first?.commands.first?.text == "pkcs15-tool --clear-cache")
        #expect(!(try report(new).findings.contains { $0.id == "obj-opensc-cache-stale" }))
        #expect(!(try report(old, hasCache: false).findings.contains { $0.id == "obj-opensc-cache-stale" }))
    }

    @Test(
        "A certificate that is awaited is a note, one that has come a warning; what a subject says counts for nothing",
        arguments: [
            ([#"{"state":"waiting","subject":"CN=\\\"state\\\":\\\"issued\\\""}"#], Severity.info),
            ([#"{"state":"waiting"}"#, #"{"state":"issued"}"#], .warning), ([#"{"state":"rejected"}"#], nil),
            ([#"{"state":"waiting"}"# + "\n" + #"{"state":"issued"}"#], .info), ([], nil),
        ] as [([String], Severity?)]
    )
    func objCertWaiting(requests: [String], expected: Severity?) {
        let probe = FixtureProbe()
        for (index, text) in requests.enumerated() {
            probe.write(text + "\n", to: "/home/anna/.local/share/jeton/enroll/\(index).request")
        }
        #expect(examine(probe).findings.first { $0.id == "obj-cert-waiting" }?.severity == expected)
    }
}
