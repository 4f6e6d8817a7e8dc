import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Files and programs outside of the code under test.
enum Shell {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program to its end.
    ///
    /// - Throws: If it cannot be started or its status is not 0.
    static func run(_ path: String, _ arguments: [String]) throws {
        let status = try wait(start(path, arguments))
        guard status == 0 else { throw Failure(description: "\(path) \(arguments): status \(status)") }
    }

    static func start(_ path: String, _ arguments: [String]) throws -> pid_t {
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let failure = unsafe posix_spawn(&child, path, nil, nil, &words, environ)
        guard failure == 0 else { throw Failure(description: "\(path) does not start: \(failure)") }
        return child
    }

    /// The exit status, or minus the number of the signal that ended the program.
    static func wait(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : -signal
    }

    static func read(_ path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { throw Failure(description: "no file \(path)") }
        defer { unsafe fclose(file) }
        var octets: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { return octets }
            octets += buffer[..<count]
        }
    }

    /// Writes a file in place or anew, mode 0600.
    static func write(_ octets: [UInt8], _ path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(description: "cannot write \(path)") }
        defer { close(descriptor) }
        var written = 0
        while written < octets.count {
            let count = unsafe octets.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            guard count > 0 else { throw Failure(description: "cannot write \(path)") }
            written += count
        }
    }

    /// The path of a directory in Tests/Suites/KeystoreTests/Fixtures; nil if there is none.
    static func fixture(_ name: String, _ source: String = #filePath) -> String? {
        let parts = source.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let path = parts.joined(separator: "/") + "/Fixtures/" + name
        return exists(path) ? path : nil
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    static func names(_ path: String) throws -> [String] {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, let stream = unsafe fdopendir(descriptor) else {
            throw Failure(description: "no directory \(path)")
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
