import Libcrypto
import Octets
import SecureChannel

/// A broken generator, which gives the same octets every time.
struct FixedRandom: RandomSource {
    let octet: UInt8

    func octets(_ count: Int) throws(ChannelError) -> [UInt8] { [UInt8](repeating: octet, count: count) }

    func secret(_ count: Int) throws(ChannelError) -> Secret {
        var octets = [UInt8](repeating: octet, count: count)
        return Secret(wiping: &octets)
    }

    func privateKey(on curve: GOSTCurve) throws(ChannelError) -> GOSTPrivateKey {
        let octets = [UInt8](repeating: octet, count: 32)
        do throws(LibcryptoError) { return try GOSTPrivateKey(octets: octets.span, curve: curve) } catch {
            throw ChannelError(.cryptography, cryptography: error)
        }
    }
}
