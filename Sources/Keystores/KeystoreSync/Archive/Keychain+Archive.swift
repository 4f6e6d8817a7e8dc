public import JetonKeystore
public import JetonKeystoreBase
import JetonOctets

extension Keychain {
    /// Puts the items that may leave this device into an encrypted file.
    ///
    /// Items whose accessibility ends in `ThisDeviceOnly` are left out. A locked item fails the whole export.
    ///
    /// - Returns: The file, in the format age v1, and how many items are in it.
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if an item is locked;
    ///   ``KeystoreError/Code/invalidParameter`` if the items have more than 64 MiB.
    public func exportItems(
        for protection: borrowing ArchiveProtection
    ) throws(KeystoreError) -> (file: [UInt8], count: Int) {
        var items: [ArchiveItem] = []
        do {
            try forEachPortableSecret { item, secret in
                if let archived = ArchiveItem(item, item.hasData ? SharedSecret(copying: secret) : nil) {
                    items.append(archived)
                }
            }
        } catch let error as KeystoreError {
            throw error
        } catch {
            throw KeystoreError(.notAvailable, "the items cannot be read")
        }
        return (try KeychainArchive(items).sealed(protection), items.count)
    }

    /// Takes the items of a file that ``exportItems(for:)`` made: all that can be taken, or none.
    ///
    /// An item that is here already stays if it was changed later than the one in the file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - key: What opens it.
    ///   - replacing: Whether the file's items are taken even so.
    /// - Returns: What became of each item.
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if the file is for others;
    ///   ``KeystoreError/Code/decoding``; ``KeystoreError/Code/interactionNotAllowed`` if the store is locked.
    public func importItems(
        _ file: [UInt8],
        openedBy key: borrowing ArchiveKey,
        replacing: Bool = false
    ) throws(KeystoreError) -> ImportReport {
        let archive = try KeychainArchive(file, openedBy: key)
        var report = ImportReport()
        report.refused = archive.refused
        let outcomes = try take(archive.items.map(\.incoming), replacing: replacing)
        for (item, outcome) in zip(archive.items, outcomes) { report.count(outcome, of: item.key) }
        return report
    }
}

extension ArchiveItem {
    /// Takes an item of a store; nil if it has no group, which a store's item always has.
    fileprivate init?(_ item: Item, _ secret: SharedSecret?) {
        guard let group = item.attributes.accessGroup else { return nil }
        self.init(
            item.attributes,
            group: group,
            created: item.created.milliseconds,
            modified: item.modified.milliseconds,
            secret: secret
        )
    }

    /// The item as the store takes it.
    fileprivate var incoming: IncomingItem {
        IncomingItem(
            attributes,
            group: key.group,
            created: created,
            modified: modified,
            secret: secret?.withBytes { Secret(copying: $0) }
        )
    }
}
