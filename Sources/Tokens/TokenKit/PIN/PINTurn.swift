internal import Glibc
internal import JetonLibcrypto

/// The turn to send a PIN to one token, from the start to the end of this value.
///
/// The lock is on one byte of a file and belongs to the open file (`F_OFD_SETLK`). A hash of the token chooses the byte:
/// attempts on other tokens don't wait, and the file stays empty and tells no token.
struct PINTurn: ~Copyable {
    // glibc shows it to programs of GNU's own dialect only.
    private static let setLock: Int32 = 37
    private static let name = "turns"
    private static let stepMilliseconds = 20

    private let descriptor: Int32

    /// Waits until no other program, and no other thread of this one, sends a PIN to the token.
    ///
    /// - Parameters:
    ///   - path: The directory of the guard.
    ///   - token: What tells the token from all others.
    ///   - patience: The longest wait in milliseconds.
    /// - Throws: ``PINError/Code/busy`` if the wait is too long, ``PINError/Code/guardUnavailable``.
    init(directory path: String, token: [UInt8], patience: Int) throws(PINError) {
        let directory = try PINGuardDirectory(path)
        let position = try PINTurn.position(of: token)
        let descriptor = try directory.open(PINTurn.name)
        var waited = 0
        while true {
            var lock = PINTurn.lock(position)
            if unsafe fcntl(descriptor, PINTurn.setLock, &lock) == 0 { break }
            let isTaken = errno == EAGAIN || errno == EACCES
            guard isTaken || errno == EINTR, waited < patience else {
                let failure = isTaken ? PINError(.busy) : directory.unavailable
                close(descriptor)
                throw failure
            }
            usleep(UInt32(PINTurn.stepMilliseconds) * 1000)
            waited += PINTurn.stepMilliseconds
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Ends the turn.
    consuming func end() {}

    private static func position(of token: [UInt8]) throws(PINError) -> Int {
        do throws(LibcryptoError) {
            return try Digest.sha256.hash(token).prefix(7).reduce(0) { $0 << 8 | Int($1) }
        } catch {
            throw PINError(.guardUnavailable, detail: error.description)
        }
    }

    private static func lock(_ position: Int) -> flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = position
        lock.l_len = 1
        return lock
    }
}
