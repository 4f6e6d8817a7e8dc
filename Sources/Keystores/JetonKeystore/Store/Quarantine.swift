import JetonKeystoreBase
import JetonOctets

/// Where damaged records go before they leave a vault: `quarantine`, one file each.
struct Quarantine {
    private let context: StoreContext

    init(_ context: StoreContext) { self.context = context }

    /// Keeps a copy of a record's octets.
    ///
    /// - Returns: The copy's file name: group, tag and the start of the octets' SHA-256.
    @discardableResult
    func keep(_ image: VaultImage, _ index: Int) throws(KeystoreError) -> String {
        let file = image.octets
        let record = file.span.extracting(image.recordRange(at: index))
        let digest = try Primitives.sha256(record)
        let tag = Hex.encode(image.tag(at: index).octets)
        let name = "\(image.keys.binding.group.rawValue.prefix(120))-\(tag)-\(Hex.encode(digest.prefix(8))).record"
        try context.quarantineDirectory.replace(name, with: record)
        return name
    }

    /// Keeps a copy of a whole vault file before it is rebuilt.
    func keepFile(_ file: [UInt8], of group: AccessGroup) throws(KeystoreError) {
        let digest = try Primitives.sha256(file.span)
        let name = "\(group.rawValue.prefix(120))-\(Hex.encode(digest.prefix(8))).kvault"
        try context.quarantineDirectory.replace(name, with: file.span)
    }

    /// Keeps a copy of a damaged intent.
    func keepIntent(_ file: [UInt8], _ name: String) throws(KeystoreError) {
        try context.quarantineDirectory.replace("\(name).intent", with: file.span)
    }

    /// The names of the copies that are kept.
    func names() throws(KeystoreError) -> [String] {
        try context.quarantineDirectory.names().filter { !$0.hasPrefix(Directory.temporaryPrefix) }
    }
}
