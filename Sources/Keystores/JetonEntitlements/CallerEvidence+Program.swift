import Glibc
import JetonFiles
import JetonKeystoreBase

extension CallerEvidence {
    /// What could be said of a program if this process started it now, nothing traced it and it mapped only protected
    /// files.
    ///
    /// - Parameter program: The executable's path; symbolic links are followed, as the kernel does.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for a script; ``KeystoreError/Code/inputOutput``.
    init(program: String) throws(KeystoreError) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard unsafe realpath(program, &buffer) != nil else { throw KeystoreError.failed("realpath", program) }
        let octets = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        guard let path = String(validating: octets, as: UTF8.self) else {
            throw KeystoreError(.inputOutput, "the path of '\(program)' is not in UTF-8")
        }
        guard unsafe access(path, X_OK) == 0 else { throw KeystoreError.failed("access", path) }
        let file = try ExecutableFile.open(path)
        guard try !CallerEvidence.isScript(path) else {
            throw KeystoreError(
                .invalidParameter,
                "'\(path)' is a script, which another program runs",
                hint:
                    "name the program that loads the module; `jeton entitlements whoami --pid N` shows it for a "
                    + "running program"
            )
        }
        self.init(
            executablePath: path,
            executable: file.digest,
            isExecutableProtected: file.isProtected,
            isExecutableDeleted: false,
            userNamespace: try ProcessProbe().userNamespace(),
            tracer: 0,
            mappedFiles: [],
            user: geteuid(),
            kernelIdentity: file.isProtected && file.status.mode & S_ISGID != 0 && file.status.group != getegid()
                ? .setgid(file.status.group) : nil
        )
    }

    private static func isScript(_ path: String) throws(KeystoreError) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw KeystoreError.failed("open", path) }
        defer { close(descriptor) }
        var start: [UInt8] = [0, 0]
        let count = unsafe start.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return count == 2 && start == Array("#!".utf8)
    }
}
