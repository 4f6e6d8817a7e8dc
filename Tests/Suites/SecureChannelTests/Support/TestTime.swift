import SecureChannel
import Synchronization

/// A clock that a test moves.
final class TestTime: TimeSource {
    private let now = Mutex<UInt64>(1_000_000)

    func seconds() -> UInt64 { now.withLock { $0 } }

    func advance(_ seconds: UInt64) { now.withLock { $0 += seconds } }

    func turnBack(_ seconds: UInt64) { now.withLock { $0 -= seconds } }
}
