import JetonKeystoreBase
import JetonOctets

/// What a vault's keys are derived for: the vault's identifier, the group's name and the group's salt.
struct VaultBinding: Hashable, Sendable {
    let store: [UInt8]
    let vault: [UInt8]
    let salt: [UInt8]
    let group: AccessGroup

    var context: [UInt8] { store + vault + Array(group.rawValue.utf8) }
}

/// The keys of one vault that come from the device key and are there while the store is locked.
final class VaultKeys: Sendable {
    let binding: VaultBinding
    private let name: Secret
    private let metadata: Secret
    private let root: Secret

    init(device: borrowing Secret, binding: VaultBinding) throws(KeystoreError) {
        self.binding = binding
        name = try Primitives.derive(device, label: "jeton vault name 1", context: binding.context)
        metadata = try Primitives.derive(device, label: "jeton vault metadata 1", context: binding.context)
        root = try Primitives.derive(device, label: "jeton vault root 1", context: binding.context)
    }

    /// The tag under which an item stands in the index: 16 octets that say nothing without the device key.
    func nameTag(service: String, account: String, isSynchronizable: Bool) throws(KeystoreError) -> NameTag {
        var input: [UInt8] = []
        input.reserveCapacity(service.utf8.count + account.utf8.count + 16)
        input.append(contentsOf: ItemClass.genericPassword.rawValue.utf8)
        input.appendCounted(service.utf8)
        input.appendCounted(account.utf8)
        input.append(isSynchronizable ? 1 : 0)
        let digest = try Primitives.authenticate(name, [], input.span)
        return NameTag(digest.prefix(NameTag.size))
    }

    /// The code over header and index.
    func rootCode(_ covered: Span<UInt8>) throws(KeystoreError) -> [UInt8] {
        try Primitives.authenticate(root, Array("JTroot1".utf8), covered)
    }

    func sealMetadata(_ octets: [UInt8], associated: [UInt8]) throws(KeystoreError) -> [UInt8] {
        try Primitives.seal(octets.span, key: metadata, associated: associated)
    }

    func openMetadata(_ sealed: Span<UInt8>, associated: [UInt8]) -> [UInt8]? {
        Primitives.openPublic(sealed, key: metadata, associated: associated)
    }
}
