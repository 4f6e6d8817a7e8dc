import Keystore
import KeystoreBase
import Octets
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

    /// Looks at a user's keystore and at the index beside it.
    init(_ store: UserKeystore) {
        var entries: [Entry] = []
        var problem: KeystoreError?
        if store.exists {
            do throws(KeystoreError) {
                let keychain = try store.openLocked(for: Caller(hasEveryGroup: true))
                for group in try keychain.groupInformation() {
                    if let reason = group.problem {
                        problem = reason
                    } else {
                        entries += try Self.entries(keychain, group.group)
                    }
                }
            } catch {
                problem = error
            }
        }
        let known = Set(entries.map(\.serialNumber))
        entries += Self.index(store.dataDirectory + "/pairings").filter { !known.contains($0.serialNumber) }
        self.entries = entries
        self.problem = problem
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

    private static func entries(_ keychain: Keychain, _ group: AccessGroup) throws(KeystoreError) -> [Entry] {
        try keychain.items(ItemQuery(service: ChannelKeyStore.service, accessGroup: group)).map { item in
            // The account is the serial number, a hyphen and the card's identifier.
            let pairing = try? CardPairing(decoding: item.attributes.generic ?? [])
            return Entry(
                serialNumber: String(item.attributes.account.prefix { $0 != "-" }),
                label: pairing?.tokenLabel ?? "",
                reader: pairing?.reader ?? "",
                requiresChannelInReader: pairing?.requiresChannelInReader ?? false,
                isFromIndex: false
            )
        }
    }

    // MARK: - Index

    /// The tokens in the index that Jeton's own module has paired.
    private static func index(_ directory: String) -> [Entry] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(stream) }
        var entries: [Entry] = []
        var count = 0
        while let file = unsafe readdir(stream), count < maximumIndexCount {
            count += 1
            let name = unsafe withUnsafeBytes(of: &file.pointee.d_name) { octets in
                unsafe String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(indexSuffix), !name.hasPrefix("."), let entry = record("\(directory)/\(name)")
            else { continue }
            entries.append(entry)
        }
        return entries
    }

    private static func record(_ path: String) -> Entry? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var octets = [UInt8](repeating: 0, count: maximumRecordLength + 1)
        let read = unsafe octets.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard (1...maximumRecordLength).contains(read) else { return nil }
        var values: [Substring: Substring] = [:]
        for line in String(decoding: octets.prefix(read), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let key = parts[0].split(separator: " ").first else { continue }
            values[key] = parts[1].drop { $0 == " " }
        }
        let module = values["module"]?.split(separator: "/").last ?? ""
        // A vendor's module keeps its tokens' channels itself.
        guard module.hasPrefix("libjeton-pkcs11"), let serialNumber = values["serial"], !serialNumber.isEmpty else {
            return nil
        }
        return Entry(
            serialNumber: String(serialNumber),
            label: String(values["label"] ?? ""),
            reader: String(values["reader"] ?? ""),
            requiresChannelInReader: false,
            isFromIndex: true
        )
    }
}
