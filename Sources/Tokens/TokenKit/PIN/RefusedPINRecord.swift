internal import JetonLibcrypto
internal import JetonOctets

/// The tags of refused PINs, by token and role.
///
/// As text: a line that names the form, the salt of 32 octets, a mark of the boot of 8 octets, then a line for each
/// token with its key of 16 octets and 1 to 8 tags of 2 octets, the one used last at the end; all in hexadecimal.
/// Behind the tags, `=` and a decimal number are the tries that the token had left after the last refusal, where it
/// told.
struct RefusedPINRecord: Equatable {
    static let maximumLength = 32_768
    static let maximumTokenCount = 256
    static let maximumTagCount = 8
    private static let firstLine = "jeton-pin-guard 1"
    private static let iterations = 4000

    private struct Entry: Equatable {
        let key: [UInt8]
        var tags: [UInt16]
        var triesLeft: UInt?
    }

    private let salt: [UInt8]
    private let bootMark: [UInt8]
    private var entries: [Entry] = []

    /// Makes an empty record with a new salt.
    init(bootID: [UInt8]) throws(PINError) {
        var generator = SystemRandomNumberGenerator()
        salt = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        bootMark = try RefusedPINRecord.mark(of: bootID, salt: salt)
    }

    /// Reads what ``encoded`` wrote; nil if it is damaged in any way.
    init?(decoding octets: [UInt8]) {
        guard let text = String(validating: octets, as: UTF8.self), text.hasSuffix("\n") else { return nil }
        let lines = text.dropLast().lines(keepsEmpty: true)
        guard lines.count >= 3, lines[0] == RefusedPINRecord.firstLine,
            lines.count <= 3 + RefusedPINRecord.maximumTokenCount,
            let salt = Hex.decode(lines[1]), salt.count == 32,
            let bootMark = Hex.decode(lines[2]), bootMark.count == 8
        else { return nil }
        self.salt = salt
        self.bootMark = bootMark
        for line in lines[3...] {
            var words = line.split(separator: " ", omittingEmptySubsequences: false)
            var triesLeft: UInt?
            if let last = words.last, last.hasPrefix("=") {
                guard let number = UInt(last.dropFirst()) else { return nil }
                triesLeft = number
                words.removeLast()
            }
            guard (2...(1 + RefusedPINRecord.maximumTagCount)).contains(words.count),
                let key = Hex.decode(words[0]), key.count == 16, !entries.contains(where: { $0.key == key })
            else { return nil }
            var tags: [UInt16] = []
            for word in words.dropFirst() {
                guard let octets = Hex.decode(word), octets.count == 2 else { return nil }
                tags.append(UInt16(octets[0]) << 8 | UInt16(octets[1]))
            }
            entries.append(Entry(key: key, tags: tags, triesLeft: triesLeft))
        }
    }

    /// The record as it is written.
    var encoded: [UInt8] {
        var lines = [RefusedPINRecord.firstLine, Hex.encode(salt), Hex.encode(bootMark)]
        for entry in entries {
            let tags = entry.tags.map { Hex.encode($0.bigEndianOctets) }
            let tries = entry.triesLeft.map { ["=\($0)"] } ?? []
            lines.append(([Hex.encode(entry.key)] + tags + tries).joined(separator: " "))
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Whether the record was begun in a boot; one of another boot can't be compared with.
    func isOf(bootID: [UInt8]) throws(PINError) -> Bool {
        try bootMark == RefusedPINRecord.mark(of: bootID, salt: salt)
    }

    // MARK: - Tokens and tags

    /// The key under which a token's tags for a role are kept: 16 octets that don't tell which token it is.
    func key(token: [UInt8], role: PINPrompt.Role) throws(PINError) -> [UInt8] {
        let roleOctet: UInt8 =
            switch role {
            // One PIN, whether it opens a session or allows one operation.
            case .user, .contextSpecific: 1
            case .securityOfficer: 2
            case .puk: 3
            case .activation: 4
            case .passphrase: 5
            case .filePassphrase: 6
            case .secret: 7
            case .managementKey: 8
            }
        do throws(LibcryptoError) {
            return Array(try HMAC.sha256([roleOctet].span, token.span, key: salt.span).prefix(16))
        } catch {
            throw PINError(.guardUnavailable, detail: error.description)
        }
    }

    /// The first 16 bits of PBKDF2-HMAC-SHA-256 of a PIN (RFC 8018, 5.2).
    ///
    /// - Throws: ``PINError/Code/guardUnavailable`` if it can't be computed.
    func tag(of pin: borrowing Secret, key: [UInt8], bootID: [UInt8]) throws(PINError) -> UInt16 {
        do throws(LibcryptoError) {
            let tag = try KeyDerivation.pbkdf2(
                pin,
                salt: salt + bootID + key,
                iterations: RefusedPINRecord.iterations,
                digest: .sha256,
                count: 2
            )
            return tag.withBytes { UInt16($0[0]) << 8 | UInt16($0[1]) }
        } catch {
            throw PINError(.guardUnavailable, detail: error.description)
        }
    }

    func hasTags(for key: [UInt8]) -> Bool { entries.contains { $0.key == key } }

    func contains(_ tag: UInt16, for key: [UInt8]) -> Bool {
        entries.contains { $0.key == key && $0.tags.contains(tag) }
    }

    /// Adds a tag; the oldest of a token, and the token used longest ago, make room.
    mutating func insert(_ tag: UInt16, for key: [UInt8]) {
        var tags = entries.first { $0.key == key }?.tags ?? []
        tags.removeAll { $0 == tag }
        tags.append(tag)
        entries.removeAll { $0.key == key }
        entries.append(Entry(key: key, tags: tags.suffix(RefusedPINRecord.maximumTagCount)))
        entries = entries.suffix(RefusedPINRecord.maximumTokenCount)
    }

    /// The tries that a token had left after the last refusal; nil if they were not recorded.
    func triesLeft(for key: [UInt8]) -> UInt? { entries.first { $0.key == key }?.triesLeft }

    /// Notes the tries that a token has left after a refusal.
    mutating func note(triesLeft: UInt, for key: [UInt8]) {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
        entries[index].triesLeft = triesLeft
    }

    /// Removes a token's tags; whether there were any.
    mutating func remove(_ key: [UInt8]) -> Bool {
        let count = entries.count
        entries.removeAll { $0.key == key }
        return entries.count != count
    }

    private static func mark(of bootID: [UInt8], salt: [UInt8]) throws(PINError) -> [UInt8] {
        do throws(LibcryptoError) {
            return Array(try Digest.sha256.hash(salt + bootID).prefix(8))
        } catch {
            throw PINError(.guardUnavailable, detail: error.description)
        }
    }
}
