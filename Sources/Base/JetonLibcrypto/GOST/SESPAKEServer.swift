public import JetonOctets

/// The server's side of one run of SESPAKE: it stores a point made from the password.
///
/// Count the run, make one with the client's share, send ``share``, ``finish()``.
///
/// - SeeAlso: RFC 8133, 4.3.
public struct SESPAKEServer: ~Copyable, Sendable {
    private let key: SESPAKEKey

    /// u_2, which is sent to the client; twice ``GOSTCurve/fieldLength`` octets.
    public let share: [UInt8]

    /// Answers a client with a new ephemeral key.
    ///
    /// - Parameters:
    ///   - parameters: What both sides agree on.
    ///   - passwordPoint: Q_PW as it was stored.
    ///   - clientShare: u_1.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if u_1 or `passwordPoint` is not a point of the curve;
    ///   ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    public init(
        _ parameters: SESPAKEParameters,
        passwordPoint: borrowing Secret,
        receiving clientShare: [UInt8]
    ) throws(LibcryptoError) {
        let ephemeral = try GOSTPrivateKey(generatingOn: parameters.curve)
        try self.init(parameters, passwordPoint: passwordPoint, receiving: clientShare, ephemeral: ephemeral)
    }

    /// Answers a client with a given ephemeral key, as known answers need; a key is never used for a second run.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if u_1, `passwordPoint` or `ephemeral` is not of the curve;
    ///   ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    public init(
        _ parameters: SESPAKEParameters,
        passwordPoint: borrowing Secret,
        receiving clientShare: [UInt8],
        ephemeral: consuming GOSTPrivateKey
    ) throws(LibcryptoError) {
        guard ephemeral.curve == parameters.curve else { throw LibcryptoError(.invalidInput) }
        var z = true
        let secret = try passwordPoint.withBytes { (point) throws(LibcryptoError) in
            try SESPAKE.key(of: ephemeral, passwordPoint: point, peer: clientShare, isServer: true, z: &z)
        }
        let share = try passwordPoint.withBytes { (point) throws(LibcryptoError) in
            try SESPAKE.share(of: ephemeral, passwordPoint: point, isServer: true)
        }
        self.share = share
        key = SESPAKEKey(secret, z: z, parameters: parameters, clientShare: clientShare, serverShare: share)
    }

    /// The key.
    ///
    /// Nothing is known about the client until ``SESPAKEKey/checkClientCode(_:clientData:)`` has passed.
    public consuming func finish() -> SESPAKEKey { key }
}
