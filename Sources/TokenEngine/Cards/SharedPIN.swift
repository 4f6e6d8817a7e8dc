import Octets

/// A PIN that was verified and is kept as long as the login, since cards that other programs use forget it.
final class SharedPIN: Sendable {
    let secret: Secret

    init(_ secret: consuming Secret) { self.secret = secret }
}
