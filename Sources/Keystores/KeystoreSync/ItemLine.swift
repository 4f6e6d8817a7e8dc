import JetonASN1
import JetonJSON
import JetonKeystore
import JetonKeystoreBase
import JetonOctets

/// The members of an item in a line of canonical JSON, as bundles and exports have it.
///
/// `accessible`, `created` and `modified` are always there; as far as the item has them, `comment`, `creator`, `data`,
/// `generic`, `invisible`, `kind`, `label`, `negative` and `type`. The writer of the line adds
/// what names the item.
struct ItemLine {
    /// The member that holds the secret.
    static let secretMember = "data"
    private static let secretLimit = 1_048_576

    /// The text of `accessible`.
    let accessibility: String
    /// The attributes, not synchronizable; nil if the accessibility is not known.
    let attributes: ItemAttributes?
    /// Milliseconds since 1970.
    let created: UInt64
    /// Milliseconds since 1970.
    let modified: UInt64
    /// The secret; nil for an item without data.
    let secret: SharedSecret?

    /// The members of an item without its name and secret.
    static func members(_ attributes: ItemAttributes, created: UInt64, modified: UInt64) -> [String: CanonicalJSON] {
        let members: [String: CanonicalJSON?] = [
            "accessible": .string(attributes.accessible.rawValue),
            "created": .integer(Int64(clamping: created)),
            "modified": .integer(Int64(clamping: modified)),
            "comment": attributes.comment.map { .string($0) },
            "creator": attributes.creator.map { .integer(Int64($0)) },
            "generic": attributes.generic.map { .string(Base64.encode($0)) },
            "invisible": attributes.isInvisible.map { .boolean($0) },
            "kind": attributes.kind.map { .string($0) },
            "label": attributes.label.map { .string($0) },
            "negative": attributes.isNegative.map { .boolean($0) },
            "type": attributes.type.map { .integer(Int64($0)) },
        ]
        return members.compactMapValues { $0 }
    }

    /// What stands before and behind the digits of the secret, so that these never become a string.
    static func frame(_ members: [String: CanonicalJSON], hasSecret: Bool) -> (head: [UInt8], tail: [UInt8]) {
        guard hasSecret else { return (CanonicalJSON.object(members).encoded, []) }
        // Names that stand before and behind the secret's: `accessible` and `group` are always among them.
        let before = members.filter { CanonicalJSON.precedes($0.key, secretMember) }
        let behind = members.filter { !CanonicalJSON.precedes($0.key, secretMember) }
        return (
            CanonicalJSON.object(before).encoded.dropLast() + Array(",\"\(secretMember)\":\"".utf8),
            Array("\",".utf8) + CanonicalJSON.object(behind).encoded.dropFirst()
        )
    }

    /// Takes the members of an item out of a line that was read with ``secretMember`` deferred.
    ///
    /// - Parameters:
    ///   - members: The members of the line; those of an item are taken out.
    ///   - group: The item's access group.
    ///   - service: The item's service.
    ///   - account: The item's account.
    ///   - text: The octets in which the secret stands.
    /// - Throws: `EncodingError` for any other form.
    init(
        _ members: inout CanonicalJSONObject,
        group: AccessGroup,
        service: String,
        account: String,
        in text: [UInt8]
    ) throws(EncodingError) {
        let limit = ItemAttributes.maximumOctets
        accessibility = try members.string("accessible", limit: 64)
        var attributes = ItemAttributes(
            service: service,
            account: account,
            label: try members.optionalString("label", limit: limit),
            generic: members.has("generic") ? try members.base64("generic", limit: 8192) : nil,
            accessGroup: group
        )
        attributes.comment = try members.optionalString("comment", limit: limit)
        attributes.kind = try members.optionalString("kind", limit: limit)
        attributes.creator = try members.optionalNumber("creator")
        attributes.type = try members.optionalNumber("type")
        attributes.isInvisible = try members.optionalBoolean("invisible")
        attributes.isNegative = try members.optionalBoolean("negative")
        created = UInt64(try members.integer("created", in: 0...CanonicalJSON.largestInteger))
        modified = UInt64(try members.integer("modified", in: 0...CanonicalJSON.largestInteger))
        secret =
            members.has(ItemLine.secretMember)
            ? try ItemLine.readSecret(text[try members.deferred(ItemLine.secretMember)]) : nil
        if let accessible = Accessible(rawValue: accessibility) {
            attributes.accessible = accessible
            self.attributes = attributes
        } else {
            self.attributes = nil
        }
    }

    private static func readSecret(_ digits: ArraySlice<UInt8>) throws(EncodingError) -> SharedSecret {
        guard let count = Base64.decodedCount(digits) else { throw EncodingError(.unexpectedValue, at: 0) }
        guard count <= secretLimit else { throw EncodingError(.limitExceeded, at: 0) }
        var isCanonical = false
        let secret = Secret(capacity: count) { target in
            isCanonical = Base64.decode(digits, count: count, into: &target)
            return count
        }
        guard isCanonical else { throw EncodingError(.unexpectedValue, at: 0) }
        return SharedSecret(secret)
    }
}
