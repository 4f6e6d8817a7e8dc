import Foundation
import Glibc
import Testing

/// A folder of files for one test, removed when the test lets go of it.
final class FixtureTree: Sendable {
    let root: String

    init(_ files: [String: String] = [:]) throws {
        var template = Array("/tmp/jeton-test-XXXXXX".utf8CString)
        try #require(unsafe mkdtemp(&template) != nil)
        root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        for (path, contents) in files { try write(path, contents) }
    }

    func path(_ path: String) -> String { "\(root)/\(path)" }

    func write(_ path: String, _ contents: String) throws {
        try write(path, octets: Array(contents.utf8))
    }

    func write(_ path: String, octets: [UInt8], mode: mode_t = 0o644) throws {
        try makeDirectory(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
        let descriptor = unsafe open(self.path(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        try #require(descriptor >= 0, "\(path)")
        defer { close(descriptor) }
        try #require(fchmod(descriptor, mode) == 0)
        try #require(unsafe Glibc.write(descriptor, octets, octets.count) == octets.count)
    }

    /// Writes a program by way of another process.
    ///
    /// A descriptor of ours, open for writing, could be inherited by a process that a test beside starts at this
    /// moment, and a file that is open for writing can't be run.
    func writeProgram(_ path: String, _ text: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "printf %s \"$2\" > \"$1\" && chmod 755 \"$1\"", "sh", self.path(path), text]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    func makeDirectory(_ path: String) throws {
        var made = root
        for part in path.split(separator: "/") {
            made += "/\(part)"
            let result = unsafe mkdir(made, 0o755)
            try #require(result == 0 || errno == EEXIST)
        }
    }

    func link(_ path: String, to target: String) throws {
        try makeDirectory(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
        try #require(unsafe symlink(target, self.path(path)) == 0)
    }

    deinit { FixtureTree.remove(root) }

    private static func remove(_ path: String) {
        if unsafe unlink(path) == 0 { return }
        guard let stream = unsafe opendir(path) else { return }
        while let entry = unsafe readdir(stream) {
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let start = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let name = unsafe String(cString: start)
            if name != ".", name != ".." { remove("\(path)/\(name)") }
        }
        unsafe closedir(stream)
        _ = unsafe rmdir(path)
    }
}
