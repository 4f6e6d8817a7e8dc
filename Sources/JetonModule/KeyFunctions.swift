import CCryptoki
import TokenEngine

/// Keys and random numbers: PKCS #11 3.2, 5.18 to 5.21.
enum KeyFunctions {
    /// How many random octets one call gives.
    private static let maximumRandom: CK_ULONG = 1 << 24

    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_GenerateKey = { session, _, _, _, _ in
            call { (engine) throws(TokenFault) in
                try engine.requireSession(session)
                throw TokenFault(.mechanismInvalid, "the token makes no secret keys")
            }
        }
        table.C_GenerateKeyPair = {
            session, mechanism, publicTemplate, publicCount, privateTemplate, privateCount, publicKey, privateKey in
            call { (engine) throws(TokenFault) in
                let publicKey = try required(publicKey)
                let privateKey = try required(privateKey)
                let pair = try engine.generateKeyPair(
                    session,
                    try Mechanisms.read(mechanism),
                    publicTemplate: try Templates.read(publicTemplate, publicCount),
                    privateTemplate: try Templates.read(privateTemplate, privateCount)
                )
                publicKey.pointee = pair.publicKey
                privateKey.pointee = pair.privateKey
            }
        }
        table.C_WrapKey = { session, _, _, _, _, _ in notSupported(session) }
        table.C_UnwrapKey = { session, _, _, _, _, _, _, _ in notSupported(session) }
        table.C_WrapKeyAuthenticated = { session, _, _, _, _, _, _, _ in notSupported(session) }
        table.C_UnwrapKeyAuthenticated = { session, _, _, _, _, _, _, _, _, _ in notSupported(session) }
        table.C_EncapsulateKey = { session, _, _, _, _, _, _, _ in notSupported(session) }
        table.C_DecapsulateKey = { session, _, _, _, _, _, _, _ in notSupported(session) }
        table.C_DeriveKey = { session, mechanism, base, template, count, key in
            call { (engine) throws(TokenFault) in
                let key = try required(key)
                let template = try Templates.read(template, count)
                key.pointee = try engine.deriveKey(session, try Mechanisms.read(mechanism), base, template)
            }
        }
        table.C_SeedRandom = { session, _, _ in
            call { (engine) throws(TokenFault) in
                try engine.requireSession(session)
                throw TokenFault(.randomSeedNotSupported, "the generator is seeded by the system")
            }
        }
        table.C_GenerateRandom = { session, target, count in
            call { (engine) throws(TokenFault) in
                guard target != nil || count == 0, count <= maximumRandom else {
                    throw TokenFault(.argumentsBad, "the target is missing, or too long")
                }
                let random = try engine.random(session, Int(count))
                for (index, octet) in random.enumerated() { target?[index] = octet }
            }
        }
    }
}
