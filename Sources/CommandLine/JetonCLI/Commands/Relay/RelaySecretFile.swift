internal import Glibc
internal import Octets
internal import Relay

/// The file of a relay's secret, or a descriptor that the caller reads.
struct RelaySecretFile {
    private let path: String?

    /// Writes the secret as the line of a request's head, which `curl --header @FILE` reads.
    ///
    /// - Parameters:
    ///   - listener: Has the secret.
    ///   - place: A path, or `fd:N`.
    /// - Throws: ``CommandError``.
    init(_ listener: RelayListener, _ place: String) throws {
        let line = listener.secret.borrow { (secret: borrowing Secret) -> Secret in RelaySecretFile.line(secret) }
        guard place.hasPrefix("fd:") else {
            path = place
            try FileOutput.write(line, to: place, force: true)
            return
        }
        path = nil
        guard let descriptor = Int32(place.dropFirst(3)), descriptor >= 0 else {
            throw CommandError.usage("'\(place)' is not fd:N with a number")
        }
        let count = line.withBytes { (span: Span<UInt8>) in
            unsafe span.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        }
        guard count == line.count else {
            throw CommandError("the secret can't be written to \(place)", exitCode: .inputOutput)
        }
        close(descriptor)
    }

    private static func line(_ secret: borrowing Secret) -> Secret {
        let name = Array("\(RelaySecret.field): ".utf8)
        return secret.withBytes { (digits: Span<UInt8>) -> Secret in
            Secret(capacity: name.count + digits.count + 1) { (span: inout MutableSpan<UInt8>) in
                for index in name.indices { span[index] = name[index] }
                for index in 0..<digits.count { span[name.count + index] = digits[index] }
                span[name.count + digits.count] = UInt8(ascii: "\n")
                return name.count + digits.count + 1
            }
        }
    }

    /// Removes the file.
    func remove() { if let path { unsafe unlink(path) } }
}
