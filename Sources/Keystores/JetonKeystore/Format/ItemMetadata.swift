import JetonKeystoreBase
import JetonOctets

/// The sealed half of a record that says what an item is called and how it is protected.
struct ItemMetadata: Sendable {
    var attributes: ItemAttributes
    var group: AccessGroup
    /// The application that wrote the record; for the log, not for decisions.
    var writer: String?

    var encoded: [UInt8] {
        var map: [String: CBOR.Value] = [
            "agrp": .text(group.rawValue),
            "svce": .text(attributes.service),
            "acct": .text(attributes.account),
            "pdmn": .text(attributes.accessible.rawValue),
            "sync": .boolean(attributes.isSynchronizable),
        ]
        map["labl"] = attributes.label.map { .text($0) }
        map["gena"] = attributes.generic.map { .octets($0) }
        map["icmt"] = attributes.comment.map { .text($0) }
        map["desc"] = attributes.kind.map { .text($0) }
        map["crtr"] = attributes.creator.map { .unsigned(UInt64($0)) }
        map["type"] = attributes.type.map { .unsigned(UInt64($0)) }
        map["invi"] = attributes.isInvisible.map { .boolean($0) }
        map["nega"] = attributes.isNegative.map { .boolean($0) }
        map["wapp"] = writer.map { .text($0) }
        return CBOR.encode(map)
    }

    init(attributes: ItemAttributes, group: AccessGroup, writer: String?) {
        self.attributes = attributes
        self.attributes.accessGroup = group
        self.group = group
        self.writer = writer
    }

    /// Reads what ``encoded`` wrote; members of other names are ignored, so that later versions may add some.
    init(decoding octets: [UInt8]) throws(EncodingError) {
        let map = try CBOR.decodeMap(octets)
        guard
            let group = AccessGroup(rawValue: try ItemMetadata.text(map, "agrp") ?? ""),
            let service = try ItemMetadata.text(map, "svce"),
            let account = try ItemMetadata.text(map, "acct"),
            let accessible = Accessible(rawValue: try ItemMetadata.text(map, "pdmn") ?? ""),
            let isSynchronizable = try ItemMetadata.boolean(map, "sync")
        else { throw EncodingError(.unexpectedValue, at: 0) }
        self.group = group
        attributes = ItemAttributes(
            service: service,
            account: account,
            label: try ItemMetadata.text(map, "labl"),
            accessGroup: group,
            accessible: accessible,
            isSynchronizable: isSynchronizable
        )
        if case .octets(let generic)? = map["gena"] { attributes.generic = generic }
        attributes.comment = try ItemMetadata.text(map, "icmt")
        attributes.kind = try ItemMetadata.text(map, "desc")
        attributes.creator = try ItemMetadata.number(map, "crtr")
        attributes.type = try ItemMetadata.number(map, "type")
        attributes.isInvisible = try ItemMetadata.boolean(map, "invi")
        attributes.isNegative = try ItemMetadata.boolean(map, "nega")
        writer = try ItemMetadata.text(map, "wapp")
    }

    private static func text(_ map: [String: CBOR.Value], _ key: String) throws(EncodingError) -> String? {
        guard let value = map[key] else { return nil }
        guard case .text(let text) = value else { throw EncodingError(.unexpectedValue, at: 0) }
        return text
    }

    private static func boolean(_ map: [String: CBOR.Value], _ key: String) throws(EncodingError) -> Bool? {
        guard let value = map[key] else { return nil }
        guard case .boolean(let boolean) = value else { throw EncodingError(.unexpectedValue, at: 0) }
        return boolean
    }

    private static func number(_ map: [String: CBOR.Value], _ key: String) throws(EncodingError) -> UInt32? {
        guard let value = map[key] else { return nil }
        guard case .unsigned(let number) = value, let number = UInt32(exactly: number) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        return number
    }
}
