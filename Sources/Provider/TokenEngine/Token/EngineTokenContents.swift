import JetonOctets
import PIVCard

/// What is on a card, as objects.
struct EngineTokenContents: Sendable {
    let directory: TokenDirectory
    let objects: [TokenObject]

    /// Reads all that PKCS #11 shows of a card.
    static func read(_ card: inout ConnectedCard.Card, _ facts: CardFacts) throws(PIVError) -> EngineTokenContents {
        let directory = try readDirectory(&card)
        var builder = ObjectBuilder(directory, deletesKeys: facts.deletesKeys)
        for slot in KeySlot.standard { try addSlot(slot, &card, facts, &builder) }
        for entry in directory.stored.values.sorted(by: { $0.index < $1.index }) {
            guard let container = try card.object(entry.tag) else { continue }
            if let value = try? TLV.parse(container, limit: 4).firstValue(tag: 0x80) { builder.addStored(entry, value) }
        }
        for object in PIVDataObject.all {
            if let value = try card.object(object.tag) { builder.addPIVObject(object, value) }
        }
        builder.addProfiles()
        return EngineTokenContents(directory: directory, objects: builder.objects)
    }

    /// Reads the directory alone.
    static func readDirectory(_ card: inout ConnectedCard.Card) throws(PIVError) -> TokenDirectory {
        TokenDirectory(try card.object(TokenDirectory.tag) ?? [])
    }

    /// Reads the directory to change it.
    ///
    /// - Throws: `PIVError` if the card now says that it has none: one that is written in its place would take all
    ///   names, and the places of all stored objects, with it.
    static func readDirectory(
        _ card: inout ConnectedCard.Card,
        knowing known: TokenDirectory
    ) throws(PIVError) -> TokenDirectory {
        let directory = try readDirectory(&card)
        guard directory.label != nil || known.label == nil else { throw PIVError(.failed) }
        return directory
    }

    /// Writes the directory; the management key must have been proved.
    static func write(_ directory: TokenDirectory, to card: inout ConnectedCard.Card) throws(PIVError) {
        try card.putObject(TokenDirectory.tag, directory.encoded)
    }

    private static func addSlot(
        _ slot: KeySlot,
        _ card: inout ConnectedCard.Card,
        _ facts: CardFacts,
        _ builder: inout ObjectBuilder
    ) throws(PIVError) {
        let metadata = facts.hasMetadata ? try card.metadata(of: slot) : nil
        let certificate = try certificate(slot, &card)
        let fields = certificate.flatMap(CertificateFields.init)
        let entry = builder.directory.keys[slot.rawValue]
        let told = metadata.flatMap { PublicKeyValue($0.publicKey, $0.algorithm) }
        // A card that describes its keys and has none here has none, whatever else lies in the slot.
        let guess = facts.hasMetadata ? nil : (entry?.publicKeyInfo ?? fields?.publicKeyInfo)
        if let publicKey = told ?? guess.flatMap(PublicKeyValue.init(publicKeyInfo:)),
            let algorithm = publicKey.algorithm
        {
            let policy = metadata?.pinPolicy ?? .standard
            let key = CardKey(
                slot: slot,
                algorithm: algorithm,
                publicKey: publicKey,
                isAlwaysAuthenticated: policy == .always || policy == .standard && slot == .signature,
                // Cards with the extensions have touch policies, and told of them later.
                asksForTouch: metadata.map { ![.never, .standard].contains($0.touchPolicy) }
                    ?? facts.hasExtensions,
                touchPolicy: metadata?.touchPolicy,
                isPublic: policy == .never || policy == .standard && slot == .cardAuthentication,
                usage: entry?.usage ?? CardKeyUsage(publicKey)
            )
            builder.addKey(key, isGenerated: metadata?.isGenerated, subject: fields?.subject)
        }
        if let certificate { builder.addCertificate(certificate, in: slot) }
    }

    /// A slot's certificate; one that is damaged is taken for none, so that the rest can be used.
    private static func certificate(
        _ slot: KeySlot,
        _ card: inout ConnectedCard.Card
    ) throws(PIVError) -> [UInt8]? {
        do throws(PIVError) {
            return try card.certificate(in: slot)
        } catch {
            guard error.code == .answerMalformed || error.code == .unsupported else { throw error }
            return nil
        }
    }
}
