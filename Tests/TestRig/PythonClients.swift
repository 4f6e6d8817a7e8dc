public import Foundation

/// The Python packages that `scripts/bootstrap` installs into an environment below `.build`.
public enum PythonClients {
    /// The environment's `bin` directory.
    public static var directory: URL {
        BuildProducts.packageDirectory.appendingPathComponent(".build/python-clients/bin")
    }

    /// Whether the tests of Python programs run: where bootstrap could not reach the registry they are skipped, but
    /// never in CI.
    public static var areExpected: Bool {
        FileManager.default.fileExists(atPath: directory.appendingPathComponent("pyhanko").path)
            || ProcessInfo.processInfo.environment["CI"] != nil
    }

    /// The path of a program in the environment.
    public static func program(_ name: String) -> String { directory.appendingPathComponent(name).path }
}
