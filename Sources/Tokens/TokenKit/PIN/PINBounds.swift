package import Cryptoki
package import JetonOctets

/// The lengths of PINs that a token takes, in bytes: `ulMinPinLen` and `ulMaxPinLen` of `CK_TOKEN_INFO`.
///
/// - SeeAlso: PKCS #11 3.2, 3.3.
package struct PINBounds: Hashable, Sendable {
    private static let longest: UInt = 65_536

    /// The lengths; nil for a module that reports none, or none that make sense.
    package let lengths: ClosedRange<UInt>?

    /// Reads a token's bounds.
    package init(_ token: TokenInfo) {
        guard let least = token.minimumPINLength.number, let most = token.maximumPINLength.number, most > 0,
            least <= most, most <= PINBounds.longest
        else {
            lengths = nil
            return
        }
        lengths = least...most
    }

    /// Refuses a PIN that the token can't take, before it is sent.
    ///
    /// - Throws: ``PINError/Code/lengthRange``, with the lengths and without the PIN.
    package func check(_ pin: borrowing Secret) throws(PINError) {
        try PINBounds.check(pin, lengths)
    }

    static func check(_ pin: borrowing Secret, _ lengths: ClosedRange<UInt>?) throws(PINError) {
        guard let lengths, !lengths.contains(UInt(pin.count)) else { return }
        throw PINError(.lengthRange, detail: "expected \(words(lengths)) bytes")
    }

    /// A range in words, such as `6 to 8`.
    static func words(_ lengths: ClosedRange<UInt>) -> String {
        lengths.lowerBound == lengths.upperBound
            ? "\(lengths.lowerBound)" : "\(lengths.lowerBound) to \(lengths.upperBound)"
    }
}
