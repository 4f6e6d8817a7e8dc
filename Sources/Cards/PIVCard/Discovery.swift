import JetonOctets

/// Which PINs a card takes.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, 3.3.2.
public struct Discovery: Hashable, Sendable {
    /// The application identifier that the card tells.
    public let applicationIdentifier: [UInt8]
    /// Both octets of the PIN usage policy.
    public let pinUsagePolicy: UInt16

    /// Whether the application's own PIN satisfies its rules.
    public var usesApplicationPIN: Bool { pinUsagePolicy & 0x4000 != 0 }
    /// Whether the card's global PIN satisfies them.
    public var usesGlobalPIN: Bool { pinUsagePolicy & 0x2000 != 0 }
    /// Whether the global PIN is the one to ask for first.
    public var prefersGlobalPIN: Bool { usesGlobalPIN && pinUsagePolicy & 0x00FF == 0x20 }

    init(_ objects: [TLV]) throws(PIVError) {
        guard let identifier = objects.firstValue(tag: PIVTag.Selection.identifier),
            let policy = objects.firstValue(tag: PIVTag.Object.pinUsagePolicy),
            policy.count == 2
        else { throw PIVError(.answerMalformed) }
        applicationIdentifier = identifier
        pinUsagePolicy = UInt16(policy[0]) << 8 | UInt16(policy[1])
    }
}
