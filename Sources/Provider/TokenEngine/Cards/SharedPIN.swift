import JetonOctets
import Synchronization

/// A PIN that was verified and is kept as long as the login, since cards that other programs use forget it.
final class SharedPIN: Sendable {
    let secret: Secret
    private let isRejected = Atomic(false)

    init(_ secret: consuming Secret) { self.secret = secret }

    /// Whether the card may be given the PIN again: not once it has refused it, as after a change elsewhere.
    var isUsable: Bool { !isRejected.load(ordering: .relaxed) }

    /// Takes note that the card refused the PIN.
    func markRejected() { isRejected.store(true, ordering: .relaxed) }
}
