import JetonOctets

/// The keys of a run: those of both confirmations, and the one that the run is for.
///
/// - SeeAlso: RFC 9383, 3.4.
struct SPAKE2PlusKeys: ~Copyable {
    /// K_confirmP and K_confirmV.
    private let confirmation: Secret
    /// K_shared.
    let shared: Secret

    init(main: borrowing Secret) throws(LibcryptoError) {
        let confirmation = try KeyDerivation.hkdf(
            main,
            salt: [],
            information: Array("ConfirmationKeys".utf8),
            count: 2 * SPAKE2PlusParameters.keyLength
        )
        let shared = try KeyDerivation.hkdf(
            main,
            salt: [],
            information: Array("SharedKey".utf8),
            count: SPAKE2PlusParameters.keyLength
        )
        self.confirmation = confirmation
        self.shared = shared
    }

    /// confirmP, over shareV.
    borrowing func proverConfirmation(over verifierShare: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        try code(0..<SPAKE2PlusParameters.keyLength, verifierShare)
    }

    /// confirmV, over shareP.
    borrowing func verifierConfirmation(over proverShare: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        try code(SPAKE2PlusParameters.keyLength..<2 * SPAKE2PlusParameters.keyLength, proverShare)
    }

    /// Takes the shared key.
    consuming func takeShared() -> Secret { shared }

    private borrowing func code(_ key: Range<Int>, _ share: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        let nothing: [UInt8] = []
        return try confirmation.withBytes { (keys) throws(LibcryptoError) in
            try HMAC.sha256(share.span, nothing.span, key: keys.extracting(key))
        }
    }
}
