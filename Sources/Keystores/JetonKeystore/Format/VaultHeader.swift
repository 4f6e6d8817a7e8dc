import JetonKeystoreBase
import JetonOctets

/// The 128 octets at the start of a vault file.
struct VaultHeader: Sendable {
    static let size = 128
    static let magic = Array("JTVAULT1".utf8)
    static let format: UInt16 = 1
    static let suite: UInt16 = 1
    static let entrySize = 72

    var store: [UInt8]
    var vault: [UInt8]
    var generation: UInt64
    var count: Int
    var previousRoot: [UInt8]
    var salt: [UInt8]

    var encoded: [UInt8] {
        var octets = VaultHeader.magic
        octets.appendLittleEndian(VaultHeader.format)
        octets.appendLittleEndian(VaultHeader.suite)
        octets.appendLittleEndian(UInt32(0))
        octets.append(contentsOf: store)
        octets.append(contentsOf: vault)
        octets.appendLittleEndian(generation)
        octets.appendLittleEndian(UInt32(count))
        octets.appendLittleEndian(UInt32(VaultHeader.entrySize))
        octets.append(contentsOf: previousRoot)
        octets.append(contentsOf: salt)
        return octets
    }

    /// Where the records begin: behind the index, on a multiple of 64.
    var recordsStart: Int { VaultHeader.aligned(VaultHeader.size + count * VaultHeader.entrySize) }

    static func aligned(_ offset: Int) -> Int { (offset + 63) / 64 * 64 }
}

extension VaultHeader {
    /// Reads the header of a vault file.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` that names what is wrong.
    init(_ file: [UInt8], named name: String) throws(KeystoreError) {
        let format: UInt16
        do throws(EncodingError) {
            var cursor = ByteCursor(file)
            guard Array(try cursor.read(VaultHeader.magic.count)) == VaultHeader.magic else {
                throw EncodingError(.unexpectedValue, at: 0)
            }
            format = try cursor.readLittleEndian()
        } catch {
            throw KeystoreError.damaged(name, "it is not a vault: \(error)")
        }
        guard format <= VaultHeader.format else {
            throw KeystoreError.newerFormat(name, format, known: VaultHeader.format)
        }
        do throws(EncodingError) {
            try self.init(body: file)
        } catch {
            throw KeystoreError.damaged(name, "its header is not a vault header: \(error)")
        }
    }

    private init(body file: [UInt8]) throws(EncodingError) {
        var cursor = ByteCursor(file)
        _ = try cursor.read(VaultHeader.magic.count)
        guard
            try cursor.readLittleEndian(UInt16.self) == VaultHeader.format,
            try cursor.readLittleEndian(UInt16.self) == VaultHeader.suite,
            try cursor.readLittleEndian(UInt32.self) == 0
        else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
        store = Array(try cursor.read(16))
        vault = Array(try cursor.read(16))
        generation = try cursor.readLittleEndian()
        count = Int(try cursor.readLittleEndian(UInt32.self))
        guard count <= RecordLimits.records else { throw EncodingError(.limitExceeded, at: cursor.offset) }
        guard try cursor.readLittleEndian(UInt32.self) == UInt32(VaultHeader.entrySize) else {
            throw EncodingError(.unexpectedValue, at: cursor.offset)
        }
        previousRoot = Array(try cursor.read(32))
        salt = Array(try cursor.read(32))
    }
}
