public import JetonOctets

/// The client's side of one run of SESPAKE: it knows the password.
///
/// Make one, send ``share``, receive the server's share, ``finish(receiving:)``.
///
/// - SeeAlso: RFC 8133, 4.3.
public struct SESPAKEClient: ~Copyable, Sendable {
    private let parameters: SESPAKEParameters
    private let passwordPoint: Secret
    private let ephemeral: GOSTPrivateKey

    /// u_1, which is sent to the server; twice ``GOSTCurve/fieldLength`` octets.
    public let share: [UInt8]

    /// Begins a run with a new ephemeral key.
    ///
    /// - Parameters:
    ///   - parameters: What both sides agree on.
    ///   - passwordPoint: Q_PW, from ``SESPAKE/passwordPoint(password:salt:curve:)``.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if `passwordPoint` is not a point of the curve.
    public init(_ parameters: SESPAKEParameters, passwordPoint: consuming Secret) throws(LibcryptoError) {
        let ephemeral = try GOSTPrivateKey(generatingOn: parameters.curve)
        try self.init(parameters, passwordPoint: passwordPoint, ephemeral: ephemeral)
    }

    /// Begins a run with a given ephemeral key, as known answers need; a key is never used for a second run.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if `passwordPoint` or `ephemeral` is not of the curve.
    public init(
        _ parameters: SESPAKEParameters,
        passwordPoint: consuming Secret,
        ephemeral: consuming GOSTPrivateKey
    ) throws(LibcryptoError) {
        guard ephemeral.curve == parameters.curve else { throw LibcryptoError(.invalidInput) }
        share = try passwordPoint.withBytes { (point) throws(LibcryptoError) in
            try SESPAKE.share(of: ephemeral, passwordPoint: point, isServer: false)
        }
        self.parameters = parameters
        self.passwordPoint = passwordPoint
        self.ephemeral = ephemeral
    }

    /// Calculates the key from the server's share.
    ///
    /// Nothing is known about the server until ``SESPAKEKey/checkServerCode(_:clientData:serverData:)`` has passed.
    ///
    /// - Parameter serverShare: u_2.
    /// - Returns: The key, to be checked.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if u_2 is not a point of the curve;
    ///   ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    public consuming func finish(receiving serverShare: [UInt8]) throws(LibcryptoError) -> SESPAKEKey {
        var z = true
        let key = try passwordPoint.withBytes { (point) throws(LibcryptoError) in
            try SESPAKE.key(of: ephemeral, passwordPoint: point, peer: serverShare, isServer: false, z: &z)
        }
        return SESPAKEKey(key, z: z, parameters: parameters, clientShare: share, serverShare: serverShare)
    }
}
