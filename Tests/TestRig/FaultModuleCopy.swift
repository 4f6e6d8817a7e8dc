import Foundation

/// A copy of the fault module that only one test uses, with settings of its own.
///
/// The settings are described in Tests/Doubles/FaultModule/README.md. The copy is a library of its own to the linker, with its
/// own tokens, sessions and counters, so that tests may run at once in one process.
public final class FaultModuleCopy: Sendable {
    /// The library's path.
    public let path: String
    private let directory: TemporaryDirectory

    /// Copies the library and writes the settings beside it, lines of `key = value`.
    public init(_ settings: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.path("fault-module.so")
        let original = try BuildProducts.path("libFaultModule.so")
        try FileManager.default.copyItem(atPath: original, toPath: path)
        let counting = "count_file = \(directory.path("counts"))\n"
        try directory.write(counting + settings, to: "fault-module.so.settings")
    }

    /// The calls of each function, once the library has been finalised, which happens when nobody holds the module.
    ///
    /// - Throws: ``TestRigError`` if somebody still holds it after ten seconds.
    public func counts() async throws -> [String: Int] {
        let path = directory.path("counts")
        for _ in 0..<1_000 {
            // Foundation leaks a buffer when it reads an empty file, which this one is for a moment.
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            if let size, size > 0 {
                let counts = FaultModuleCopy.counts(in: try String(contentsOfFile: path, encoding: .utf8))
                // The last line that the library writes.
                if counts["operations"] != nil { return counts }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestRigError("the fault module was not finalised")
    }

    private static func counts(in text: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, let count = Int(words[1]) { counts[String(words[0])] = count }
        }
        return counts
    }
}
