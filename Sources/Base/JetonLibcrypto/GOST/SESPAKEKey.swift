public import JetonOctets

/// The result of a run of SESPAKE: a key, and the MACs by which both sides show that they have it.
///
/// - SeeAlso: RFC 8133, 4.3, steps 19 to 29.
public struct SESPAKEKey: ~Copyable, Sendable {
    /// K_A or K_B, 32 octets.
    public let secret: Secret
    /// z_A or z_B: whether the other side's share was one that makes the key depend on nothing of that side's.
    ///
    /// No honest side sends such a share. The run goes on, so that the other side learns nothing from its end, and
    /// fails when the MAC is compared.
    public let z: Bool

    private let parameters: SESPAKEParameters
    private let clientShare: [UInt8]
    private let serverShare: [UInt8]

    init(
        _ secret: consuming Secret,
        z: Bool,
        parameters: SESPAKEParameters,
        clientShare: [UInt8],
        serverShare: [UInt8]
    ) {
        self.secret = secret
        self.z = z
        self.parameters = parameters
        self.clientShare = clientShare
        self.serverShare = serverShare
    }

    /// MAC_A, which the client sends: 32 octets.
    ///
    /// - Parameter clientData: DATA_A.
    /// - Returns: The code, 32 bytes.
    /// - Throws: ``LibcryptoError``.
    public borrowing func clientCode(clientData: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        try code(0x01, parameters.clientIdentifier, data: clientData)
    }

    /// MAC_B, which the server sends: 32 octets.
    ///
    /// - Parameters:
    ///   - clientData: DATA_A.
    ///   - serverData: DATA_B.
    /// - Returns: The code, 32 bytes.
    /// - Throws: ``LibcryptoError``.
    public borrowing func serverCode(clientData: [UInt8], serverData: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        try code(0x02, parameters.serverIdentifier, data: clientData + serverData)
    }

    /// Checks MAC_A, on the server's side.
    ///
    /// - Throws: ``LibcryptoError/Code/notAuthentic`` if it does not fit, or ``z`` is set.
    public borrowing func checkClientCode(_ code: [UInt8], clientData: [UInt8]) throws(LibcryptoError) {
        let expected = try clientCode(clientData: clientData)
        guard ConstantTime.equals(expected, code), !z else { throw LibcryptoError(.notAuthentic) }
    }

    /// Checks MAC_B, on the client's side.
    ///
    /// - Throws: ``LibcryptoError/Code/notAuthentic`` if it does not fit, or ``z`` is set.
    public borrowing func checkServerCode(
        _ code: [UInt8],
        clientData: [UInt8],
        serverData: [UInt8]
    ) throws(LibcryptoError) {
        let expected = try serverCode(clientData: clientData, serverData: serverData)
        guard ConstantTime.equals(expected, code), !z else { throw LibcryptoError(.notAuthentic) }
    }

    private borrowing func code(
        _ role: UInt8,
        _ identifier: [UInt8],
        data: [UInt8]
    ) throws(LibcryptoError) -> [UInt8] {
        let message =
            [role] + identifier + [SESPAKE.index] + parameters.salt + clientShare + serverShare
            + parameters.algorithmIdentifier + data
        return try secret.withBytes { (key) throws(LibcryptoError) in
            try Streebog.hmac256(key: key, message.span)
        }
    }
}
