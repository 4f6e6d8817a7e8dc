internal import JetonEntitlements
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets

/// Items of the keystore for people and programs; a secret is never among it.
struct ItemReport {
    let items: [Item]

    /// One item as a document.
    static func json(_ item: Item) -> JSON {
        let attributes = item.attributes
        return .object([
            "group": attributes.accessGroup?.rawValue, "service": attributes.service, "account": attributes.account,
            "label": attributes.label, "kind": attributes.kind, "comment": attributes.comment,
            "generic": attributes.generic.map { Hex.encode($0) },
            "accessible": AccessibilityClass(attributes.accessible).rawValue,
            "thisDeviceOnly": attributes.accessible.isThisDeviceOnly, "synchronizable": attributes.isSynchronizable,
            "hasSecret": item.hasData, "created": moment(item.created), "modified": moment(item.modified),
            "version": UInt(clamping: item.version), "reference": Hex.encode(item.persistentReference.octets),
        ])
    }

    /// All items as a document.
    var json: JSON { .array(items.map { ItemReport.json($0) }) }

    /// A table.
    var lines: [String] {
        guard !items.isEmpty else { return ["there is no item"] }
        var table = Table(
            ["group", "service", "account", "label", "readable", "shared via", "modified"],
            expendable: ["shared via", "modified", "readable", "label"]
        )
        for item in items {
            let attributes = item.attributes
            table.add([
                attributes.accessGroup.map { ItemReport.harmless($0.rawValue) } ?? "",
                ItemReport.harmless(attributes.service), ItemReport.harmless(attributes.account),
                ItemReport.harmless(attributes.label ?? ""), AccessibilityClass(attributes.accessible).rawValue,
                attributes.isSynchronizable ? "sync" : attributes.accessible.isThisDeviceOnly ? "" : "export",
                ItemReport.moment(item.modified),
            ])
        }
        return table.lines(style: Console.style)
    }

    /// What names an item in a sentence.
    static func name(_ item: Item) -> String {
        let group = item.attributes.accessGroup?.rawValue ?? ""
        return "'\(harmless(item.attributes.service))' '\(harmless(item.attributes.account))' in \(group)"
    }

    /// The options that name an item and no other.
    static func options(for item: Item) -> String {
        let group = item.attributes.accessGroup?.rawValue ?? ""
        let twin = item.attributes.isSynchronizable ? "--synchronizable" : "--local"
        return "--group \(group) --service '\(harmless(item.attributes.service))' "
            + "--account '\(harmless(item.attributes.account))' \(twin)"
    }

    /// A moment in UTC to the second.
    static func moment(_ time: Timestamp) -> String {
        UTCTime(secondsSince1970: time.microseconds / 1_000_000)?.description ?? ""
    }

    /// A program's text without what could move the cursor or break the line.
    static func harmless(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar
                    }
                }
            )
        )
    }
}
