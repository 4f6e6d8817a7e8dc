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

    /// Writes a file and gives its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file and gives its path.
    @discardableResult
    public func write(_ octets: [UInt8], to name: String) throws -> String {
        try Data(octets).write(to: url.appendingPathComponent(name))
        return path(name)
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
