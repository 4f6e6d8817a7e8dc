import AgeFiles
import JetonJSON
import JetonKeystoreBase
import JetonOctets

/// Items of a keychain in a file that the age program opens as well.
///
/// The plain text is a line `{"format":"jeton keystore export","v":1}` and a line of canonical JSON for each item, in
/// the order of group, service and account.
struct KeychainArchive {
    private static let format = "jeton keystore export"
    private static let itemLimit = 1_000_000
    private static let head =
        CanonicalJSON.object(["format": .string(format), "v": .integer(1)]).encoded + [0x0A]

    /// The items that can be read.
    let items: [ArchiveItem]
    /// Those that cannot.
    let refused: [ImportReport.Refusal]

    /// Takes items in any order.
    init(_ items: [ArchiveItem]) {
        self.items = items.sorted { $1.follows($0) }
        refused = []
    }

    /// The plain text.
    private var text: TransientSecret {
        let text = TransientSecret(capacity: KeychainArchive.head.count + items.reduce(0) { $0 + $1.count })
        text.append(KeychainArchive.head.span)
        for item in items { item.append(to: text) }
        return text
    }

    /// The file.
    func sealed(_ protection: borrowing ArchiveProtection) throws(KeystoreError) -> [UInt8] {
        switch protection {
        case .recipients(let recipients): try AgeFile.encrypt(text, to: recipients)
        case .passphrase(let passphrase):
            try AgeFile.encrypt(text, passphrase: passphrase, workFactor: AgeFile.defaultWorkFactor)
        }
    }

    /// Opens and reads a file.
    ///
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if it is for others; ``KeystoreError/Code/decoding``.
    init(_ file: [UInt8], openedBy key: borrowing ArchiveKey) throws(KeystoreError) {
        let plain =
            switch key {
            case .identity(let identity): try AgeFile.open(file, with: identity)
            case .passphrase(let passphrase): try AgeFile.open(file, passphrase: passphrase)
            }
        do throws(EncodingError) {
            try self.init(plain)
        } catch {
            throw KeystoreError(.decoding, "the file can be decrypted, but is not a keystore export: \(error)")
        }
    }

    private init(_ plain: TransientSecret) throws(EncodingError) {
        let text = plain.octets
        guard text.starts(with: KeychainArchive.head) else { throw EncodingError(.unexpectedValue, at: 0) }
        var position = KeychainArchive.head.count
        var items: [ArchiveItem] = []
        var refused: [ImportReport.Refusal] = []
        while position < text.count {
            guard items.count + refused.count < KeychainArchive.itemLimit else {
                throw EncodingError(.limitExceeded, at: position)
            }
            var reader = JSONReader(text, at: position, deferredMember: ItemLine.secretMember)
            let line = try reader.readLine()
            switch try ArchiveItem.parse(line.value, in: text) {
            case .item(let item):
                if let last = items.last, !item.follows(last) { throw EncodingError(.unexpectedValue, at: position) }
                items.append(item)
            case .refused(let refusal): refused.append(refusal)
            }
            position = line.next
        }
        self.items = items
        self.refused = refused
    }
}
