internal import Glibc
internal import JetonFiles
internal import JetonOctets
internal import JetonRelay

/// The file of a relay's secret, or a descriptor that the caller reads.
struct RelaySecretFile {
    private let path: String?
    /// The file that was written, so that nothing else of that name is removed; open, as its number could be another
    /// file's otherwise.
    private let written: Int32

    /// Writes the secret as the line of a request's head, which `curl --header @FILE` reads.
    ///
    /// - Parameters:
    ///   - listener: Has the secret.
    ///   - place: A path, or `fd:N`.
    ///   - isOwn: Whether the path is the relay's own, where a relay that was killed leaves its file.
    /// - Throws: ``CommandError`` with exit code 7 if a file of that name exists that is not the relay's own, and not
    ///   that of a relay that was killed.
    init(_ listener: RelayListener, _ place: String, isOwn: Bool) throws {
        let line = listener.secret.borrow { (secret: borrowing Secret) -> Secret in RelaySecretFile.line(secret) }
        guard place.hasPrefix("fd:") else {
            path = place
            var file = try FileOutput(
                path: place,
                force: isOwn || RelaySecret.isLeft(at: place),
                isPrivate: true,
                existsHint: "name another file with --secret-out"
            )
            try line.withBytes { try file.write($0) }
            try file.publish()
            written = unsafe open(place, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard RelaySecret.claim(written) else {
                throw CommandError("another relay uses \(place) for its secret", exitCode: .inputOutput)
            }
            return
        }
        path = nil
        written = -1
        guard let descriptor = Int32(place.dropFirst(3)), descriptor >= 0 else {
            throw CommandError.usage("'\(place)' is not fd:N with a number")
        }
        let count = line.withBytes { (span: Span<UInt8>) in
            unsafe span.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        }
        guard count == line.count else {
            throw CommandError("the secret can't be written to \(place)", exitCode: .inputOutput)
        }
        // The reader of a pipe sees its end; the standard streams have more to carry.
        if descriptor > 2 { close(descriptor) }
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

    /// Removes the file, unless another one has its name by now.
    func remove() {
        var (own, found) = (stat(), stat())
        guard let path, unsafe fstat(written, &own) == 0 else { return }
        if unsafe lstat(path, &found) == 0, found.st_dev == own.st_dev, found.st_ino == own.st_ino {
            unsafe unlink(path)
        }
        close(written)
    }
}
