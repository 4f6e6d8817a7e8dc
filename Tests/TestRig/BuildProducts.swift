public import Foundation

/// Where the programs and libraries are that were built together with the tests.
public enum BuildProducts {
    /// The directory of the running test program, which SwiftPM puts beside all other products.
    public static var directory: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// The path of a product, such as `pcsc-probe` or `libjeton-pkcs11.so`.
    ///
    /// - Throws: ``TestRigError`` if it was not built; the test target must depend on it.
    public static func path(_ name: String) throws -> String {
        let path = directory.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path) else {
            throw TestRigError("\(path) was not built")
        }
        return path
    }

    /// The root of the package's sources.
    public static var packageDirectory: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }
}
