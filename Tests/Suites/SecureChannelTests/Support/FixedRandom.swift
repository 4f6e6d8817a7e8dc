import JetonOctets
import SecureChannel

/// A broken generator, which gives the same octets every time.
struct FixedRandom: RandomSource {
    let octet: UInt8

    func octets(_ count: Int) throws(ChannelError) -> [UInt8] { [UInt8](repeating: octet, count: count) }

    func secret(_ count: Int) throws(ChannelError) -> Secret {
        var octets = [UInt8](repeating: octet, count: count)
        return Secret(wiping: &octets)
    }

    func keyPair(for suite: ChannelSuite) throws(ChannelError) -> KeyPair { try KeyPair(octets: try secret(32), suite) }
}
