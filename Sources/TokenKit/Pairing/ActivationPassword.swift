public import Octets

/// The password that comes with a token and sets up its secure channel.
public enum ActivationPassword {
    /// The most symbols that are accepted.
    public static let maximumLength = 64

    /// A password as the token wants it: capital letters and digits.
    ///
    /// Tokens make passwords of capital letters and digits only, printed in groups. So small letters are read as
    /// capital ones, and blanks and hyphens are left out; anything else is no activation password, and is refused here,
    /// where it costs no try.
    ///
    /// - Throws: ``PairingError/Code/malformedPassword``.
    public static func normalized(_ typed: borrowing Secret) throws(PairingError) -> Secret {
        try typed.withBytes { (octets) throws(PairingError) in
            let password = try Secret(capacity: octets.count) {
                (target: inout MutableSpan<UInt8>) throws(PairingError) in
                var count = 0
                for index in 0..<octets.count {
                    switch octets[index] {
                    case UInt8(ascii: " "), UInt8(ascii: "-"): continue
                    case UInt8(ascii: "a")...UInt8(ascii: "z"): target[count] = octets[index] & 0xDF
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                        target[count] = octets[index]
                    default: throw PairingError(.malformedPassword)
                    }
                    count += 1
                }
                return count
            }
            guard (1...maximumLength).contains(password.count) else { throw PairingError(.malformedPassword) }
            return password
        }
    }
}
