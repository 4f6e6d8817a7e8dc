import Foundation

/// A directory of a test's own, removed with everything in it when the object goes.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("jeton-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: template,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        // The kernel shows paths without symbolic links.
        path = template.resolvingSymlinksInPath().path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { "\(path)/\(name)" }

    func write(_ octets: some Sequence<UInt8>, to name: String, mode: Int = 0o644) throws {
        try Data(octets).write(to: URL(fileURLWithPath: self[name]))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self[name])
    }

    func write(_ text: String, to name: String, mode: Int = 0o644) throws {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: self[name])))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self[name]) }

    func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? path : self[folder]).sorted()
    }
}
