import CJetonSystem
import Glibc
import JetonFiles
import JetonKeystoreBase
import JetonOctets

/// The files of one process in procfs.
///
/// A program that was started in namespaces of its user may see a `/proc` of invented files, or one whose files have
/// others mounted over them. So the directory is reached from the root of a procfs without crossing a mount, and each
/// file from there in the same way.
struct ProcessFiles: ~Copyable {
    private let path: String
    private let directory: Int32
    /// Whether the files are the kernel's own.
    let isGenuine: Bool
    private let reason: String

    /// The number of the initial user namespace, the same in every kernel: `USER_NS_INIT_INO` of linux/nsfs.h.
    private static let initialUserNamespace: UInt32 = 0xEFFF_FFFD

    /// Opens the directory of a process.
    ///
    /// - Parameter path: `/proc/self`, or another directory whose files are then not taken for the kernel's.
    /// - Throws: ``KeystoreError/Code/inputOutput`` if there is no such directory.
    init(_ path: String) throws(KeystoreError) {
        self.path = path
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let genuine = unsafe system_open_process(String(path[..<slash]), String(path[slash...].drop { $0 == "/" }))
        reason = genuine >= 0 ? "" : SystemMessage.text(errno)
        isGenuine = genuine >= 0
        directory = isGenuine ? genuine : unsafe Glibc.open(path, system_path_only | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw KeystoreError.failed("open", path) }
    }

    deinit { close(directory) }

    /// Opens a file of the process itself, not what a link leads to unless `flags` have no `O_NOFOLLOW`.
    private func open(_ name: String, _ flags: Int32) -> Int32 {
        isGenuine
            ? unsafe system_open_below_mount(directory, name, flags)
            : unsafe openat(directory, name, flags | O_CLOEXEC)
    }

    /// The content of a file.
    ///
    /// - Parameters:
    ///   - name: The file's name in the process's directory.
    ///   - limit: Bytes that are accepted.
    /// - Returns: The content.
    /// - Throws: ``KeystoreError/Code/inputOutput``.
    func read(_ name: String, limit: Int) throws(KeystoreError) -> [UInt8] {
        let descriptor = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw KeystoreError.failed("open", "\(path)/\(name)") }
        return try KeystoreError.ofFiles { () throws(FileError) in
            try RegularFile.read(descriptor, "\(path)/\(name)", limit: limit)
        }
    }

    /// Where a link of the process leads.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput``.
    func destination(of name: String) throws(KeystoreError) -> String {
        let link = open(name, system_path_only | O_NOFOLLOW)
        guard link >= 0 else { throw KeystoreError.failed("open", "\(path)/\(name)") }
        defer { close(link) }
        var octets = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe octets.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return -1 }
            return unsafe readlinkat(link, "", base.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard count > 0 else { throw KeystoreError.failed("readlink", "\(path)/\(name)") }
        guard let text = String(validating: octets[..<count], as: UTF8.self) else {
            throw KeystoreError(.inputOutput, "'\(path)/\(name)' does not point to a UTF-8 path")
        }
        return text
    }

    /// Opens what a link of the process leads to, or a file below it: `exe`, `root/usr/lib/…`.
    ///
    /// - Returns: A descriptor, or -1.
    func follow(_ link: String, below: String = "", _ flags: Int32) -> Int32 {
        // These links jump to another mount: only the link itself can be proven to be the kernel's.
        let proof = open(link, system_path_only | O_NOFOLLOW)
        guard proof >= 0 else { return -1 }
        close(proof)
        return unsafe openat(directory, link + below, flags | O_CLOEXEC)
    }

    /// The user namespace of the process.
    var userNamespace: UserNamespace {
        guard isGenuine else { return .unknown("'\(path)' can't be reached in the kernel's procfs: \(reason)") }
        do throws(KeystoreError) {
            let name = try destination(of: "ns/user")
            return name == "user:[\(ProcessFiles.initialUserNamespace)]" ? .initial : .other
        } catch {
            return .unknown(error.context)
        }
    }
}
