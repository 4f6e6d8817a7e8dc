/// What checking a signed document showed, whatever its format.
public protocol SignatureReport: Sendable {
    /// Whether there is a signature, and each one holds, trusted or not.
    var isIntact: Bool { get }
    /// Whether there is a signature, and each one's checks all passed.
    var isValid: Bool { get }
}

extension CMSReport: SignatureReport {}
