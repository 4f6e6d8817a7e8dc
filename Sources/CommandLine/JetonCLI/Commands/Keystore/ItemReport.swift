internal import Entitlements
internal import Keystore
internal import KeystoreBase
internal import Octets

/// Items of the keystore for people and programs; a secret is never among it.
struct ItemReport {
    let items: [Item]

    /// One item as a document.
    static func json(_ item: Item) -> JSON {
        let attributes = item.attributes
        return .object([
            ("group", .text(attributes.accessGroup?.rawValue)), ("service", .string(attributes.service)),
            ("account", .string(attributes.account)), ("label", .text(attributes.label)),
            ("kind", .text(attributes.kind)), ("comment", .text(attributes.comment)),
            ("generic", .text(attributes.generic.map { Hex.encode($0) })),
            ("accessible", .string(AccessibilityOptions.word(attributes.accessible))),
            ("thisDeviceOnly", .bool(attributes.accessible.isThisDeviceOnly)),
            ("synchronizable", .bool(attributes.isSynchronizable)), ("hasSecret", .bool(item.hasData)),
            ("created", .string(moment(item.created))), ("modified", .string(moment(item.modified))),
            ("version", .count(UInt(clamping: item.version))),
            ("reference", .string(Hex.encode(item.persistentReference.octets))),
        ])
    }

    /// All items as a document.
    var json: JSON { .array(items.map { ItemReport.json($0) }) }

    /// A table.
    var lines: [String] {
        guard !items.isEmpty else { return ["there is no item"] }
        var table = Table(["group", "service", "account", "label", "readable", "shared via", "modified"])
        for item in items {
            let attributes = item.attributes
            table.add([
                attributes.accessGroup.map { ItemReport.harmless($0.rawValue) } ?? "",
                ItemReport.harmless(attributes.service), ItemReport.harmless(attributes.account),
                ItemReport.harmless(attributes.label ?? ""), AccessibilityOptions.word(attributes.accessible),
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
