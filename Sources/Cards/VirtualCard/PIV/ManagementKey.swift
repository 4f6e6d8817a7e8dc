import JetonLibcrypto
import JetonOctets

/// The key with which the card's administrator authenticates (key reference 9B).
struct ManagementKey: Sendable {
    var algorithm: ManagementAlgorithm
    var key: SharedSecret
    /// Grows with each new value.
    var generation: UInt32

    /// A key as the factory leaves it: the octets 01–08 over and over, as many as the algorithm takes.
    static func factory(_ algorithm: ManagementAlgorithm, generation: UInt32 = 0) -> ManagementKey {
        ManagementKey(
            algorithm: algorithm,
            key: SharedSecret(Secret(copying: algorithm.factoryKey.span)),
            generation: generation
        )
    }

    /// Whether the value is the one from the factory.
    var isFactory: Bool { key.equals(Secret(copying: algorithm.factoryKey.span)) }
}
