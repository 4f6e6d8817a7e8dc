import JetonKeystoreBase
import JetonOctets

/// A record that a query found, opened as far as its metadata.
struct Match: Sendable {
    let image: VaultImage
    let index: Int
    private let opened: OpenedRecord

    init(_ image: VaultImage, _ index: Int, _ opened: OpenedRecord) {
        self.image = image
        self.index = index
        self.opened = opened
    }

    var layout: RecordLayout { opened.layout }
    var metadata: ItemMetadata { opened.metadata }
    private var digest: [UInt8] { opened.digest }

    var tag: NameTag { image.tag(at: index) }
    var group: AccessGroup { metadata.group }

    var item: Item {
        Item(
            attributes: metadata.attributes,
            created: layout.header.created,
            modified: layout.header.modified,
            persistentReference: PersistentReference(identifier: layout.header.identifier[...]),
            hasData: layout.header.flags.contains(.hasData),
            isTombstone: layout.header.flags.contains(.tombstone),
            clock: layout.header.clock,
            version: layout.header.itemVersion
        )
    }

    /// The key of the item's secret, to keep; nil if the record is damaged or has no data.
    func openItemKey(_ classKeys: ClassKeys) throws(KeystoreError) -> SharedSecret? {
        guard let key = try unwrapItemKey(classKeys) else { return nil }
        return SharedSecret(key.withBytes { Secret(copying: $0) })
    }

    /// The item's secret; nil if the record is damaged or has no data.
    func openSecret(_ classKeys: ClassKeys) throws(KeystoreError) -> ScratchSecret? {
        guard let key = try unwrapItemKey(classKeys) else { return nil }
        return key.withBytes { openSecret(itemKey: $0) }
    }

    /// The item's secret, with its own key; nil if the record is damaged or has no data.
    func openSecret(itemKey: Span<UInt8>) -> ScratchSecret? {
        let file = image.octets
        let record = file.span.extracting(image.recordRange(at: index))
        return RecordSealer(keys: image.keys)
            .openSecret(record, layout, tag: tag, digest: digest, itemKey: itemKey)
    }

    private func unwrapItemKey(_ classKeys: ClassKeys) throws(KeystoreError) -> ScratchSecret? {
        let file = image.octets
        let record = file.span.extracting(image.recordRange(at: index))
        return try RecordSealer(keys: image.keys)
            .openItemKey(record, layout, tag: tag, digest: digest, classKeys: classKeys)
    }
}
