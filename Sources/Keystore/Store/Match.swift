import Octets

/// A record that a query found, opened as far as its metadata.
struct Match: Sendable {
    let image: VaultImage
    let index: Int
    let layout: RecordLayout
    let metadata: ItemMetadata

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

    /// The key of the item's secret; nil if the record is damaged or has no data.
    func openItemKey(_ classKeys: ClassKeys) throws(KeystoreError) -> KeyBox? {
        let file = image.octets
        let record = file.span.extracting(image.recordRange(at: index))
        let sealer = RecordSealer(keys: image.keys)
        guard let key = try sealer.openItemKey(record, layout, tag: tag, classKeys: classKeys) else { return nil }
        return KeyBox(key)
    }

    /// The item's secret; nil if the record is damaged or has no data.
    func openSecret(_ itemKey: borrowing Secret) throws(KeystoreError) -> PaddedSecret? {
        let file = image.octets
        let record = file.span.extracting(image.recordRange(at: index))
        return try RecordSealer(keys: image.keys).openSecret(record, layout, tag: tag, itemKey: itemKey)
    }
}
