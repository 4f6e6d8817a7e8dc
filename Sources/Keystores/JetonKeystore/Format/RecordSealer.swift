import JetonKeystoreBase
import JetonOctets

/// Makes and opens records of one vault.
///
/// The associated data of both halves bind them to store, vault, name and header, and the secret to the sealed
/// metadata: a half put anywhere else does not open.
struct RecordSealer: Sendable {
    let keys: VaultKeys

    private func associated(_ label: String, _ tag: NameTag, _ header: Span<UInt8>, _ digest: [UInt8]) -> [UInt8] {
        var octets = Array(label.utf8)
        octets.reserveCapacity(148)
        octets.append(contentsOf: keys.binding.store)
        octets.append(contentsOf: keys.binding.vault)
        octets.append(contentsOf: tag.octets)
        for index in 0..<RecordHeader.size { octets.append(header[index]) }
        octets.append(contentsOf: digest)
        return octets
    }

    /// Seals an item.
    ///
    /// - Parameters:
    ///   - metadata: What the item is called and how it is protected.
    ///   - header: The record's header.
    ///   - tag: The tag of the primary key.
    ///   - data: The secret; nil for an item without data and for a tombstone.
    ///   - classKeys: The keys that are unlocked.
    /// - Returns: The record.
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the class cannot be written now.
    func seal(
        _ metadata: ItemMetadata,
        header: RecordHeader,
        tag: NameTag,
        data: Span<UInt8>?,
        classKeys: ClassKeys
    ) throws(KeystoreError) -> [UInt8] {
        let plain = metadata.encoded
        guard plain.count <= RecordLimits.metadata - Primitives.sealOverhead else {
            throw KeystoreError(.invalidParameter, "the attributes together are too long")
        }
        var record = header.encoded
        let sealedMetadata = try keys.sealMetadata(plain, associated: associated("JTm1", tag, record.span, []))
        var sealedSecret: [UInt8] = []
        var wrap: [UInt8] = []
        if let data {
            let digest = try Primitives.sha256(sealedMetadata.span)
            let itemKey = try Primitives.randomKey()
            let kind: WrapKind
            (kind, wrap) = try classKeys.wrap(
                itemKey,
                header.classKey,
                keys.binding,
                associated: associated("JTw1", tag, record.span, digest)
            )
            precondition(kind == header.wrapKind, "the header was made for another class")
            let padded = RecordSealer.pad(data)
            let binding = associated("JTs1", tag, record.span, digest)
            sealedSecret = try padded.withBytes { (padded) throws(KeystoreError) in
                try Primitives.seal(padded, key: itemKey, associated: binding)
            }
        }
        record.appendCounted(sealedMetadata)
        record.appendCounted(wrap)
        record.appendCounted(sealedSecret)
        return record
    }

    /// Opens a record's metadata and checks that it says where it lies.
    ///
    /// - Returns: Nil if the record is damaged or belongs elsewhere.
    func openMetadata(_ record: Span<UInt8>, _ layout: RecordLayout, tag: NameTag) -> ItemMetadata? {
        let header = record.extracting(0..<RecordHeader.size)
        guard
            let plain = keys.openMetadata(
                record.extracting(layout.metadata),
                associated: associated("JTm1", tag, header, [])
            ),
            let metadata = try? ItemMetadata(decoding: plain),
            metadata.group == keys.binding.group,
            metadata.attributes.accessible.protection == layout.header.protection,
            metadata.attributes.isSynchronizable == layout.header.flags.contains(.synchronizable),
            metadata.attributes.accessible.isThisDeviceOnly == layout.header.flags.contains(.thisDeviceOnly),
            metadata.attributes.service.utf8.count <= ItemAttributes.maximumOctets,
            metadata.attributes.account.utf8.count <= ItemAttributes.maximumOctets
        else { return nil }
        return metadata
    }

    /// Unwraps the key of a record's secret.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - layout: Where its parts are.
    ///   - tag: The tag of the primary key.
    ///   - digest: SHA-256 of the sealed metadata.
    ///   - classKeys: The keys that are unlocked.
    /// - Returns: Nil if the record is damaged.
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the class is locked.
    func openItemKey(
        _ record: Span<UInt8>,
        _ layout: RecordLayout,
        tag: NameTag,
        digest: [UInt8],
        classKeys: ClassKeys
    ) throws(KeystoreError) -> ScratchSecret? {
        let header = record.extracting(0..<RecordHeader.size)
        return try classKeys.unwrap(
            record.extracting(layout.wrap),
            layout.header.wrapKind,
            layout.header.classKey,
            keys.binding,
            associated: associated("JTw1", tag, header, digest)
        )
    }

    /// Opens a record's secret with its key; nil if the record is damaged.
    func openSecret(
        _ record: Span<UInt8>,
        _ layout: RecordLayout,
        tag: NameTag,
        digest: [UInt8],
        itemKey: Span<UInt8>
    ) -> ScratchSecret? {
        let header = record.extracting(0..<RecordHeader.size)
        let binding = associated("JTs1", tag, header, digest)
        let sealed = record.extracting(layout.secret)
        guard var secret = Primitives.openScratch(sealed, key: itemKey, associated: binding), secret.dropPadding()
        else { return nil }
        return secret
    }

    /// SHA-256 of a record's sealed metadata, to which its key and secret are bound.
    func metadataDigest(_ record: Span<UInt8>, _ layout: RecordLayout) throws(KeystoreError) -> [UInt8] {
        try Primitives.sha256(record.extracting(layout.metadata))
    }

    /// Count, octets and zeros up to a power of two, so that the file shows a secret's size only roughly.
    private static func pad(_ data: Span<UInt8>) -> Secret {
        var capacity = 32
        while capacity < data.count + 4 { capacity *= 2 }
        return Secret(capacity: capacity) { (span: inout MutableSpan<UInt8>) in
            for index in 0..<4 { span[index] = UInt8(truncatingIfNeeded: data.count >> (index * 8)) }
            for index in 0..<data.count { span[4 + index] = data[index] }
            return capacity
        }
    }
}
