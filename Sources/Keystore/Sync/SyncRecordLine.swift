import Octets

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
    static let secretMember = "data"
    private static let secretLimit = 1_048_576

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
            members.merge(SyncRecordLine.members(item)) { $1 }
            guard item.secret != nil else {
                head = CanonicalJSON.object(members).encoded
                tail = []
                return
            }
            // Names that stand before and behind the secret's: `accessible` and `group` are always among them.
            let before = members.filter { CanonicalJSON.precedes($0.key, SyncRecordLine.secretMember) }
            let behind = members.filter { !CanonicalJSON.precedes($0.key, SyncRecordLine.secretMember) }
            head = CanonicalJSON.object(before).encoded.dropLast() + Array(",\"data\":\"".utf8)
            tail = Array("\",".utf8) + CanonicalJSON.object(behind).encoded.dropFirst()
        }
    }

    private static func members(_ item: SyncItem) -> [String: CanonicalJSON] {
        let attributes = item.attributes
        let members: [String: CanonicalJSON?] = [
            "accessible": .string(attributes.accessible.rawValue),
            "created": .integer(Int64(clamping: item.created)),
            "modified": .integer(Int64(clamping: item.modified)),
            "comment": attributes.comment.map { .string($0) },
            "creator": attributes.creator.map { .integer(Int64($0)) },
            "generic": attributes.generic.map { .string(Base64Text.encode($0)) },
            "invisible": attributes.isInvisible.map { .boolean($0) },
            "kind": attributes.kind.map { .string($0) },
            "label": attributes.label.map { .string($0) },
            "negative": attributes.isNegative.map { .boolean($0) },
            "type": attributes.type.map { .integer(Int64($0)) },
        ]
        return members.compactMapValues { $0 }
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
        let accessible = try members.string("accessible", limit: 64)
        var attributes = ItemAttributes(
            service: key.service,
            account: key.account,
            label: try members.optionalString("label", limit: SyncItem.textLimit),
            generic: members.has("generic") ? try members.base64("generic", limit: 8192) : nil,
            accessGroup: key.group,
            isSynchronizable: true
        )
        attributes.comment = try members.optionalString("comment", limit: SyncItem.textLimit)
        attributes.kind = try members.optionalString("kind", limit: SyncItem.textLimit)
        attributes.creator = try members.optionalNumber("creator")
        attributes.type = try members.optionalNumber("type")
        attributes.isInvisible = try members.optionalBoolean("invisible")
        attributes.isNegative = try members.optionalBoolean("negative")
        let created = UInt64(try members.integer("created", in: 0...CanonicalJSON.largestInteger))
        let modified = UInt64(try members.integer("modified", in: 0...CanonicalJSON.largestInteger))
        let secret = members.has(secretMember) ? try readSecret(text[try members.deferred(secretMember)]) : nil
        try members.finish()
        guard let accessibility = Accessible(rawValue: accessible) else {
            return .refused(key, "its accessibility '\(accessible)' is not known")
        }
        attributes.accessible = accessibility
        do throws(KeystoreError) {
            let item = try SyncItem(attributes, created: created, modified: modified, secret: secret)
            return .record(SyncRecord(item, time: time, base: base))
        } catch {
            return .refused(key, error.context)
        }
    }

    private static func readSecret(_ digits: ArraySlice<UInt8>) throws(EncodingError) -> SyncSecret {
        guard let count = Base64Text.decodedCount(digits) else { throw EncodingError(.unexpectedValue, at: 0) }
        guard count <= secretLimit else { throw EncodingError(.limitExceeded, at: 0) }
        var isCanonical = false
        let secret = Secret(capacity: count) { target in
            isCanonical = Base64Text.decode(digits, count: count, into: &target)
            return count
        }
        guard isCanonical else { throw EncodingError(.unexpectedValue, at: 0) }
        return SyncSecret(secret)
    }
}
