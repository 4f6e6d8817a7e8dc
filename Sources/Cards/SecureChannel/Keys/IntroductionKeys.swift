import JetonLibcrypto
import JetonOctets

/// The keys under which both ends of a pairing introduce themselves to each other: each seals one message.
struct IntroductionKeys: ~Copyable, Sendable {
    private let host: Secret
    private let card: Secret

    /// Takes the keys from 64 derived bytes: the host's, then the card's.
    init(_ keys: borrowing Secret) {
        host = keys.part(0..<32)
        card = keys.part(32..<64)
    }

    /// Calls a function with the key of the end that sends.
    borrowing func withKey<Result>(
        of sender: ChannelEnd,
        _ body: (Span<UInt8>) throws(LibcryptoError) -> Result
    ) throws(LibcryptoError) -> Result {
        switch sender {
        case .host: try host.withBytes(body)
        case .card: try card.withBytes(body)
        }
    }
}
