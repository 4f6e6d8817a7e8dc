internal import Glibc
internal import JetonASN1
package import JetonOctets

/// Files that hold a secret.
extension FileSource {
    /// Reads a whole file of at most 64 KiB into a secret.
    ///
    /// - Throws: As ``init(_:)``; ``FileError/Code/tooLarge``.
    package static func secret(at path: String) throws(FileError) -> Secret {
        var source = try FileSource(InputFile(path))
        return try Secret(capacity: 65_537) { target throws(FileError) in
            var count = 0
            while count < target.count {
                var rest = target._mutatingExtracting(count..<target.count)
                let added = try source.read(into: &rest)
                if added == 0 { return count }
                count += added
            }
            throw FileError(.tooLarge, path, "\(path) is larger than 64 KiB")
        }
    }

    /// Reads a whole file of at most 64 KiB that no other user can read into a secret.
    ///
    /// - Throws: As ``secret(at:)``; ``FileError/Code/openToOthers``.
    package static func privateSecret(at path: String) throws(FileError) -> Secret {
        var status = stat()
        if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o066 != 0 {
            throw FileError(.openToOthers, path, "others can read or write \(path)")
        }
        return try secret(at: path)
    }

    /// Makes a file of 64 random bytes that no other user can read, unless there is one.
    ///
    /// - Throws: ``FileError/Code/writeFailed``.
    package static func makeKeyFile(at path: String) throws {
        guard !exists(path) else { return }
        // The system's generator is the kernel's.
        let secret = Secret(capacity: 64) { target in
            for index in 0..<target.count { target[index] = UInt8.random(in: 0...255) }
            return target.count
        }
        var output = try FileOutput(at: path, force: false, isPrivate: true)
        try secret.withBytes { try output.write($0) }
        try output.publish()
    }
}
