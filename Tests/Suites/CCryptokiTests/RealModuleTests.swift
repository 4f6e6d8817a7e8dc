import CCryptoki
import Foundation
import TestRig
import Testing

/// Modules that others wrote and that the machine has: each is loaded and used in a process of its own.
@Suite("Real modules", .timeLimit(.minutes(5)))
struct RealModuleTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        let name: String
        let version: String
        let origin: cck_origin
        let functions: Int

        init(_ name: String, _ version: String, _ origin: cck_origin, _ functions: Int) {
            self.name = name
            self.version = version
            self.origin = origin
            self.functions = functions
        }

        var testDescription: String { name }
    }

    static let modules = [
        Expectation("softhsm/libsofthsm2.so", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
        Expectation("opensc-pkcs11.so", "3.0", CCK_ORIGIN_INTERFACE, 92),
        Expectation("p11-kit-proxy.so", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
        Expectation("pkcs11/p11-kit-trust.so", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
        Expectation("pkcs11/p11-kit-client.so", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
        Expectation("libtpm2_pkcs11.so.1", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
    ]

    private static func path(_ name: String) throws -> String {
        let folders =
            try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
            .filter { $0.hasSuffix("-linux-gnu") }.map { "/usr/lib/\($0)" } + ["/usr/lib", "/usr/lib64"]
        let found = folders.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
        return try #require(found, "\(name) is not installed")
    }

    @Test("It loads, with the table that it offers", arguments: modules)
    func load(expected: Expectation) async throws {
        let report = try await LoadReport("load", [Self.path(expected.name)])
        #expect(report.status == CCK_LOAD_OK.rawValue, "\(report.output.text)")
        #expect(report["version"] == expected.version)
        #expect(report["origin"] == "\(expected.origin.rawValue)")
        #expect(report["functions"] == "\(expected.functions)")
        #expect(report["extended"] == "0")
    }

    @Test(
        "Without a working directory or cache it is initialised, lists its slots and is finalised",
        arguments: [
            "softhsm/libsofthsm2.so", "opensc-pkcs11.so", "p11-kit-proxy.so", "pkcs11/p11-kit-trust.so",
        ]
    )
    func use(name: String) async throws {
        let softHSM = try await SoftHSM.withToken(label: "loader")
        let report = try await LoadReport("use", [Self.path(name)], environment: softHSM.environment)
        #expect(report["initialize"] == "0x0", "\(report.output.text)")
        #expect(report["owns"] == "1")
        #expect(report["slots"]?.hasPrefix("0x0 ") == true)
        #expect(report["finalize"] == "0x0")
    }

    @Test("Two paths of one file are one module")
    func links() async throws {
        let real = try Self.path("softhsm/libsofthsm2.so")
        let directory = try TemporaryDirectory()
        let link = directory.path("link.so")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        let report = try await LoadReport("load", [link, real])
        #expect(report["same"] == "1")
        #expect(report["path"] == link)
        #expect(report["real_path"] == URL(fileURLWithPath: real).resolvingSymlinksInPath().path)
    }

    @Test("Eight threads that load one file get one module")
    func threads() async throws {
        let report = try await LoadReport("parallel", [Self.path("softhsm/libsofthsm2.so")])
        #expect(report["equal"] == "8")
    }

    @Test("A name without a slash is a file of the working directory, not one of the system's libraries")
    func bareName() async throws {
        let probe = try BuildProducts.path("loader-probe")
        let directory = try TemporaryDirectory()
        let absent = try await ChildProcess.run([probe, "load", "libp11-kit.so.0"], workingDirectory: directory.path)
        #expect(absent.text.contains("status \(CCK_LOAD_NOT_FOUND.rawValue)\n"))
        try FileManager.default.copyItem(atPath: Self.path("opensc-pkcs11.so"), toPath: directory.path("own.so"))
        let present = try await ChildProcess.run([probe, "load", "own.so"], workingDirectory: directory.path)
        #expect(present.text.contains("status 0\n"), "\(present.text)")
        #expect(present.text.contains("real_path \(directory.path("own.so"))\n"))
    }

    @Test("The counts of a real module: two users, one initialisation; a stranger's initialisation is left alone")
    func count() async throws {
        let softHSM = try await SoftHSM.withToken(label: "loader")
        let report = try await LoadReport("count", [softHSM.modulePath], environment: softHSM.environment)
        #expect(report["first"] == "0x0")
        #expect(report["second"] == "0x0")
        #expect(report["third_direct"] == "0x191")
        #expect(report["leave"] == "0x0 owns 1")
        #expect(report["still"] == "0x0")
        #expect(report["last"] == "0x0 owns 0")
        #expect(report["over"] == "0x190")
        #expect(report["too_many"] == "0x190")
        #expect(report["stranger"] == "0x0")
        #expect(report["guest"] == "0x0 owns 0")
        #expect(report["guest_leaves"] == "0x0")
        #expect(report["untouched"] == "0x0")
    }

    @Test(
        "A forked child owns nothing until it initialises; the parent keeps what it has",
        arguments: [
            ("softhsm/libsofthsm2.so", "0"), ("opensc-pkcs11.so", "1"),
        ]
    )
    func fork(name: String, ownsInChild: String) async throws {
        let softHSM = try await SoftHSM.withToken(label: "loader")
        let report = try await LoadReport("fork", [Self.path(name)], environment: softHSM.environment)
        #expect(report["parent_epoch"] == "0")
        #expect(report["parent"] == "0x0")
        #expect(report["child_epoch"] == "1")
        #expect(report["child_owns"] == "0")
        #expect(report["child_finalize"] == "0x190")
        #expect(report["child_initialize"] == "0x0")
        // SoftHSM takes the parent's initialisation for the child's: CKR_CRYPTOKI_ALREADY_INITIALIZED.
        #expect(report["child_owns_now"] == ownsInChild)
        #expect(report["child_finalize_now"] == "0x0")
        #expect(report["child_status"] == "0")
        #expect(report["epoch_after"] == "0")
        #expect(report["owns_after"] == "1")
        #expect(report["parent_finalize"] == "0x0")
    }
}
