import JetonKeystoreBase
import JetonOctets

extension VaultDraft {
    /// Makes sure that a name is free: nothing, a tombstone or a damaged record may stand there.
    ///
    /// - Returns: The header of the tombstone that will be replaced.
    /// - Throws: ``KeystoreError/Code/duplicateItem``.
    func claim(_ attributes: ItemAttributes, _ quarantine: Quarantine) throws(KeystoreError) -> RecordHeader? {
        let tag = try tag(attributes)
        if puts(tag) { throw KeystoreError(.duplicateItem) }
        guard !removes(tag), let base, let index = base.find(tag) else { return nil }
        switch base.state(at: index) {
        case .intact(let opened):
            guard opened.layout.header.flags.contains(.tombstone) else { throw KeystoreError(.duplicateItem) }
            return opened.layout.header
        case .damaged:
            try quarantine.keep(base, index)
            return nil
        case .unsupported:
            throw KeystoreError(
                .notAvailable,
                "an item with this name was written by a later version",
                hint: "use that version"
            )
        }
    }

    /// Seals an item and puts it at its name.
    mutating func put(
        _ metadata: ItemMetadata,
        _ header: RecordHeader,
        data: SharedSecret?,
        _ classKeys: ClassKeys
    ) throws(KeystoreError) {
        let tag = try tag(metadata.attributes)
        let sealer = RecordSealer(keys: keys)
        let record: [UInt8]
        if let data {
            record = try data.secret.withBytes { (octets) throws(KeystoreError) in
                try sealer.seal(metadata, header: header, tag: tag, data: octets, classKeys: classKeys)
            }
        } else {
            record = try sealer.seal(metadata, header: header, tag: tag, data: nil, classKeys: classKeys)
        }
        guard record.count <= RecordLimits.record else {
            throw KeystoreError(.invalidParameter, "the item is too large")
        }
        put(record, tag: tag)
    }

    private func tag(_ attributes: ItemAttributes) throws(KeystoreError) -> NameTag {
        try keys.nameTag(
            service: attributes.service,
            account: attributes.account,
            isSynchronizable: attributes.isSynchronizable
        )
    }
}
