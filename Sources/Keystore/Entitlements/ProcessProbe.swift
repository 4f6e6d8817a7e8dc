import Glibc

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

    /// Reads everything at this moment.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput`` if the process is gone or may not be inspected.
    public func evidence() throws(KeystoreError) -> CallerEvidence {
        var path = try executablePath()
        let status = try fields(of: "status")
        let file = try? ExecutableFile.open("\(directory)/exe")
        let deletedMark = " (deleted)"
        let isDeleted = file?.status.linkCount == 0 || (file == nil && path.hasSuffix(deletedMark))
        if isDeleted, path.hasSuffix(deletedMark) { path = String(path.dropLast(deletedMark.count)) }
        return CallerEvidence(
            executablePath: path,
            executable: file?.digest,
            isExecutableProtected: file.map { ProcessProbe.isProtected($0.status) } ?? false,
            isExecutableDeleted: isDeleted,
            tracer: Int32(status["TracerPid"]?.first ?? "") ?? -1,
            mappedFiles: try mappedFiles(besides: file?.status),
            user: UInt32(status["Uid"]?.dropFirst().first ?? "") ?? UInt32.max,
            kernelIdentity: kernelIdentity(status, file?.status)
        )
    }

    private func executablePath() throws(KeystoreError) -> String {
        let link = "\(directory)/exe"
        var octets = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe octets.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return -1 }
            return unsafe readlink(link, base.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard count > 0 else { throw RegularFile.systemError("readlink", link) }
        guard let path = String(validating: octets[..<count], as: UTF8.self), path.hasPrefix("/") else {
            throw KeystoreError(.inputOutput, "the path of the executable is not in UTF-8")
        }
        return path
    }

    private func read(_ name: String) throws(KeystoreError) -> [UInt8] {
        guard let octets = try RegularFile.read("\(directory)/\(name)", limit: ProcessProbe.octetLimit) else {
            throw KeystoreError(.inputOutput, "'\(directory)/\(name)' is missing")
        }
        return octets
    }

    /// The lines `Name: value value …` of a file.
    private func fields(of name: String) throws(KeystoreError) -> [String: [String]] {
        var fields: [String: [String]] = [:]
        for line in String(decoding: try read(name), as: UTF8.self).split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[String(line[..<colon])] = line[line.index(after: colon)...]
                .split { $0 == " " || $0 == "\t" }.map(String.init)
        }
        return fields
    }

    private static func isProtected(_ status: RegularFile.Status) -> Bool {
        status.owner == 0 && !status.isWritableByOthers
    }

    /// Files mapped for execution, one entry a file.
    ///
    /// A line is `from-to rwxp offset major:minor inode path`; what has no path is the kernel's or was generated.
    private func mappedFiles(
        besides executable: RegularFile.Status?
    ) throws(KeystoreError) -> [CallerEvidence.MappedFile] {
        var files: [CallerEvidence.MappedFile] = []
        var seen: Set<String> = []
        for line in String(decoding: try read("maps"), as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6, fields[1].contains("x") else { continue }
            let path = String(fields[5].drop { $0 == " " })
            guard path.hasPrefix("/"), seen.insert("\(fields[4]) \(path)").inserted else { continue }
            guard files.count < ProcessProbe.mappedFileLimit else {
                throw KeystoreError(.inputOutput, "the process maps too many files")
            }
            if let executable, fields[4] == String(executable.inode),
                ProcessProbe.device(fields[3]) == executable.device
            {
                continue
            }
            files.append(mappedFile(path, inode: fields[4]))
        }
        return files
    }

    private func mappedFile(_ path: String, inode: Substring) -> CallerEvidence.MappedFile {
        // The name may by now lead to another file than the mapped one: then nothing is known of the latter.
        guard let status = try? RegularFile.status("\(directory)/root\(path)"), inode == String(status.inode) else {
            return CallerEvidence.MappedFile(path: path, isProtected: false, digest: nil)
        }
        if ProcessProbe.isProtected(status) {
            return CallerEvidence.MappedFile(path: path, isProtected: true, digest: nil)
        }
        let file = try? ExecutableFile.open("\(directory)/root\(path)")
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

    private func kernelIdentity(
        _ status: [String: [String]],
        _ executable: RegularFile.Status?
    ) -> KernelIdentity? {
        let groups = status["Gid"]?.compactMap { UInt32($0) } ?? []
        if let executable, groups.count >= 2, groups[0] != groups[1], executable.mode & S_ISGID != 0,
            executable.group == groups[1], isSecureExecution
        {
            return .setgid(groups[1])
        }
        if let name = flatpakName { return .flatpak(name) }
        if let label = confiningLabel { return .label(label) }
        // Debian's system accounts, and those that systemd makes for DynamicUser=.
        if let user = status["Uid"]?.dropFirst().first.flatMap({ UInt32($0) }),
            (100...999).contains(user) || (61_184...65_519).contains(user)
        {
            return .systemAccount(user)
        }
        return nil
    }

    /// Whether the kernel set AT_SECURE (23) in the auxiliary vector; getauxval(3).
    private var isSecureExecution: Bool {
        guard let octets = try? read("auxv") else { return false }
        let words = stride(from: 0, to: octets.count - octets.count % 16, by: 16).map { offset in
            (0..<2).map { word in
                (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(octets[offset + word * 8 + $1]) }
            }
        }
        return words.contains { $0 == [23, 1] }
    }

    private var confiningLabel: String? {
        guard let octets = try? read("attr/current") else { return nil }
        let label = XMLScanner.trimmed(String(decoding: octets.filter { $0 != 0 }, as: UTF8.self))
        let isAppArmor = label.hasSuffix(" (enforce)")
        let isSELinux = label.split(separator: ":").count >= 4 && !label.contains("unconfined")
        return isAppArmor || isSELinux ? label : nil
    }

    private var flatpakName: String? {
        guard let octets = try? read("root/.flatpak-info") else { return nil }
        var isApplication = false
        for line in String(decoding: octets, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("[") { isApplication = line == "[Application]" }
            if isApplication, line.hasPrefix("name=") { return String(line.dropFirst(5)) }
        }
        return nil
    }
}
