package import JetonOctets

/// The password that comes with a token and sets up its secure channel, as the token wants it.
///
/// Tokens make passwords of capital letters and digits only, printed in groups and, where there are several, numbered.
/// So small letters are read as capital ones, and blanks and hyphens are left out; anything else is not an activation
/// password, and is refused here, where it costs no try.
package struct TypedActivationPassword: ~Copyable, Sendable {
    /// The most symbols that are accepted.
    package static let maximumLength = 64

    /// The password's number on the card, 1 to 9, if it was typed before the password, with a colon between them.
    package let number: UInt8?
    /// 1 to ``maximumLength`` capital letters and digits.
    package let symbols: Secret

    /// Reads a password as it was typed.
    ///
    /// - Throws: ``PairingError/Code/malformedPassword``.
    package init(typed: borrowing Secret) throws(PairingError) {
        var number: UInt8?
        let read = try typed.withBytes { (octets) throws(PairingError) in
            try Secret(capacity: octets.count) { (target: inout MutableSpan<UInt8>) throws(PairingError) in
                var count = 0
                for index in 0..<octets.count {
                    switch octets[index] {
                    case UInt8(ascii: " "), UInt8(ascii: "-"): continue
                    case UInt8(ascii: ":"):
                        guard count == 1, number == nil, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(target[0])
                        else { throw PairingError(.malformedPassword) }
                        number = target[0] - UInt8(ascii: "0")
                        count = 0
                        continue
                    case UInt8(ascii: "a")...UInt8(ascii: "z"): target[count] = octets[index] & 0xDF
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                        target[count] = octets[index]
                    default: throw PairingError(.malformedPassword)
                    }
                    count += 1
                }
                return count
            }
        }
        guard (1...TypedActivationPassword.maximumLength).contains(read.count) else {
            throw PairingError(.malformedPassword)
        }
        self.number = number
        symbols = read
    }

    /// The octets that go to a module.
    ///
    /// - Parameter numbered: Whether the number goes before the password, as Jeton's own module wants it; the tokens of
    ///   others know their passwords by themselves.
    /// - Returns: The octets.
    package borrowing func octets(numbered: Bool) -> Secret {
        guard numbered, let number else { return symbols.clone() }
        return symbols.withBytes { symbols in
            Secret(capacity: symbols.count + 2) { (target: inout MutableSpan<UInt8>) in
                target[0] = UInt8(ascii: "0") + number
                target[1] = UInt8(ascii: ":")
                for index in 0..<symbols.count { target[index + 2] = symbols[index] }
                return symbols.count + 2
            }
        }
    }
}
