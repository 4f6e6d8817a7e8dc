public import Foundation
internal import Testing

/// The Python packages that `scripts/bootstrap` installs into an environment below `.build`.
public enum PythonClients {
    /// A package of `Tests/python-clients.txt`, by the module that it is imported as.
    public enum Package: String, CaseIterable, Sendable {
        case jsonschema
        case lxml
        case pyHanko = "pyhanko"
        case pyHankoProgram = "pyhanko.cli"
        case pyKCS11 = "PyKCS11"
        case pypdf
        case pypdfium2
        case pyspnego = "spnego"
        case pythonPKCS11 = "pkcs11"
        case signxml
    }

    /// The environment's `bin` directory.
    public static var directory: URL {
        BuildProducts.packageDirectory.appendingPathComponent(".build/python-clients/bin")
    }

    /// Whether tests of packages run: if all are installed, and in CI, where a missing one is a failure.
    public static func areExpected(_ packages: Package...) -> Bool { reason(without: packages) == nil }

    /// Skips the rest of a test whose packages are not installed, and says which are missing; never in CI.
    ///
    /// Swift Testing does not print why one case of a parametrized test was canceled, so there it is a warning too.
    ///
    /// - Throws: What ends a test as skipped.
    public static func require(_ packages: Package...) throws {
        guard let reason = reason(without: packages) else { return }
        if Test.current?.isParameterized == true { Issue.record("\(reason)", severity: .warning) }
        try Test.cancel("\(reason)")
    }

    /// Whether packages are installed, for a part of a test that goes on without them; a missing one is a warning.
    public static func warn(without packages: Package...) -> Bool {
        guard let reason = reason(without: packages) else { return true }
        Issue.record("\(reason)", severity: .warning)
        return false
    }

    /// The path of a program in the environment.
    public static func program(_ name: String) -> String { directory.appendingPathComponent(name).path }

    /// Why tests of packages are skipped; nil if they run.
    private static func reason(without packages: [Package]) -> String? {
        guard ProcessInfo.processInfo.environment["CI"] == nil else { return nil }
        let missing = packages.filter { !isInstalled($0) }.map(\.rawValue)
        guard !missing.isEmpty else { return nil }
        return "Python has no \(missing.joined(separator: ", ")): `scripts/bootstrap` installs Tests/python-clients.txt"
    }

    /// Whether a version of Python in the environment has a package's directory.
    private static func isInstalled(_ package: Package) -> Bool {
        let files = FileManager.default
        let library = directory.deletingLastPathComponent().appendingPathComponent("lib")
        let versions = (try? files.contentsOfDirectory(atPath: library.path)) ?? []
        let path = package.rawValue.replacingOccurrences(of: ".", with: "/")
        return versions.contains {
            files.fileExists(atPath: library.appendingPathComponent("\($0)/site-packages/\(path)").path)
        }
    }
}
