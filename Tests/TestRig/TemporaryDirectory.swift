public import Foundation

/// A directory of a test's own, removed with all that is in it when nobody holds it any more.
public final class TemporaryDirectory: Sendable {
    /// Where it is; an absolute path without links.
    public let url: URL

    /// Makes an empty directory that only its owner may enter.
    public init() throws {
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        url = parent.appendingPathComponent("jeton-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The absolute path.
    public var path: String { url.path }

    /// The absolute path of something in the directory.
    public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file and gives its path; a mode of nil gives it the permission bits that the process's mask leaves.
    @discardableResult
    public func write(_ text: String, to name: String, mode: Int? = nil) throws -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// Writes a file and gives its path.
    @discardableResult
    public func write(_ octets: some Sequence<UInt8>, to name: String, mode: Int? = nil) throws -> String {
        let path = path(name)
        let contents = Data(octets)
        try Spawner.withoutStarts { try contents.write(to: URL(fileURLWithPath: path)) }
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path) }
        return path
    }

    /// The content of a file.
    public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    /// Removes a file, or a directory with all that is in it.
    public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    /// The names in the directory, or in one below it, sorted.
    public func names(in name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: name.isEmpty ? path : path(name)).sorted()
    }

    /// Makes a directory and gives its path.
    @discardableResult
    public func makeDirectory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent(name),
            withIntermediateDirectories: true
        )
        return path(name)
    }
}
