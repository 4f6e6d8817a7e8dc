import JetonOctets

/// What a card tells of its PIN or PUK.
///
/// - SeeAlso: Yubico PIV extensions, GET METADATA.
public struct PINMetadata: Hashable, Sendable {
    /// Whether the value is still that from the factory.
    public let isFactoryValue: Bool
    /// Wrong values in a row that are allowed.
    public let maximumTries: Int
    /// Wrong values that are still allowed.
    public let triesLeft: Int

    init(_ objects: [TLV]) throws(PIVError) {
        guard let factory = objects.firstValue(tag: PIVTag.Metadata.isFactoryValue), factory.count == 1,
            let tries = objects.firstValue(tag: PIVTag.Metadata.tries), tries.count == 2
        else { throw PIVError(.answerMalformed) }
        isFactoryValue = factory[0] != 0
        maximumTries = Int(tries[0])
        triesLeft = Int(tries[1])
    }
}
