import JetonJSON
import JetonKeystore
import JetonKeystoreBase
import JetonOctets

/// A record as one line of canonical JSON; the secret's base64 is written in place and never becomes a string.
///
/// Members: `account`, `base` (may be missing), `group`, `hlc`, `service`. For an item also `accessible`, `created` and
/// `modified`, and, as far as the item has them, `comment`, `creator`, `data`, `generic`, `invisible`, `kind`, `label`,
/// `negative` and `type`. For a deletion `deleted`, the sequence number.
struct SyncRecordLine {
    private let record: SyncRecord
    private let head: [UInt8]
    private let tail: [UInt8]

    /// The member that holds the secret.
    static let secretMember = ItemLine.secretMember

    /// Prepares the line of a record.
    init(_ record: SyncRecord) {
        self.record = record
        var members: [String: CanonicalJSON] = [
            "account": .string(record.key.account),
            "group": .string(record.key.group.rawValue),
            "hlc": .string(record.time.rawValue),
            "service": .string(record.key.service),
        ]
        if let base = record.base { members["base"] = .string(base.rawValue) }
        switch record.content {
        case .tombstone(let sequence):
            members["deleted"] = .integer(Int64(clamping: sequence))
            head = CanonicalJSON.object(members).encoded
            tail = []
        case .item(let item):
            members.merge(ItemLine.members(item.attributes, created: item.created, modified: item.modified)) { $1 }
            (head, tail) = ItemLine.frame(members, hasSecret: item.secret != nil)
        }
    }

    /// Octets of the line with its line feed.
    var count: Int {
        head.count + tail.count + 1 + ((record.item?.secret?.count ?? 0) + 2) / 3 * 4
    }

    /// Appends the line and a line feed.
    func append(to text: TransientSecret) {
        text.append(head.span)
        record.item?.secret?.withBytes { text.appendBase64($0) }
        text.append(tail.span)
        text.append("\n")
    }

    /// What a line from outside is.
    enum Parsed {
        /// A record.
        case record(SyncRecord)
        /// A record of an item that must not leave its device, or of a kind that is not known.
        case refused(SyncKey, String)
    }

    /// Reads a line that ``append(to:)`` wrote.
    ///
    /// - Parameters:
    ///   - value: The line, read with ``secretMember`` deferred.
    ///   - text: The octets in which the secret stands.
    /// - Returns: The record, or why it can't be taken.
    /// - Throws: `EncodingError` for any other form.
    static func parse(_ value: CanonicalJSON, in text: [UInt8]) throws(EncodingError) -> Parsed {
        var members = try CanonicalJSONObject(value)
        guard let group = AccessGroup(rawValue: try members.string("group")),
            let time = HybridTime(rawValue: try members.string("hlc"))
        else { throw EncodingError(.unexpectedValue, at: 0) }
        let key = SyncKey(
            group: group,
            service: try members.string("service", limit: SyncItem.textLimit),
            account: try members.string("account", limit: SyncItem.textLimit)
        )
        var base: HybridTime?
        if let text = try members.optionalString("base") {
            guard let time = HybridTime(rawValue: text) else { throw EncodingError(.unexpectedValue, at: 0) }
            base = time
        }
        if members.has("deleted") {
            let sequence = try members.integer("deleted", in: 1...CanonicalJSON.largestInteger)
            try members.finish()
            return .record(SyncRecord(tombstone: key, sequence: UInt64(sequence), time: time, base: base))
        }
        return try parseItem(&members, key, time: time, base: base, in: text)
    }

    private static func parseItem(
        _ members: inout CanonicalJSONObject,
        _ key: SyncKey,
        time: HybridTime,
        base: HybridTime?,
        in text: [UInt8]
    ) throws(EncodingError) -> Parsed {
        let item = try ItemLine(&members, group: key.group, service: key.service, account: key.account, in: text)
        try members.finish()
        guard var attributes = item.attributes else {
            return .refused(key, "its accessibility '\(item.accessibility)' is unknown")
        }
        attributes.isSynchronizable = true
        do throws(KeystoreError) {
            let item = try SyncItem(
                attributes,
                created: item.created,
                modified: item.modified,
                secret: item.secret
            )
            return .record(SyncRecord(item, time: time, base: base))
        } catch {
            return .refused(key, error.context)
        }
    }
}
