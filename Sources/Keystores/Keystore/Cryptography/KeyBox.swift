import Octets

/// A key that several owners share; wiped when the last one lets go of it.
final class KeyBox: Sendable {
    let secret: Secret

    init(_ secret: consuming Secret) { self.secret = secret }
}
