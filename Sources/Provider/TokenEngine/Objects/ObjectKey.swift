/// Which object a handle means, however often the card is read.
///
/// A key is known by its place and its fingerprint, so that a handle does not pass to a key that took its place.
enum ObjectKey: Hashable, Sendable {
    case privateKey(UInt8, UInt64)
    case publicKey(UInt8, UInt64)
    case certificate(UInt8, Int)
    case stored(UInt8, Int)
    case data(UInt32)
    case profile(UInt)
    case hardwareFeature
    case session(UInt)
}
