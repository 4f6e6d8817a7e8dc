package import JetonKeystoreBase
package import JetonOctets
import JetonXML

/// Entries of a KeePass 2 database that was exported as XML.
///
/// Former versions of entries and what lies in the recycle bin are passed over.
package enum KeePassXML {
    /// Reads a file.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` for anything that is not such a file.
    package static func items(_ file: borrowing Secret) throws(KeystoreError) -> [ForeignItem] {
        do throws(XMLError) {
            return try file.withBytes { (octets: Span<UInt8>) throws(XMLError) in
                var reader = XMLReader(KeePassHandler())
                try reader.read(octets)
                try reader.finish()
                return reader.handler.items
            }
        } catch {
            throw KeystoreError(
                .decoding,
                "the file is not a KeePass database in XML: \(error)",
                hint: "export the database again: File, Export, KeePass XML (2.x)"
            )
        }
    }
}

private struct KeePassHandler: XMLHandler {
    private struct Group {
        var name = ""
        var identifier = ""
    }

    private var path: [String] = []
    private var groups: [Group] = []
    private var recycleBin = ""
    private var entry: KeePassEntry?
    private var historyDepth = 0
    private var field = ""
    private var value: [UInt8] = []
    private var entries: [(entry: KeePassEntry, groups: [Group])] = []

    /// The recycle bin is named in front of the entries, and the outermost group is the database.
    var items: [ForeignItem] {
        entries.filter { pair in !pair.groups.contains { $0.identifier == recycleBin && !recycleBin.isEmpty } }
            .flatMap { pair in
                var entry = pair.entry
                entry.group = pair.groups.dropFirst().map(\.name).joined(separator: "/")
                return entry.items
            }
    }

    mutating func startElement(_ tag: borrowing XMLTag) throws(XMLError) {
        if path.isEmpty, tag.localName != "KeePassFile" { throw XMLError(.malformed, at: tag.offset, "no KeePassFile") }
        path.append(tag.localName)
        wipeValue()
        switch tag.localName {
        case "Group": groups.append(Group())
        case "History": historyDepth += 1
        case "Entry" where historyDepth == 0: entry = KeePassEntry()
        case "String": field = ""
        default: break
        }
    }

    mutating func endElement(_ tag: borrowing XMLTag) throws(XMLError) {
        let parent = path.dropLast().last ?? ""
        var text: String { String(decoding: value, as: UTF8.self) }
        switch (parent, tag.localName) {
        case ("Meta", "RecycleBinUUID"): recycleBin = text
        case ("Group", "Name"): if !groups.isEmpty { groups[groups.count - 1].name = text }
        case ("Group", "UUID"): if !groups.isEmpty { groups[groups.count - 1].identifier = text }
        case ("String", "Key"): field = text
        case ("String", "Value"): if historyDepth == 0 { takeValue() }
        case (_, "Group"): _ = groups.popLast()
        case (_, "History"): historyDepth -= 1
        case (_, "Entry") where historyDepth == 0:
            if let entry { entries.append((entry, groups)) }
            entry = nil
        default: break
        }
        wipeValue()
        path.removeLast()
    }

    mutating func text(_ bytes: Span<UInt8>) throws(XMLError) {
        // A secret is at most as large as a keychain takes.
        guard value.count + bytes.count <= 1_048_576 else { return }
        for index in bytes.indices { value.append(bytes[index]) }
    }

    private mutating func takeValue() {
        let text = String(decoding: value, as: UTF8.self)
        let secret = SharedSecret(copying: value.span)
        switch field {
        case "Title": entry?.title = text
        case "UserName": entry?.user = text
        case "URL": entry?.address = text
        case "Password": entry?.password = secret
        case "Notes": entry?.notes = secret
        default: entry?.further.append((field, secret))
        }
    }

    private mutating func wipeValue() {
        for index in value.indices { value[index] = 0 }
        value.removeAll(keepingCapacity: true)
    }

    mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) throws(XMLError) {}
    mutating func markup(_ bytes: Span<UInt8>) throws(XMLError) {}
    mutating func endMarkup() throws(XMLError) {}
}
