internal import Glibc
internal import JetonFiles

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
        // What can't be made can't be opened.
        try? ReplacedFile.makeDirectory(directory)
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
        let (system, new) = (LinuxFileSystem(), ReplacedFile.temporaryName())
        do throws(SystemError) {
            try ReplacedFile.writeTemporary(octets.span, as: new, in: handle, mode: 0o600, system)
            do throws(SystemError) {
                try ReplacedFile.commit(new, as: name, previous: nil, in: handle, system)
            } catch {
                try? system.unlink(new, in: handle)
                throw error
            }
        } catch {
            throw SystemFailure(number: error.number)
        }
    }

    private func unavailable(_ failure: SystemFailure) -> PairingError {
        PairingError(.indexUnavailable, detail: "\(directory): \(failure)")
    }
}
