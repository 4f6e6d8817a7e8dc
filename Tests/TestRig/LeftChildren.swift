import Foundation
import Synchronization

/// The programs that this process has started and not yet seen end.
///
/// What a test holds to the last, such as a server in a static property, is never deinitialized: its program is killed
/// when the process exits.
enum LeftChildren {
    private static let running = Mutex<Set<Int32>>([])

    private static let atExit: Void = {
        atexit { LeftChildren.killAll() }
    }()

    static func add(_ processIdentifier: Int32) {
        _ = atExit
        running.withLock { _ = $0.insert(processIdentifier) }
    }

    static func remove(_ processIdentifier: Int32) {
        running.withLock { _ = $0.remove(processIdentifier) }
    }

    private static func killAll() {
        running.withLock { for identifier in $0 { kill(-identifier, SIGKILL) } }
    }
}
