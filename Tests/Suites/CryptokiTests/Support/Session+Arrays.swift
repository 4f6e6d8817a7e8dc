import Cryptoki
import JetonOctets

// The same calls with arrays: the macros of Swift Testing take expressions apart and can't hold a span.
extension Session {
    mutating func sign(
        _ data: [UInt8],
        with mechanism: Mechanism,
        key: ObjectHandle,
        expectedLength: Int = 512,
        contextLogin: ContextLogin? = nil
    ) throws(CryptokiError) -> [UInt8] {
        try sign(data.span, with: mechanism, key: key, expectedLength: expectedLength, contextLogin: contextLogin)
    }

    mutating func verify(
        _ signature: [UInt8],
        of data: [UInt8],
        with mechanism: Mechanism,
        key: ObjectHandle
    ) throws(CryptokiError) -> Bool {
        try verify(signature.span, of: data.span, with: mechanism, key: key)
    }

    mutating func digest(_ data: [UInt8], with mechanism: Mechanism) throws(CryptokiError) -> [UInt8] {
        try digest(data.span, with: mechanism)
    }

    mutating func encrypt(
        _ plaintext: [UInt8],
        with mechanism: Mechanism,
        key: ObjectHandle
    ) throws(CryptokiError) -> [UInt8] {
        try encrypt(plaintext.span, with: mechanism, key: key)
    }

    mutating func decrypt(
        _ ciphertext: [UInt8],
        with mechanism: Mechanism,
        key: ObjectHandle
    ) throws(CryptokiError) -> [UInt8] {
        try decrypt(ciphertext.span, with: mechanism, key: key)
    }

    mutating func logIn(_ user: UserType = .user, with pin: String) throws(CryptokiError) {
        try login(user, pin: Secret(copying: Array(pin.utf8).span))
    }
}
