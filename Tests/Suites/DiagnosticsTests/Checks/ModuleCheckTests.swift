import Cryptoki
import Foundation
import JetonDiagnostics
import TestRig
import Testing
import TokenKit

@Suite("Checks of modules, on fixtures")
struct ModuleCheckTests {
    private func finding(_ id: CheckID, _ probe: FixtureProbe, _ applications: Set<Application> = []) -> Finding? {
        examine(probe, applications: applications).findings.first { $0.id == id }
    }

    /// A registry below a folder with files of p11-kit.
    private func registry(_ files: [String: String], in folder: TemporaryDirectory) throws -> ModuleRegistry {
        for (path, text) in files {
            let parent = path.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(
                atPath: folder.path(parent),
                withIntermediateDirectories: true
            )
            try folder.write(text, to: path)
        }
        return ModuleRegistry(in: ModuleEnvironment(root: folder.path, userID: 0))
    }

    @Test("A module that hangs where openssl.cnf switches on PKCS #11 for all is named with that as its likely cause")
    func recursion() throws {
        let path = "/usr/lib/softhsm/libsofthsm2.so"
        let probe = FixtureProbe()
        // It needs libcrypto, which is what counts.
        probe.put(.octets([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))), at: path)
        let end = ChildEnd.hungInModule(path: path, function: "C_Initialize", seconds: 5)
        probe.moduleEntries = [.init(path: path, outcome: .failure(.ended(end)))]
        let head = "openssl_conf = main\n[main]\nengines = engines\n[engines]\npkcs11 = section\n[section]\n"
        #expect(finding("mod-openssl-recursion", probe) == nil)
        probe.write(head + "engine_id = pkcs11\n", to: "/etc/ssl/openssl.cnf")
        let found = try #require(finding("mod-openssl-recursion", probe))
        #expect(found.confidence == .likely)
        #expect(found.severity == .failure)
        // What answers is not waiting for itself.
        probe.moduleEntries = [.init(path: path, outcome: .failure(.failed(CryptokiError(.generalError, .initialize))))]
        #expect(finding("mod-openssl-recursion", probe) == nil)
    }

    @Test("opencryptoki without its service, and for a user outside of its group, is told apart")
    func openCryptoki() throws {
        let path = "/usr/lib/x86_64-linux-gnu/opencryptoki/libopencryptoki.so"
        let probe = FixtureProbe()
        // A sound library: it and all that it needs is there.
        let library = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/usr/lib/softhsm/libsofthsm2.so")))
        probe.put(.octets(library), at: path)
        for name in ["crypto.so.3", "sqlite3.so.0", "stdc++.so.6", "m.so.6", "gcc_s.so.1", "c.so.6"] {
            probe.put(.octets(library), at: "/usr/lib/lib\(name)")
        }
        probe.moduleEntries = [
            .init(path: path, outcome: .failure(.failed(CryptokiError(.functionFailed, .initialize))))
        ]
        probe.write("root:x:0:\npkcs11:x:117:\n", to: "/etc/group")
        probe.write("version opencryptoki-3.8\n", to: "/etc/opencryptoki/opencryptoki.conf")
        #expect(finding("ock-slotd-down", probe) != nil)
        #expect(finding("ock-group", probe) == nil)
        probe.start("pkcsslotd", 50, userID: 0)
        #expect(finding("ock-slotd-down", probe) == nil)
        #expect(finding("ock-group", probe) != nil)
        probe.identity.groupIDs.append(117)
        #expect(finding("ock-group", probe) == nil)
        probe.identity.groupIDs.removeLast()
        probe.identity.userID = 0
        #expect(finding("ock-group", probe) == nil)
    }

    @Test("A setting that p11-kit reads otherwise than it seems is told, and one that is plain is not")
    func oddSetting() throws {
        let folder = try TemporaryDirectory()
        let probe = FixtureProbe()
        let file = "usr/share/p11-kit/modules/card.module"
        let module = "usr/lib/card.so"
        probe.moduleRegistry = try registry([file: "module: /usr/lib/card.so\npriority: 3\n", module: ""], in: folder)
        #expect(finding("p11kit-odd-setting", probe) == nil)
        probe.moduleRegistry = try registry([file: "module: /usr/lib/card.so\npriority: high\n"], in: folder)
        let found = try #require(finding("p11kit-odd-setting", probe))
        #expect(found.severity == .info)
        #expect(found.summary.full.contains("card.module"))
    }

    @Test("A module, or the file that names it, is found if other users can change it: for root a failure")
    func othersCanChange() throws {
        let folder = try TemporaryDirectory()
        let probe = FixtureProbe()
        let file = "usr/share/p11-kit/modules/card.module"
        let module = "usr/lib/card.so"
        let files = [file: "module: /usr/lib/card.so\n", module: ""]
        probe.moduleRegistry = try registry(files, in: folder)
        #expect(finding("mod-others-can-change", probe) == nil)
        for path in [file, module] {
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path(path))
            probe.moduleRegistry = try registry(files, in: folder)
            probe.identity.userID = 1000
            let found = try #require(finding("mod-others-can-change", probe))
            #expect(found.severity == .warning && found.summary.full.contains("/\(path)"))
            probe.identity.userID = 0
            #expect(finding("mod-others-can-change", probe)?.severity == .failure)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path(path))
        }
    }

    @Test("A module that p11-kit does not know is as bad as a token in it is missed")
    func notRegistered() throws {
        let folder = try TemporaryDirectory()
        let path = "/usr/lib/softhsm/libsofthsm2.so"
        let probe = FixtureProbe()
        probe.moduleRegistry = try registry([String(path.dropFirst()): ""], in: folder)
        try #require(probe.moduleRegistry?.modules.map(\.path).contains(path) == true)
        probe.moduleEntries = [try TokenFixture(path: path, flags: 0).entry()]
        #expect(finding("p11kit-not-registered", probe)?.severity == .info)
        probe.moduleEntries = [try TokenFixture(path: path).entry()]
        #expect(finding("p11kit-not-registered", probe)?.severity == .warning)
        #expect(finding("p11kit-not-registered", probe, [.firefox])?.severity == .failure)
        probe.moduleRegistry = try registry(
            ["usr/share/p11-kit/modules/softhsm2.module": "module: \(path)\n"],
            in: folder
        )
        #expect(finding("p11kit-not-registered", probe) == nil)
    }
}
