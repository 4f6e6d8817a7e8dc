import JetonJSON
import JetonKeystore
import JetonKeystoreBase
import JetonOctets

/// An item in an export: one line of canonical JSON.
///
/// The members of ``ItemLine``, and `account`, `group`, `service` and `synchronizable`.
struct ArchiveItem: Sendable {
    /// Name and attributes; the access group is set.
    let attributes: ItemAttributes
    /// Group, service and account.
    let key: SyncKey
    /// Milliseconds since 1970.
    let created: UInt64
    /// Milliseconds since 1970.
    let modified: UInt64
    /// The secret; nil for an item without data.
    let secret: SharedSecret?

    init(_ attributes: ItemAttributes, group: AccessGroup, created: UInt64, modified: UInt64, secret: SharedSecret?) {
        self.attributes = attributes
        self.created = created
        self.modified = modified
        self.secret = secret
        key = SyncKey(group: group, service: attributes.service, account: attributes.account)
    }

    /// Whether the item stands behind another one in a file.
    func follows(_ other: ArchiveItem) -> Bool {
        if key == other.key { return attributes.isSynchronizable && !other.attributes.isSynchronizable }
        return other.key < key
    }

    // MARK: - Line

    private var frame: (head: [UInt8], tail: [UInt8]) {
        var members = ItemLine.members(attributes, created: created, modified: modified)
        members["account"] = .string(key.account)
        members["group"] = .string(key.group.rawValue)
        members["service"] = .string(key.service)
        members["synchronizable"] = .boolean(attributes.isSynchronizable)
        return ItemLine.frame(members, hasSecret: secret != nil)
    }

    /// Octets of the line with its line feed.
    var count: Int {
        let frame = frame
        return frame.head.count + frame.tail.count + 1 + ((secret?.count ?? 0) + 2) / 3 * 4
    }

    /// Appends the line and a line feed.
    func append(to text: TransientSecret) {
        let frame = frame
        text.append(frame.head.span)
        secret?.withBytes { text.appendBase64($0) }
        text.append(frame.tail.span)
        text.append("\n")
    }

    /// What a line from outside is.
    enum Parsed {
        /// An item.
        case item(ArchiveItem)
        /// An item of a kind that is not known.
        case refused(ImportReport.Refusal)
    }

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - value: The line, read with ``ItemLine/secretMember`` deferred.
    ///   - text: The octets in which the secret stands.
    /// - Returns: The item, or why it can't be taken.
    /// - Throws: `EncodingError` for any other form.
    static func parse(_ value: CanonicalJSON, in text: [UInt8]) throws(EncodingError) -> Parsed {
        var members = try CanonicalJSONObject(value)
        guard let group = AccessGroup(rawValue: try members.string("group")) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        let service = try members.string("service", limit: ItemAttributes.maximumOctets)
        let account = try members.string("account", limit: ItemAttributes.maximumOctets)
        guard let isSynchronizable = try members.optionalBoolean("synchronizable") else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        let line = try ItemLine(&members, group: group, service: service, account: account, in: text)
        try members.finish()
        guard var attributes = line.attributes else {
            let key = SyncKey(group: group, service: service, account: account)
            let reason = "its accessibility '\(line.accessibility)' is unknown"
            return .refused(ImportReport.Refusal(item: key, reason: reason))
        }
        attributes.isSynchronizable = isSynchronizable
        return .item(
            ArchiveItem(
                attributes,
                group: group,
                created: line.created,
                modified: line.modified,
                secret: line.secret
            )
        )
    }
}
