import JetonKeystore
import JetonKeystoreBase
import JetonOctets

/// The state of one key at one time: an item, or that it was deleted.
public struct SyncRecord: Sendable {
    /// What a record says.
    public enum Content: Sendable {
        /// The item.
        case item(SyncItem)
        /// The item was deleted; the bundle of the deleting device that said so first.
        case tombstone(sequence: UInt64)
    }

    /// Group, service and account.
    public let key: SyncKey
    /// When the change was made.
    public let time: HybridTime
    /// The time of the value that the change replaced, as far as its author knew; nil for a new key.
    public let base: HybridTime?
    /// What the change made.
    public let content: Content
    /// SHA-256 of the content in canonical form; 32 octets.
    public let digest: [UInt8]

    /// Makes a record of an item.
    init(_ item: SyncItem, time: HybridTime, base: HybridTime?) {
        self.init(key: item.key, time: time, base: base, content: .item(item))
    }

    /// Makes a record of a deletion.
    init(tombstone key: SyncKey, sequence: UInt64, time: HybridTime, base: HybridTime?) {
        self.init(key: key, time: time, base: base, content: .tombstone(sequence: sequence))
    }

    private init(key: SyncKey, time: HybridTime, base: HybridTime?, content: Content) {
        self.key = key
        self.time = time
        self.base = base
        self.content = content
        digest = SyncRecord.digest(key, content)
    }

    /// The item, or nil if it was deleted.
    public var item: SyncItem? {
        if case .item(let item) = content { item } else { nil }
    }

    /// Which of two records of one key stays: the later one, and of one time the one with the smaller digest.
    func supersedes(_ other: SyncRecord) -> Bool {
        time != other.time ? time > other.time : digest.lexicographicallyPrecedes(other.digest)
    }

    /// Whether the author of this record did not know of another one whose secret it displaces.
    func conflicts(with loser: SyncRecord) -> Bool {
        guard loser.item != nil, loser.digest != digest else { return false }
        return base.map { $0 < loser.time } ?? true
    }

    /// SHA-256 of the key and what the item says, without the times: those of a device's store are its own.
    static func digest(_ key: SyncKey, _ content: Content) -> [UInt8] {
        let hash = SHA256()
        func update(_ octets: [UInt8]) {
            hash.update(UInt64(octets.count).bigEndianOctets.span)
            hash.update(octets.span)
        }
        for text in [key.group.rawValue, key.service, key.account] { update(Array(text.utf8)) }
        guard case .item(let item) = content else {
            update([0])
            return hash.finish()
        }
        update([1])
        let attributes = item.attributes
        update(Array(attributes.accessible.rawValue.utf8))
        for text in [attributes.label, attributes.comment, attributes.kind] {
            update(text.map { [1] + Array($0.utf8) } ?? [0])
        }
        update(attributes.generic.map { [1] + $0 } ?? [0])
        for number in [attributes.creator, attributes.type] { update(number.map(\.bigEndianOctets) ?? []) }
        for flag in [attributes.isInvisible, attributes.isNegative] { update(flag.map { [$0 ? 1 : 0] } ?? []) }
        guard let secret = item.secret else { return hash.finish() }
        secret.withBytes { octets in
            hash.update(UInt64(octets.count).bigEndianOctets.span)
            hash.update(octets)
        }
        return hash.finish()
    }
}
