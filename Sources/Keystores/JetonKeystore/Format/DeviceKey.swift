import JetonKeystoreBase
import JetonOctets

/// The file with the store's identifier and the key that proves and names without a passphrase.
///
/// | offset | octets | content |
/// |---|---|---|
/// | 0 | 8 | `JTDEVKEY` |
/// | 8 | 16 | the store's identifier |
/// | 24 | 32 | the key |
/// | 56 | 8 | the first octets of SHA-256 over what stands before |
struct DeviceKey: ~Copyable, Sendable {
    static let fileName = "device.key"
    static let size = 64
    private static let magic = Array("JTDEVKEY".utf8)

    let store: [UInt8]
    let key: Secret

    private init(store: [UInt8], key: consuming Secret) {
        self.store = store
        self.key = key
    }

    /// Makes a new one.
    static func generate() throws(KeystoreError) -> DeviceKey {
        DeviceKey(store: try Primitives.random(16), key: try Primitives.randomKey())
    }

    /// Reads a file.
    static func decode(_ file: borrowing Secret, name: String) throws(KeystoreError) -> DeviceKey {
        let isWhole = try file.withBytes { (file) throws(KeystoreError) in
            guard file.count == DeviceKey.size else { return false }
            let digest = try Primitives.sha256(file.extracting(0..<56))
            return ConstantTime.equals(file.extracting(0..<8), DeviceKey.magic.span)
                && ConstantTime.equals(file.extracting(56..<64), digest.span.extracting(0..<8))
        }
        guard isWhole else { throw KeystoreError.damaged(name, "it is not a device key") }
        return DeviceKey(
            store: file.withBytes { [UInt8](copying: $0.extracting(8..<24)) },
            key: file.withBytes { Secret(copying: $0.extracting(24..<56)) }
        )
    }

    borrowing func encoded() throws(KeystoreError) -> Secret {
        let head = DeviceKey.magic + store
        let body = key.withBytes { key in
            Secret(capacity: 56) { (span: inout MutableSpan<UInt8>) in
                for index in 0..<24 { span[index] = head[index] }
                for index in 0..<32 { span[24 + index] = key[index] }
                return 56
            }
        }
        return try body.withBytes { (body) throws(KeystoreError) in
            let digest = try Primitives.sha256(body)
            return Secret(capacity: DeviceKey.size) { (span: inout MutableSpan<UInt8>) in
                for index in 0..<56 { span[index] = body[index] }
                for index in 0..<8 { span[56 + index] = digest[index] }
                return DeviceKey.size
            }
        }
    }
}
