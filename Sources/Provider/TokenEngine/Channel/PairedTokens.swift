import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import SecureChannel

#if canImport(Glibc)
    import Glibc
#endif

/// The tokens that programs of this user are paired with, as far as can be told without unlocking anything.
///
/// Pairings of every program count: a card that shows itself as one of them has a channel, whichever program asks. They
/// are those in the keystore, whose attributes can be read while it is locked, and those in the index of `jeton pair`,
/// which needs no keystore.
struct PairedTokens {
    /// A token with a pairing.
    struct Entry {
        /// The serial number, in hexadecimal.
        let serialNumber: String
        /// The label that it showed last; empty if none is known.
        let label: String
        /// The reader in which it was seen last; empty if none is known.
        let reader: String
        /// Whether no card in that reader may be used in clear.
        let requiresChannelInReader: Bool
        /// Whether only the index knows it.
        let isFromIndex: Bool

        /// What it is called in a sentence.
        var name: String { label.isEmpty ? "with serial number \(serialNumber)" : "'\(label)'" }
    }

    /// What makes a card stand for a paired token.
    enum Claim {
        /// Its serial number.
        case serialNumber(Entry)
        /// Its label.
        case label(Entry)
        /// Its reader, whose policy is the token's.
        case reader(Entry)

        var entry: Entry {
            switch self {
            case .serialNumber(let entry), .label(let entry), .reader(let entry): entry
            }
        }
    }

    private static let maximumIndexCount = 4096
    private static let maximumRecordLength = 8192
    private static let indexSuffix = ".pairing"
    private static let labelLength = 32

    /// The tokens.
    let entries: [Entry]
    /// Why the keystore can't be asked, or not for all groups; nil if it was.
    let problem: KeystoreError?
    /// What is damaged of the pairings, so that a paired token may be missing in ``entries``; nil if all are whole.
    let damage: KeystoreError?

    /// Looks at a user's keystore and at the index beside it.
    init(_ store: UserKeystore) {
        var entries: [Entry] = []
        var problem: KeystoreError?
        var damage: KeystoreError?
        if store.exists {
            do throws(KeystoreError) {
                let keychain = try store.openLocked(for: Caller(hasEveryGroup: true))
                for group in try keychain.groupInformation() {
                    if let reason = group.problem {
                        problem = reason
                        if reason.code == .decoding { damage = reason }
                    } else {
                        let query = ItemQuery(service: ChannelKeyStore.service, accessGroup: group.group)
                        // A damaged record has lost its name: it may be a pairing.
                        damage = try keychain.obstacles(query).first ?? damage
                        entries += try Self.entries(keychain, query, &damage)
                    }
                }
            } catch {
                problem = error
            }
        }
        let known = Set(entries.map(\.serialNumber))
        for (name, entry) in Self.index(store.dataDirectory + "/pairings") {
            if let entry {
                if !known.contains(entry.serialNumber) { entries.append(entry) }
            } else if !known.contains(where: { name.hasSuffix("_\($0)\(Self.indexSuffix)") }) {
                damage = KeystoreError(
                    .decoding,
                    "the pairing record '\(name)' is damaged",
                    hint: "pair the token again, or delete the file \(store.dataDirectory)/pairings/\(name)"
                )
            }
        }
        self.entries = entries
        self.problem = problem
        self.damage = damage
    }

    /// Why a card without a channel can't be used in clear; nil if it can.
    ///
    /// - Parameters:
    ///   - serialNumbers: Those that the card tells, in hexadecimal.
    ///   - label: Its label.
    ///   - reader: Where it is.
    /// - Returns: The token that the card claims to be.
    func claim(serialNumbers: [String], label: String, reader: String) -> Claim? {
        let numbers = Set(serialNumbers.map(Self.number))
        if let entry = entries.first(where: { numbers.contains(Self.number($0.serialNumber)) }) {
            return .serialNumber(entry)
        }
        let name = Self.shown(label)
        if !name.isEmpty, let entry = entries.first(where: { Self.shown($0.label) == name }) { return .label(entry) }
        if let entry = entries.first(where: { $0.requiresChannelInReader && Self.isSame($0.reader, reader) }) {
            return .reader(entry)
        }
        return nil
    }

    private static func isSame(_ noted: String, _ reader: String) -> Bool {
        !noted.isEmpty && reader.utf8.prefix(CardPairing.maximumReaderLength).elementsEqual(noted.utf8)
    }

    /// A serial number as callers compare it: as a number, so that leading zeros do not count.
    private static func number(_ serialNumber: String) -> String {
        let digits = serialNumber.lowercased().drop { $0 == "0" }
        return String(digits)
    }

    /// A label as callers of PKCS #11 see it: 32 bytes without the blanks at the end.
    private static func shown(_ label: String) -> [UInt8] {
        var octets = Array(label.utf8.prefix(labelLength))
        while octets.last == 0x20 || octets.last == 0x00 { octets.removeLast() }
        return octets
    }

    private static func entries(
        _ keychain: Keychain,
        _ query: ItemQuery,
        _ damage: inout KeystoreError?
    ) throws(KeystoreError) -> [Entry] {
        let items: [Item]
        do throws(KeystoreError) { items = try keychain.items(query) } catch {
            guard error.code == .decoding else { throw error }
            damage = error
            return []
        }
        var entries: [Entry] = []
        for item in items {
            // The account is the serial number, a hyphen and the card's identifier.
            let pairing = try? CardPairing(decoding: item.attributes.generic ?? [])
            if pairing == nil { damage = KeystoreError.damagedRecord(in: query.accessGroup ?? .token) }
            let entry = Entry(
                serialNumber: String(item.attributes.account.prefix { $0 != "-" }),
                label: pairing?.tokenLabel ?? item.attributes.label ?? "",
                reader: pairing?.reader ?? "",
                requiresChannelInReader: pairing?.requiresChannelInReader ?? false,
                isFromIndex: false
            )
            entries.append(entry)
        }
        return entries
    }

    // MARK: - Index

    /// What a file of the index says.
    private enum Record {
        /// A token that Jeton's own module has paired.
        case own(Entry)
        /// A token that is not for us, or a file that has gone.
        case other
        /// Anything but a record.
        case damaged
    }

    /// The tokens in the index that Jeton's own module has paired, by the names of their files; nil for a damaged record.
    private static func index(_ directory: String) -> [(name: String, entry: Entry?)] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(stream) }
        var entries: [(name: String, entry: Entry?)] = []
        var count = 0
        while let file = unsafe readdir(stream), count < maximumIndexCount {
            count += 1
            let name = unsafe withUnsafeBytes(of: &file.pointee.d_name) { octets in
                unsafe String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(indexSuffix), !name.hasPrefix(".") else { continue }
            switch record("\(directory)/\(name)") {
            case .own(let entry): entries.append((name, entry))
            case .damaged: entries.append((name, nil))
            case .other: continue
            }
        }
        return entries
    }

    private static func record(_ path: String) -> Record {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT ? .other : .damaged }
        defer { close(descriptor) }
        var octets = [UInt8](repeating: 0, count: maximumRecordLength + 1)
        let read = unsafe octets.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard (1...maximumRecordLength).contains(read) else { return .damaged }
        var values: [Substring: Substring] = [:]
        for line in String(decoding: octets.prefix(read), as: UTF8.self).lines() {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let key = parts[0].split(separator: " ").first else { continue }
            values[key] = parts[1].drop { $0 == " " }
        }
        guard let path = values["module"], let serialNumber = values["serial"], !serialNumber.isEmpty else {
            return .damaged
        }
        // A vendor's module keeps its tokens' channels itself.
        guard path.split(separator: "/").last?.hasPrefix("libjeton-pkcs11") == true else { return .other }
        return .own(
            Entry(
                serialNumber: String(serialNumber),
                label: String(values["label"] ?? ""),
                reader: String(values["reader"] ?? ""),
                requiresChannelInReader: false,
                isFromIndex: true
            )
        )
    }
}
