/// What both sides of SESPAKE agree on, and authenticate, beside the password.
///
/// - SeeAlso: RFC 8133, 4.1.
public struct SESPAKEParameters: Hashable, Sendable {
    /// ID_A: who the client is.
    ///
    /// A side that can be asked as well as ask checks that the other's identifier is not its own.
    public var clientIdentifier: [UInt8]
    /// ID_B: who the server is.
    public var serverIdentifier: [UInt8]
    /// The salt of the password, ``SESPAKE/saltLength`` octets.
    public var salt: [UInt8]
    /// ID_ALG: curve and functions; may be empty, but is better not.
    public var algorithmIdentifier: [UInt8]
    /// The curve.
    public var curve: GOSTCurve

    /// Puts parameters together; lengths of identifiers are fixed by the protocol around.
    public init(
        clientIdentifier: [UInt8],
        serverIdentifier: [UInt8],
        salt: [UInt8],
        algorithmIdentifier: [UInt8],
        curve: GOSTCurve = .tc26ParamSetA
    ) {
        self.clientIdentifier = clientIdentifier
        self.serverIdentifier = serverIdentifier
        self.salt = salt
        self.algorithmIdentifier = algorithmIdentifier
        self.curve = curve
    }
}
