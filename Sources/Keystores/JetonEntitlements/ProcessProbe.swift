import CJetonSystem
import Glibc
import JetonFiles
public import JetonKeystoreBase
import JetonOctets

/// Gathers the ``CallerEvidence`` of a process from its directory in `/proc`.
///
/// - SeeAlso: proc(5).
public struct ProcessProbe: Sendable {
    private let directory: String
    private static let octetLimit = 4_194_304
    private static let mappedFileLimit = 4096

    /// Looks at a process.
    ///
    /// - Parameter directory: `/proc/self`, or the directory of another process whose inspection the kernel allows.
    public init(_ directory: String = "/proc/self") { self.directory = directory }

    /// Reads everything now.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput`` if the process is gone or may not be inspected.
    public func evidence() throws(KeystoreError) -> CallerEvidence {
        let files = try ProcessFiles(directory)
        var path = try executablePath(files)
        let status = try fields(of: "status", files)
        let file = try? executable(files)
        let deletedMark = " (deleted)"
        let isDeleted = file?.status.links == 0 || (file == nil && path.hasSuffix(deletedMark))
        if isDeleted, path.hasSuffix(deletedMark) { path = String(path.dropLast(deletedMark.count)) }
        return CallerEvidence(
            executablePath: path,
            executable: file?.digest,
            isExecutableProtected: file?.isProtected ?? false,
            isExecutableDeleted: isDeleted,
            userNamespace: files.userNamespace,
            tracer: Int32(status["TracerPid"]?.first ?? "") ?? -1,
            mappedFiles: try mappedFiles(files, besides: file?.status),
            user: UInt32(status["Uid"]?.dropFirst().first ?? "") ?? UInt32.max,
            kernelIdentity: kernelIdentity(files, status, file?.status)
        )
    }

    /// The user namespace of the process.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput`` if the process is gone.
    func userNamespace() throws(KeystoreError) -> UserNamespace { try ProcessFiles(directory).userNamespace }

    private func executablePath(_ files: borrowing ProcessFiles) throws(KeystoreError) -> String {
        let path = try files.destination(of: "exe")
        guard path.hasPrefix("/") else {
            throw KeystoreError(.inputOutput, "the executable of '\(directory)' has no path")
        }
        return path
    }

    private func executable(_ files: borrowing ProcessFiles) throws(KeystoreError) -> ExecutableFile {
        let descriptor = files.follow("exe", O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw KeystoreError.failed("open", "\(directory)/exe") }
        return try ExecutableFile.open(descriptor, "\(directory)/exe")
    }

    /// The lines `Name: value value …` of a file.
    private func fields(
        of name: String,
        _ files: borrowing ProcessFiles
    ) throws(KeystoreError) -> [String: [String]] {
        var fields: [String: [String]] = [:]
        let octets = try files.read(name, limit: ProcessProbe.octetLimit)
        for line in String(decoding: octets, as: UTF8.self).lines() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[String(line[..<colon])] = line[line.index(after: colon)...]
                .split { $0 == " " || $0 == "\t" }.map(String.init)
        }
        return fields
    }

    /// Files mapped for execution, one entry a file.
    ///
    /// A line is `from-to rwxp offset major:minor inode path`; what has no path is the kernel's or was generated.
    private func mappedFiles(
        _ files: borrowing ProcessFiles,
        besides executable: FileStatus?
    ) throws(KeystoreError) -> [CallerEvidence.MappedFile] {
        var mapped: [CallerEvidence.MappedFile] = []
        var seen: Set<String> = []
        let octets = try files.read("maps", limit: ProcessProbe.octetLimit)
        for line in String(decoding: octets, as: UTF8.self).lines() {
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6, fields[1].contains("x") else { continue }
            let path = String(fields[5].drop { $0 == " " })
            guard path.hasPrefix("/"), seen.insert("\(fields[4]) \(path)").inserted else { continue }
            guard mapped.count < ProcessProbe.mappedFileLimit else {
                throw KeystoreError(.inputOutput, "the process maps too many files")
            }
            if let executable, fields[4] == String(executable.inode),
                ProcessProbe.device(fields[3]) == executable.device
            {
                continue
            }
            mapped.append(mappedFile(files, path, inode: fields[4]))
        }
        return mapped
    }

    private func mappedFile(
        _ files: borrowing ProcessFiles,
        _ path: String,
        inode: Substring
    ) -> CallerEvidence.MappedFile {
        let place = files.follow("root", below: path, system_path_only)
        defer { if place >= 0 { close(place) } }
        // The name may by now lead to another file than the mapped one: then nothing is known of the latter.
        guard place >= 0, let status = try? RegularFile.status(place, path), inode == String(status.inode) else {
            return CallerEvidence.MappedFile(path: path, isProtected: false, digest: nil)
        }
        if ExecutableFile.isProtected(place, status) {
            return CallerEvidence.MappedFile(path: path, isProtected: true, digest: nil)
        }
        let descriptor = files.follow("root", below: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let file = descriptor >= 0 ? try? ExecutableFile.open(descriptor, path) : nil
        return CallerEvidence.MappedFile(path: path, isProtected: false, digest: file?.digest)
    }

    /// The device number of `major:minor` in hexadecimal, in the form that stat(2) has.
    private static func device(_ text: Substring) -> UInt64? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let major = UInt64(parts[0], radix: 16), let minor = UInt64(parts[1], radix: 16) else {
            return nil
        }
        // makedev(3), which is a macro in glibc.
        return (major & 0xFFFF_F000) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFF_FF00) << 12 | minor & 0xFF
    }

    /// What sets the process apart from others of its user.
    ///
    /// Not a label of AppArmor or SELinux, which other programs of the user may enter, and not `/.flatpak-info`, which
    /// the user's own programs write.
    private func kernelIdentity(
        _ files: borrowing ProcessFiles,
        _ status: [String: [String]],
        _ executable: FileStatus?
    ) -> KernelIdentity? {
        guard files.userNamespace == .initial else { return nil }
        let groups = status["Gid"]?.compactMap { UInt32($0) } ?? []
        if let executable, groups.count >= 2, groups[0] != groups[1], executable.mode & S_ISGID != 0,
            executable.group == groups[1], isSecureExecution(files)
        {
            return .setgid(groups[1])
        }
        // Debian's system accounts, and those that systemd makes for DynamicUser=.
        if let user = status["Uid"]?.dropFirst().first.flatMap({ UInt32($0) }),
            (100...999).contains(user) || (61_184...65_519).contains(user)
        {
            return .systemAccount(user)
        }
        return nil
    }

    /// Whether the kernel set AT_SECURE (23) in the auxiliary vector; getauxval(3).
    private func isSecureExecution(_ files: borrowing ProcessFiles) -> Bool {
        guard let octets = try? files.read("auxv", limit: ProcessProbe.octetLimit) else { return false }
        let words = stride(from: 0, to: octets.count - octets.count % 16, by: 16).map { offset in
            (0..<2).map { word in
                (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(octets[offset + word * 8 + $1]) }
            }
        }
        return words.contains { $0 == [23, 1] }
    }
}
