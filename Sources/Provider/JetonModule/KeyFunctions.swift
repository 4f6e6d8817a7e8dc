import CCryptoki
import TokenEngine

/// Keys and random numbers: PKCS #11 3.2, 5.18 to 5.21.
enum KeyFunctions {
    /// How many random octets one call gives.
    private static let maximumRandom: CK_ULONG = 1 << 24

    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_GenerateKey = { session, mechanism, template, count, key in
            call { (engine) throws(TokenFault) in
                _ = try unsafe required(mechanism)
                _ = try unsafe required(key)
                _ = try unsafe Templates.read(template, count)
                try engine.requireSession(session)
                throw TokenFault(.mechanismInvalid, "the token cannot generate secret keys")
            }
        }
        unsafe table.C_GenerateKeyPair = {
            session,
            mechanism,
            publicTemplate,
            publicCount,
            privateTemplate,
            privateCount,
            publicKey,
            privateKey in
            call { (engine) throws(TokenFault) in
                let publicKey = try unsafe required(publicKey)
                let privateKey = try unsafe required(privateKey)
                let pair = try unsafe engine.generateKeyPair(
                    session,
                    try Mechanisms.read(mechanism),
                    publicTemplate: try Templates.read(publicTemplate, publicCount),
                    privateTemplate: try Templates.read(privateTemplate, privateCount)
                )
                ExitHandler.install()
                unsafe publicKey.pointee = pair.publicKey
                unsafe privateKey.pointee = pair.privateKey
            }
        }
        unsafe table.C_WrapKey = { session, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_UnwrapKey = { session, _, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_WrapKeyAuthenticated = { session, _, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_UnwrapKeyAuthenticated = { session, _, _, _, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_EncapsulateKey = { session, _, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_DecapsulateKey = { session, _, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_DeriveKey = { session, mechanism, base, template, count, key in
            call { (engine) throws(TokenFault) in
                let key = try unsafe required(key)
                let template = try unsafe Templates.read(template, count)
                unsafe key.pointee = try unsafe engine.deriveKey(
                    session,
                    try Mechanisms.read(mechanism),
                    base,
                    template
                )
            }
        }
        unsafe table.C_SeedRandom = { session, seed, count in
            call { (engine) throws(TokenFault) in
                try engine.requireSession(session)
                guard unsafe seed != nil || count == 0 else { throw TokenFault(.argumentsBad, "the seed is missing") }
                throw TokenFault(.randomSeedNotSupported, "the system seeds the generator")
            }
        }
        unsafe table.C_GenerateRandom = { session, target, count in
            call { (engine) throws(TokenFault) in
                guard unsafe target != nil || count == 0, count <= KeyFunctions.maximumRandom else {
                    throw TokenFault(.argumentsBad, "the target is missing, or too long")
                }
                let random = try engine.random(session, Int(count))
                for (index, octet) in random.enumerated() { unsafe target?[index] = octet }
            }
        }
    }
}
