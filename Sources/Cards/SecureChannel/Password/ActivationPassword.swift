public import JetonOctets

/// A password that pairs a card with one program, once: 12 symbols for the modern suite, 14 for
/// P-256, 16 for the legacy one.
///
/// Written down it has a check symbol more, and hyphens between groups of four: `K7M2-QXRT-4HWZ-…`. The symbols are
/// the capital letters without O and the digits without 0, so 12 of them have 61 bits, 14 have 71 and 16 have 81.
public struct ActivationPassword: ~Copyable, Sendable {
    /// The suite, which the password's length tells.
    public let suite: ChannelSuite
    /// The symbols in ASCII, without check symbol and hyphens.
    public let symbols: Secret

    /// Reads a password as a person typed it: letters of either case; spaces and hyphens do not count.
    ///
    /// - Parameter text: ASCII, at most 64 octets.
    /// - Throws: ``ChannelError/Code/passwordMalformed``, or ``ChannelError/Code/passwordMistyped`` if the check
    ///   symbol does not fit. Nothing has been sent to a card then, and no try is lost.
    public init(typed text: borrowing Secret) throws(ChannelError) {
        let longest = 64
        let typed = try text.withBytes { (octets) throws(ChannelError) in
            guard octets.count <= longest else { throw ChannelError(.passwordMalformed) }
            return try Secret(capacity: longest) { (target: inout MutableSpan<UInt8>) throws(ChannelError) in
                var count = 0
                for index in 0..<octets.count where ![0x20, 0x2D].contains(octets[index]) {
                    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octets[index])
                    let symbol = isSmall ? octets[index] - 0x20 : octets[index]
                    guard PasswordAlphabet.value(of: symbol) != nil else { throw ChannelError(.passwordMalformed) }
                    target[count] = symbol
                    count += 1
                }
                return count
            }
        }
        let length = typed.count - 1
        guard let suite = ChannelSuite.allCases.first(where: { $0.parameters.passwordLength == length }) else {
            throw ChannelError(.passwordMalformed)
        }
        let symbols = try typed.withBytes { (octets) throws(ChannelError) in
            let symbols = octets.extracting(0..<length)
            guard Self.checkSymbol(of: symbols) == octets[length] else { throw ChannelError(.passwordMistyped) }
            return Secret(copying: symbols)
        }
        self.suite = suite
        self.symbols = symbols
    }

    /// Makes a new password, each symbol as likely as any other.
    ///
    /// - Throws: ``ChannelError/Code/cryptography`` without entropy.
    public init(generatingFor suite: ChannelSuite, random: some RandomSource = SystemRandom()) throws(ChannelError) {
        self.suite = suite
        let length = suite.parameters.passwordLength
        let base = PasswordAlphabet.symbols.count
        // The largest multiple of the alphabet's size that an octet holds; what lies above would favour some symbols.
        let fair = 256 / base * base
        symbols = try Secret(capacity: length) { (target: inout MutableSpan<UInt8>) throws(ChannelError) in
            var count = 0
            while count < length {
                let octets = try random.secret(length)
                for index in 0..<octets.count where count < length {
                    let octet = Int(octets.withBytes { $0[index] })
                    guard octet < fair else { continue }
                    target[count] = PasswordAlphabet.symbols[octet % base]
                    count += 1
                }
            }
            return count
        }
    }

    /// The password as it is printed for people: with its check symbol, in groups of four.
    public borrowing func printed() -> Secret {
        symbols.withBytes { symbols in
            let length = symbols.count
            return Secret(capacity: length * 2) { (target: inout MutableSpan<UInt8>) in
                var count = 0
                for index in 0...length {
                    if index > 0 && index.isMultiple(of: 4) {
                        target[count] = UInt8(ascii: "-")
                        count += 1
                    }
                    target[count] = index < length ? symbols[index] : Self.checkSymbol(of: symbols)
                    count += 1
                }
                return count
            }
        }
    }

    private static func checkSymbol(of symbols: Span<UInt8>) -> UInt8 {
        PasswordAlphabet.checkSymbol(
            of: (0..<symbols.count).map { PasswordAlphabet.value(of: symbols[$0]) ?? 0 }
        )
    }
}
