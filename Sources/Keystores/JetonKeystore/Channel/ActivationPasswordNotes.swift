import JetonFiles
public import JetonKeystoreBase
import JetonLibcrypto
public import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// What is remembered of the activation passwords of tokens, beside the pairings: whether the user allows legacy ones,
/// and which were used up here.
///
/// A file for each token in `passwords` below Jeton's data directory, mode 0600: the line `legacy` is the user's
/// consent, and `used SALT TAG` stands for a used password, with a salt of 8 bytes and the first 2 bytes of its HMAC, in
/// hexadecimal. One password in 65,536 has the same tag, so the file does not tell the password.
///
/// Blocks on the file system; may be used from any thread and by several processes.
public struct ActivationPasswordNotes: Sendable {
    private static let consent = "legacy"
    private static let maximumLength = 4096
    private static let maximumUsedCount = 64
    private static let saltLength = 8
    private static let tagLength = 2

    private let directory: String

    /// Uses the data directory of Jeton, an absolute path.
    public init(dataDirectory: String) { directory = dataDirectory + "/passwords" }

    /// Whether the user allows the legacy passwords of a token.
    ///
    /// - Parameter serialNumber: The token's serial number in hexadecimal, 1 to 16 digits.
    /// - Returns: False for a token of which nothing is noted.
    /// - Throws: ``KeystoreError/Code/notAvailable`` for a file that others can write.
    public func allowsLegacy(_ serialNumber: String) throws(KeystoreError) -> Bool {
        try lines(serialNumber).contains(Self.consent)
    }

    /// Notes or withdraws the user's consent to the legacy passwords of a token.
    ///
    /// - Returns: Whether that changed anything.
    /// - Throws: ``KeystoreError/Code/inputOutput``, ``KeystoreError/Code/invalidParameter`` for a number that is not
    ///   hexadecimal.
    @discardableResult
    public func setAllowsLegacy(_ isAllowed: Bool, _ serialNumber: String) throws(KeystoreError) -> Bool {
        var lines = try lines(serialNumber)
        guard lines.contains(Self.consent) != isAllowed else { return false }
        lines.removeAll { $0 == Self.consent }
        if isAllowed { lines.append(Self.consent) }
        try write(lines, serialNumber)
        return true
    }

    /// Whether a password paired a program of this user with a token before.
    ///
    /// - Parameters:
    ///   - symbols: The password without check symbol and hyphens.
    ///   - serialNumber: The token's serial number in hexadecimal, 1 to 16 digits.
    /// - Returns: False for a token of which nothing is noted.
    /// - Throws: ``KeystoreError``.
    public func wasUsed(_ symbols: borrowing Secret, _ serialNumber: String) throws(KeystoreError) -> Bool {
        for line in try lines(serialNumber) {
            let words = line.split(separator: " ")
            guard words.count == 3, words[0] == "used", let salt = Hex.decode(words[1]), salt.count == Self.saltLength,
                let tag = Hex.decode(words[2])
            else { continue }
            if try Self.tag(symbols, salt) == tag { return true }
        }
        return false
    }

    /// Notes that a password has paired a program and is used up; the oldest of 64 makes room.
    ///
    /// - Throws: ``KeystoreError``.
    public func noteUse(_ symbols: borrowing Secret, _ serialNumber: String) throws(KeystoreError) {
        var lines = try lines(serialNumber)
        let salt = try Primitives.random(Self.saltLength)
        lines.append("used \(Hex.encode(salt)) \(Hex.encode(try Self.tag(symbols, salt)))")
        let consent = lines.filter { $0 == Self.consent }
        try write(consent + lines.filter { $0 != Self.consent }.suffix(Self.maximumUsedCount), serialNumber)
    }

    private static func tag(_ symbols: borrowing Secret, _ salt: [UInt8]) throws(KeystoreError) -> [UInt8] {
        Array(try Primitives.authenticate(symbols, Array("jeton used password".utf8), salt.span).prefix(tagLength))
    }

    private func lines(_ serialNumber: String) throws(KeystoreError) -> [String] {
        let path = "\(directory)/\(try Self.name(serialNumber))"
        let octets = try KeystoreError.read(path, limit: Self.maximumLength) { (status) throws(KeystoreError) in
            guard status.owner == geteuid(), !status.isWritableByOthers else {
                throw KeystoreError(
                    .notAvailable,
                    "'\(path)' can be written by other users",
                    hint: "chmod 600 '\(path)', and chown it"
                )
            }
        }
        return String(decoding: octets ?? [], as: UTF8.self).lines().map(String.init)
    }

    private func write(_ lines: [String], _ serialNumber: String) throws(KeystoreError) {
        let text = lines.map { $0 + "\n" }.joined()
        let name = try Self.name(serialNumber)
        try KeystoreError.ofFiles { () throws(FileError) in
            try ReplacedFile.makeDirectory(directory)
            try ReplacedFile.write(Array(text.utf8), in: directory, name: name, mode: 0o600)
        }
    }

    private static func name(_ serialNumber: String) throws(KeystoreError) -> String {
        guard (1...16).contains(serialNumber.utf8.count), serialNumber.utf8.allSatisfy({ isHexadecimal($0) }) else {
            throw KeystoreError(.invalidParameter, "a token's serial number has 1 to 16 hexadecimal digits")
        }
        return serialNumber.lowercased()
    }

    private static func isHexadecimal(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
