import JetonKeystoreBase
import JetonOctets

/// The first 4,096 bytes of a protected file: its class, its wrapped key and its sealed name.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 8 | `JTPFILE1` |
/// | 8 | 2 | the class key: as in the keybag |
/// | 10 | 2 | flags: 1 the name is sealed under the file's key |
/// | 12 | 4 | zeros |
/// | 16 | 16 | the store's identifier |
/// | 32 | 16 | the file's identifier, random |
/// | 48 | 16 | the payload's nonce, random |
/// | 64 | 4 + n | the wrapped file key |
/// | | 4 + n | the sealed name |
/// | | | zeros |
///
/// Both sealed parts are bound to the first 64 bytes. Integers are little-endian.
struct ProtectedFileHeader: Sendable {
    static let size = 4096
    private static let magic = Array("JTPFILE1".utf8)
    private static let wrapLimit = 256
    private static let nameLimit = 255 + Primitives.sealOverhead

    let store: [UInt8]
    let identifier: [UInt8]
    let nonce: [UInt8]
    let protection: FileProtection
    let classKey: ClassKeyName
    let hidesName: Bool
    var wrap: [UInt8] = []
    var sealedName: [UInt8] = []

    /// A header of a new file, whose sealed parts are missing yet.
    init(
        store: [UInt8],
        protection: FileProtection,
        _ keys: ClassKeys,
        hidesName: Bool
    ) throws(KeystoreError) {
        self.store = store
        self.protection = protection
        classKey = keys.name(protection.protection)
        self.hidesName = hidesName
        identifier = try Primitives.random(16)
        nonce = try Primitives.random(PayloadCipher.nonceSize)
    }

    /// What the sealed parts are bound to.
    func bound(_ label: String) -> [UInt8] { Array(label.utf8) + head }

    private var head: [UInt8] {
        var octets = ProtectedFileHeader.magic
        octets.appendLittleEndian(classKey.rawValue)
        octets.appendLittleEndian(UInt16(hidesName ? 1 : 0))
        octets.appendLittleEndian(UInt32(0))
        return octets + store + identifier + nonce
    }

    var encoded: [UInt8] {
        var octets = head
        octets.appendCounted(wrap)
        octets.appendCounted(sealedName)
        octets.append(contentsOf: repeatElement(0, count: ProtectedFileHeader.size - octets.count))
        return octets
    }

    /// Reads a header.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` if it is malformed or of another store.
    init(_ octets: [UInt8], store expected: [UInt8], name: String) throws(KeystoreError) {
        guard octets.starts(with: ProtectedFileHeader.magic) else {
            throw KeystoreError(.decoding, "\(name) is not a protected file", cause: .foreignFile)
        }
        guard octets.count == ProtectedFileHeader.size else {
            throw KeystoreError(.decoding, "\(name) is damaged: it is truncated")
        }
        do throws(EncodingError) {
            var cursor = ByteCursor(octets[8...])
            let number = try cursor.readLittleEndian(UInt16.self)
            guard let classKey = ClassKeyName(rawValue: number), let protection = FileProtection(classKey.protection)
            else {
                throw EncodingError(.unexpectedValue, at: cursor.offset)
            }
            self.protection = protection
            self.classKey = classKey
            let flags = try cursor.readLittleEndian(UInt16.self)
            guard flags <= 1, try cursor.readLittleEndian(UInt32.self) == 0 else {
                throw EncodingError(.unexpectedValue, at: cursor.offset)
            }
            hidesName = flags == 1
            store = Array(try cursor.read(16))
            identifier = Array(try cursor.read(16))
            nonce = Array(try cursor.read(PayloadCipher.nonceSize))
            wrap = Array(try cursor.readCounted(limit: ProtectedFileHeader.wrapLimit))
            sealedName = Array(try cursor.readCounted(limit: ProtectedFileHeader.nameLimit))
            guard octets[(72 + wrap.count + sealedName.count)...].allSatisfy({ $0 == 0 }) else {
                throw EncodingError(.unexpectedValue, at: cursor.offset)
            }
        } catch { throw KeystoreError(.decoding, "the header of \(name) is damaged: \(error)") }
        guard store == expected else {
            throw KeystoreError(.decoding, "\(name) is damaged, or belongs to another keystore")
        }
    }
}
