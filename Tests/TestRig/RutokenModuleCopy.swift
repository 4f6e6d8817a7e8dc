import Foundation

/// A double of Rutoken's library that only one test uses, with settings of its own.
///
/// The settings are described in Tests/Doubles/RutokenModule/README.md.
public final class RutokenModuleCopy: Sendable {
    /// How many functions the extension's table has, which tells the age of the library.
    public enum Era: Int, Sendable, CaseIterable {
        /// The table of 2014.
        case first = 19
        /// The table of 2017.
        case second = 31
        /// The table of 2026.
        case third = 34
    }

    /// The library's path.
    public let path: String
    private let directory: TemporaryDirectory

    /// Compiles the library unless that was done, copies it and writes the settings beside it, lines of `key = value`.
    public init(_ settings: String = "", era: Era = .second) async throws {
        let library = try await Compiler.shared.library(era)
        directory = try TemporaryDirectory()
        path = directory.path("librtpkcs11ecp.so")
        try FileManager.default.copyItem(atPath: library, toPath: path)
        try configure(settings)
    }

    /// Writes other settings; a process that loads the library from now on reads them.
    public func configure(_ settings: String) throws {
        try directory.write(settings, to: "librtpkcs11ecp.so.settings.new")
        // At once whole: another process may be reading.
        guard unsafe rename(path + ".settings.new", path + ".settings") == 0 else { throw TestRigError("rename") }
    }

    /// The calls up to now with their results, such as `C_OpenSession 0x54`.
    public var calls: [String] {
        let text = (try? String(contentsOfFile: path + ".calls", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// How often a function was called.
    public func count(of function: String) -> Int { calls.count { $0.hasPrefix(function + " ") } }

    /// Compiles the library of each era once, however many tests want it at the same time.
    ///
    /// It is left beside the other products of the build, for the next run.
    private actor Compiler {
        static let shared = Compiler()
        private var libraries: [Era: Task<String, any Error>] = [:]

        func library(_ era: Era) async throws -> String {
            let task = libraries[era] ?? Task { try await Compiler.compile(era) }
            libraries[era] = task
            return try await task.value
        }

        private static func compile(_ era: Era) async throws -> String {
            let path = BuildProducts.directory.appendingPathComponent("rutoken-\(era.rawValue).so").path
            let root = BuildProducts.packageDirectory
            let folder = root.appendingPathComponent("Tests/Doubles/RutokenModule")
            let headers = root.appendingPathComponent("Sources/PKCS11/CCryptoki/include")
            let names = ["settings.c", "standard.c", "extension.c", "gost.c", "gost_store.c", "gost_sign.c"]
            let sources = names.map { folder.appendingPathComponent($0).path }
            let own = ["rutoken.h", "rutoken_gost.h"].map { folder.appendingPathComponent($0).path }
            let inputs = own + [headers.path] + sources
            if let built = date(path), inputs.allSatisfy({ date($0).map { $0 < built } ?? false }) { return path }
            let new = "\(path).\(UUID().uuidString)"
            let options = ["-std=c11", "-O1", "-fvisibility=hidden", "-shared", "-fPIC", "-I", headers.path]
            let output = try await ChildProcess.run(
                ["cc", "-DRUTOKEN_FUNCTIONS=\(era.rawValue)", "-o", new] + options + sources + ["-lcrypto"],
                deadline: .seconds(300)
            )
            guard output.exitStatus == 0, unsafe rename(new, path) == 0 else {
                throw TestRigError("cc: \(output.errorText)")
            }
            return path
        }

        private static func date(_ path: String) -> Date? {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return attributes?[.modificationDate] as? Date
        }
    }
}
