import Foundation
import TestRig

/// A copy of the fault module with settings of its own; see Tests/FaultModule/README.md.
final class FaultModule: Sendable {
    private let directory: TemporaryDirectory

    /// The library to load.
    let path: String

    /// Copies the library and writes the settings beside it; `%FOLDER%` stands for the folder of the copy.
    init(_ settings: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.path("fault.so")
        try FileManager.default.copyItem(atPath: BuildProducts.path("libFaultModule.so"), toPath: path)
        let settings = settings.replacingOccurrences(of: "%FOLDER%", with: directory.path)
        try directory.write(settings + "\n", to: "fault.so.settings")
    }

    /// How often each function was called, by the library's own count; the settings need `count_file = %FOLDER%/counts`.
    func counts() throws -> [String: Int] {
        let text = try String(contentsOfFile: directory.path("counts"), encoding: .utf8)
        var counts: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { counts[String(words[0])] = Int(words[1]) }
        }
        return counts
    }
}
