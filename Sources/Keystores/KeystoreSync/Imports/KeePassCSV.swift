package import JetonKeystoreBase
package import JetonOctets

/// Entries of a KeePass or KeePassXC database that was exported as CSV.
///
/// The first line names the columns. Those of KeePassXC are Group, Title, Username, Password, URL and Notes; those of
/// KeePass are Account, Login Name, Password, Web Site and Comments. Other columns are passed over.
package enum KeePassCSV {
    private static let columns: [String: Field] = [
        "group": .group, "title": .title, "account": .title, "username": .user, "user name": .user,
        "login name": .user, "password": .password, "url": .address, "web site": .address, "notes": .notes,
        "comments": .notes, "totp": .oneTimePassword,
    ]

    private enum Field {
        case group, title, user, password, address, notes, oneTimePassword
    }

    /// Reads a file.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` without the columns of a title and a password, or for quotes that do not
    ///   end.
    package static func items(_ file: borrowing Secret) throws(KeystoreError) -> [ForeignItem] {
        var rows = try file.withBytes { (octets: Span<UInt8>) throws(KeystoreError) in try Self.rows(octets) }
        defer {
            for row in rows.indices {
                for cell in rows[row].indices { rows[row][cell].wipe() }
            }
        }
        guard let head = rows.first else { throw KeystoreError(.decoding, "the file is empty") }
        let fields = head.map { columns[$0.text.lowercased()] }
        guard fields.contains(.title), fields.contains(.password) else {
            throw KeystoreError(
                .decoding,
                "the first line does not name a title column and a password column",
                hint: "export the database again, with KeePassXC: Database, Export, to CSV file"
            )
        }
        var items: [ForeignItem] = []
        for row in rows.dropFirst() where !(row.count == 1 && row[0].octets.isEmpty) {
            var entry = KeePassEntry()
            for (field, cell) in zip(fields, row) {
                switch field {
                case .group: entry.group = cell.text
                case .title: entry.title = cell.text
                case .user: entry.user = cell.text
                case .address: entry.address = cell.text
                case .password: entry.password = SharedSecret(copying: cell.octets.span)
                case .notes: entry.notes = SharedSecret(copying: cell.octets.span)
                case .oneTimePassword: entry.oneTimePassword = SharedSecret(copying: cell.octets.span)
                case nil: break
                }
            }
            items += entry.items
        }
        return items
    }

    /// A cell, which is wiped at the end.
    private struct Cell {
        var octets: [UInt8] = []
        var text: String { String(decoding: octets, as: UTF8.self) }

        mutating func wipe() {
            for index in octets.indices { octets[index] = 0 }
        }
    }

    /// RFC 4180, with line ends of either kind; KeePass puts a backslash before a quote and a
    /// backslash, KeePassXC does not.
    private static func rows(_ octets: Span<UInt8>) throws(KeystoreError) -> [[Cell]] {
        let (quote, comma, feed, backslash) = (
            UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\\")
        )
        var rows: [[Cell]] = []
        var row: [Cell] = []
        var cell = Cell()
        var isQuoted = false
        // The columns of KeePass; KeePassXC writes a backslash as it is.
        var escapes: Bool { (rows.first ?? row).contains { $0.text.lowercased() == "login name" } }
        // A mark of the byte order.
        var index = octets.count >= 3 && octets[0] == 0xEF && octets[1] == 0xBB && octets[2] == 0xBF ? 3 : 0
        while index < octets.count {
            let octet = octets[index]
            let next = index + 1 < octets.count ? octets[index + 1] : nil
            index += 1
            if isQuoted {
                if octet == quote, next == quote {
                    cell.octets.append(quote)
                    index += 1
                } else if escapes, octet == backslash, let next, next == quote || next == backslash {
                    cell.octets.append(next)
                    index += 1
                } else if octet == quote {
                    isQuoted = false
                } else {
                    cell.octets.append(octet)
                }
                continue
            }
            switch octet {
            case quote where cell.octets.isEmpty: isQuoted = true
            case comma:
                row.append(cell)
                cell = Cell()
            case feed:
                if cell.octets.last == UInt8(ascii: "\r") { cell.octets.removeLast() }
                rows.append(row + [cell])
                row = []
                cell = Cell()
            default: cell.octets.append(octet)
            }
        }
        guard !isQuoted else { throw KeystoreError(.decoding, "a quoted cell in the file is not closed") }
        if !row.isEmpty || !cell.octets.isEmpty { rows.append(row + [cell]) }
        return rows
    }
}
