import JetonOctets

/// A PIN or PUK of the card with its counter.
struct PINReference: Sendable {
    /// The octets to compare with, filled up.
    var reference: SharedSecret
    /// Wrong values in a row that are allowed, 1–255.
    var maximumTries: UInt8
    /// Wrong values that are still allowed; 0 means blocked.
    var triesLeft: UInt8
    /// Grows with each new value, so that a verification of an older one is not taken for one of this.
    var generation: UInt32

    /// The PIN of the factory as commands have it.
    static let factoryPIN = PINFormat.padded(PINFormat.factoryPIN)
    /// The PUK of the factory as commands have it.
    static let factoryUnblockingKey = PINFormat.padded(PINFormat.factoryUnblockingKey)

    /// A reference as the factory leaves it.
    static func factory(_ octets: [UInt8], tries: UInt8 = PINFormat.factoryTries, generation: UInt32 = 0)
        -> PINReference
    {
        PINReference(
            reference: SharedSecret(Secret(copying: octets.span)),
            maximumTries: tries,
            triesLeft: tries,
            generation: generation
        )
    }

    /// Whether the value is the one from the factory.
    func isFactory(_ octets: [UInt8]) -> Bool { reference.equals(Secret(copying: octets.span)) }

    /// Takes a new value and gives all tries back.
    mutating func replace(_ octets: ArraySlice<UInt8>) {
        reference = SharedSecret(
            Secret(capacity: octets.count) { (target: inout MutableSpan<UInt8>) in
                for (index, octet) in octets.enumerated() { target[index] = octet }
                return octets.count
            }
        )
        triesLeft = maximumTries
        generation &+= 1
    }
}
