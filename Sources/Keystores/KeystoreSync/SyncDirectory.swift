import AgeFiles
import Glibc
import JetonFiles
import JetonKeystoreBase

/// The directory in which every device of the user has one file: Syncthing, Nextcloud, a memory stick, or any other.
///
/// Each file has one writer. Files that are being written start with `.jeton-temporary-`: a synchronizing program
/// should leave those out, with a line `.jeton-temporary-*` in Syncthing's `.stignore` for example.
struct SyncDirectory: Sendable {
    /// The directory.
    let path: String
    private static let fileLimit = 512

    /// The names of files that may be bundles, in order: those of the devices, and copies with other names that a
    /// synchronizing program has left.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput``.
    func bundleNames() throws(KeystoreError) -> [String] {
        guard let directory = unsafe opendir(path) else { throw KeystoreError.failed("opendir", path) }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(directory) else {
                guard errno == 0 else { throw KeystoreError.failed("readdir", path) }
                return names.sorted()
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name.hasSuffix(SyncBundle.fileSuffix), !name.hasPrefix(".") else { continue }
            guard names.count < SyncDirectory.fileLimit else {
                throw KeystoreError(.inputOutput, "'\(path)' contains more than \(SyncDirectory.fileLimit) bundles")
            }
            names.append(name)
        }
    }

    /// The octets of a file; nil if there is none.
    func read(_ name: String) throws(KeystoreError) -> [UInt8]? {
        try KeystoreError.ofFiles { () throws(FileError) in
            try RegularFile.read("\(path)/\(name)", limit: AgeFile.octetLimit)
        }
    }

    /// Replaces a file.
    func write(_ octets: [UInt8], to name: String) throws(KeystoreError) {
        try KeystoreError.ofFiles { () throws(FileError) in
            try ReplacedFile.write(octets, in: path, name: name, mode: 0o600)
        }
    }

    /// Removes a file; does nothing if there is none.
    func remove(_ name: String) throws(KeystoreError) {
        let file = "\(path)/\(name)"
        guard unsafe unlink(file) == 0 || errno == ENOENT else { throw KeystoreError.failed("unlink", file) }
    }

    /// The list of devices; nil if there is none.
    func membership() throws(KeystoreError) -> SyncMembership? {
        let octets = try KeystoreError.ofFiles { () throws(FileError) in
            try RegularFile.read("\(path)/\(SyncMembership.fileName)", limit: SyncMembership.octetLimit)
        }
        guard let octets else { return nil }
        return try SyncMembership(octets)
    }

    /// Replaces the list of devices.
    func write(_ membership: SyncMembership) throws(KeystoreError) {
        try write(membership.encoded, to: SyncMembership.fileName)
    }
}
