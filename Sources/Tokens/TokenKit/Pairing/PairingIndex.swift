internal import Glibc

/// The tokens that were seen to be paired: a file for each, `MEDIA.pairing`, in a directory that only the user reads.
///
/// An index and nothing more: the keys are the vendor's module's, or the keystore's, and whether the token still knows
/// of the pairing is asked of the token. A file is replaced whole, so a program that ends in the middle leaves the old
/// one. A file that is not a record is left out, and left alone.
///
/// Blocks on the file system; may be used from any thread and by several processes.
package struct PairingIndex: Sendable {
    /// The directory; made with mode 0700 when the first pairing is noted.
    package let directory: String

    private static let suffix = ".pairing"
    private static let limit = 4096

    /// Makes an index of a directory, by an absolute path.
    package init(directory: String) { self.directory = directory }

    /// The pairings, sorted by media; none if the directory does not exist.
    ///
    /// - Throws: ``PairingError/Code/indexUnavailable``.
    package func pairings() throws(PairingError) -> [PairingRecord] {
        do {
            let names = try FileAccess.names(in: directory, limit: PairingIndex.limit)
            var records: [PairingRecord] = []
            for name in names where name.hasSuffix(PairingIndex.suffix) {
                guard
                    let octets = try? FileAccess.contents(
                        of: "\(directory)/\(name)",
                        limit: PairingRecord.maximumLength
                    ), let record = PairingRecord(decoding: octets), record.media + PairingIndex.suffix == name
                else { continue }
                records.append(record)
            }
            return records
        } catch {
            if error.number == ENOENT { return [] }
            throw unavailable(error)
        }
    }

    /// Notes a pairing; one that is known keeps the time at which it was first seen.
    ///
    /// - Throws: ``PairingError/Code/indexUnavailable``.
    package func remember(_ record: PairingRecord) throws(PairingError) {
        guard PairingRecord.isFileName(record.media) else {
            throw PairingError(.indexUnavailable, detail: "'\(record.media)' is not a valid name for a file")
        }
        do {
            let handle = try openDirectory()
            defer { close(handle) }
            var record = record
            let known = try? FileAccess.contents(of: path(record.media), limit: PairingRecord.maximumLength)
            if let earlier = known.flatMap({ PairingRecord(decoding: $0) }) { record.pairedAt = earlier.pairedAt }
            try replace(record.media + PairingIndex.suffix, with: record.encoded, in: handle)
        } catch {
            throw unavailable(error)
        }
    }

    /// Forgets a pairing; does nothing if there is none.
    ///
    /// - Throws: ``PairingError/Code/indexUnavailable``.
    package func forget(media: String) throws(PairingError) {
        guard PairingRecord.isFileName(media) else { return }
        guard unsafe unlink(path(media)) != 0 else { return }
        let failure = SystemFailure.last
        if failure.number != ENOENT { throw unavailable(failure) }
    }

    private func path(_ media: String) -> String { "\(directory)/\(media)\(PairingIndex.suffix)" }

    private func openDirectory() throws(SystemFailure) -> Int32 {
        var made = ""
        for part in directory.split(separator: "/") {
            made += "/\(part)"
            _ = unsafe mkdir(made, 0o700)
        }
        let handle = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw .last }
        var status = stat()
        // Another user who can write there could make a token seem paired, or another one.
        guard unsafe fstat(handle, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            close(handle)
            throw SystemFailure(number: EPERM)
        }
        return handle
    }

    private func replace(_ name: String, with octets: [UInt8], in handle: Int32) throws(SystemFailure) {
        let new = ".\(name).\(getpid())"
        _ = unsafe unlinkat(handle, new, 0)
        let descriptor = unsafe openat(
            handle,
            new,
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            0o600
        )
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        do throws(SystemFailure) {
            try write(octets, to: descriptor)
            guard fsync(descriptor) == 0, unsafe renameat(handle, new, handle, name) == 0,
                fsync(handle) == 0
            else { throw .last }
        } catch {
            _ = unsafe unlinkat(handle, new, 0)
            throw error
        }
    }

    private func write(_ octets: [UInt8], to descriptor: Int32) throws(SystemFailure) {
        var rest = octets[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            rest = rest.dropFirst(count)
        }
    }

    private func unavailable(_ failure: SystemFailure) -> PairingError {
        PairingError(.indexUnavailable, detail: "\(directory): \(failure)")
    }
}
