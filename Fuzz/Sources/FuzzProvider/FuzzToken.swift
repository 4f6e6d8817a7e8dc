import Foundation
import VirtualCard

/// The one token, on which the user has logged in, with a session for each input.
///
/// Initialising the provider and logging in take longer than all calls of an input; both are done anew only if an input
/// has changed the card or ended the login.
enum FuzzToken {
    private static let folder = "/dev/shm/jeton-fuzz-\(getpid())"
    private static let path = folder + "/a.card"
    /// The card as a new one: initialised by nobody, with no key.
    nonisolated(unsafe) private static var image: [UInt8] = []
    /// The session that keeps the login between inputs.
    nonisolated(unsafe) private static var anchor: UInt = 0
    /// The image's file after the login: each change of the card makes another file.
    nonisolated(unsafe) private static var file = stat()

    /// A session that is new for this input.
    static func session(_ table: FunctionTable) -> UInt {
        if image.isEmpty { makeCard() }
        if !isUntouched(table) { begin(table) }
        return open(table)
    }

    private static func makeCard() {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: FuzzToken.folder) }
        setenv("JETON_DATA", folder, 1)
        setenv("JETON_PROVIDER_CARDS", folder, 1)
        // Held, so that the provider need not load it each time that it is initialised.
        _ = dlopen("libpcsclite.so.1", RTLD_NOW)
        _ = try? SoftwareCard.create(at: path)
        image = FileManager.default.contents(atPath: path).map(Array.init) ?? []
        precondition(!image.isEmpty)
    }

    /// Whether the card is as it was after the login, and the user still logged in.
    private static func isUntouched(_ table: FunctionTable) -> Bool {
        var information = (slot: UInt(0), state: UInt(0), flags: UInt(0), error: UInt(0))
        let result = withUnsafeMutablePointer(to: &information) {
            table[15](anchor, UInt(bitPattern: $0), 0, 0, 0, 0, 0, 0, 0, 0)
        }
        guard result == 0, information.state == 3 else { return false }
        let now = status()
        return now.st_ino == file.st_ino && now.st_mtim.tv_sec == file.st_mtim.tv_sec
            && now.st_mtim.tv_nsec == file.st_mtim.tv_nsec
    }

    private static func begin(_ table: FunctionTable) {
        _ = table[1](0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        _ = FileManager.default.createFile(
            atPath: path + ".old",
            contents: Data(image),
            attributes: [.posixPermissions: 0o600]
        )
        rename(path + ".old", path)
        _ = table[0](0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        var count: UInt = 0
        withUnsafeMutablePointer(to: &count) { _ = table[4](1, 0, UInt(bitPattern: $0), 0, 0, 0, 0, 0, 0, 0) }
        anchor = open(table)
        let pin = Array("123456".utf8)
        let result = pin.withUnsafeBufferPointer { pin in
            table[18](anchor, 1, UInt(bitPattern: pin.baseAddress), UInt(pin.count), 0, 0, 0, 0, 0, 0)
        }
        precondition(result == 0, "the user can't log in")
        file = status()
    }

    private static func open(_ table: FunctionTable) -> UInt {
        var handle: UInt = 0
        let result = withUnsafeMutablePointer(to: &handle) {
            table[12](0, 6, 0, 0, UInt(bitPattern: $0), 0, 0, 0, 0, 0)
        }
        precondition(result == 0, "no session can be opened")
        return handle
    }

    private static func status() -> stat {
        var status = stat()
        _ = stat(path, &status)
        return status
    }
}
