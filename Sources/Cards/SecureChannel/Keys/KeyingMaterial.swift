/// The user keying material (UKM) of VKO; empty for a key agreement without any.
enum KeyingMaterial {
    /// As many octets of a hash as a suite takes; zero, which VKO does not allow, becomes one (least significant
    /// octet first).
    static func octets(_ hash: [UInt8], _ suite: ChannelSuite) -> [UInt8] {
        var octets = Array(hash.prefix(suite.parameters.keyingMaterialLength))
        if !octets.isEmpty, octets.allSatisfy({ $0 == 0 }) { octets[0] = 1 }
        return octets
    }
}
