import JetonOctets
import PIVCard

/// What does not change about a card as long as it is there.
struct CardFacts: Sendable {
    /// Eight hexadecimal digits, or the first ones of the card holder's unique identifier; empty if unknown.
    let serialNumber: String
    /// The token's name before it has a label.
    let standardLabel: String
    let manufacturer: String
    let model: String
    /// The firmware's version, from Yubico's extensions.
    let version: [UInt8]?
    /// Whether the card describes its keys and PINs (GET METADATA).
    let hasMetadata: Bool

    /// Whether the card has keys of GOST R 34.10, under references of our own.
    var hasGOST: Bool { model == Self.virtualModel }
    /// Whether the card knows Yubico's extensions.
    var hasExtensions: Bool { version != nil }
    /// Whether keys can be deleted (DELETE KEY, since 5.7).
    var deletesKeys: Bool { version.map { $0.lexicographicallyPrecedes([5, 7, 0]) == false } ?? false }

    /// Asks a card.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - isVirtual: Whether the card's answer to reset names it as one of ours.
    /// - Returns: What the card says of itself.
    /// - Throws: ``PIVError``.
    static func read(_ card: inout ConnectedCard.Card, isVirtual: Bool) throws(PIVError) -> CardFacts {
        let version = try card.version()
        // Yubico's cards, and those of ours, have no global PIN.
        if version == nil { try card.chooseUserPIN() }
        let number = version == nil ? nil : try card.serialNumber()
        let holder = number == nil ? try? card.cardHolder() : nil
        let serial =
            number.map { Hex.encode($0.bigEndianOctets) }
            ?? holder.map { Hex.encode($0.identifier.prefix(8)) } ?? ""
        return CardFacts(
            serialNumber: serial,
            standardLabel: number.map(standardLabel) ?? (serial.isEmpty ? "PIV" : "PIV \(serial)"),
            manufacturer: isVirtual ? virtualManufacturer : version == nil ? "PIV" : "Yubico",
            model: isVirtual ? virtualModel : "PIV",
            version: version,
            hasMetadata: version == nil ? false : try card.managementAlgorithm() != nil
        )
    }

    /// The name of a card without a label.
    static func standardLabel(_ serialNumber: UInt32) -> String { "PIV \(serialNumber)" }

    static let virtualManufacturer = "Jeton"
    static let virtualModel = "Virtual card"
}
