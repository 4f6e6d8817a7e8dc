import CCryptoki
import TokenEngine

/// Mechanisms of the caller's.
enum Mechanisms {
    /// How long a label, context or shared data may be, in octets.
    private static let maximumDataLength = 1 << 16

    private static let pss: Set<MechanismType> = [
        .rsaPKCSPSS, .sha1RSAPKCSPSS, .sha224RSAPKCSPSS, .sha256RSAPKCSPSS, .sha384RSAPKCSPSS, .sha512RSAPKCSPSS,
        .sha3_224RSAPKCSPSS, .sha3_256RSAPKCSPSS, .sha3_384RSAPKCSPSS, .sha3_512RSAPKCSPSS,
    ]

    /// Mechanisms whose parameter may be the object identifier of a hash function's parameters.
    private static let identified: Set<MechanismType> = [
        .gostr3410WithGOSTR3411, .gostr3410WithGOSTR3411_12_256, .gostr3410WithGOSTR3411_12_512, .gostr3411,
        .gostr3411_12_256, .gostr3411_12_512,
    ]

    /// Reads a mechanism; a parameter of another layout than the mechanism's is one that the engine refuses.
    ///
    /// - Throws: `CKR_ARGUMENTS_BAD`, `CKR_MECHANISM_PARAM_INVALID`.
    static func read(_ mechanism: CK_MECHANISM_PTR?) throws(TokenFault) -> EngineMechanism {
        let raw = unsafe try required(mechanism).pointee
        let type = MechanismType(rawValue: unsafe raw.mechanism)
        guard unsafe raw.ulParameterLen > 0, let pointer = unsafe raw.pParameter else {
            guard unsafe raw.ulParameterLen == 0 else {
                throw TokenFault(.mechanismParamInvalid, "the parameter has a length and no value")
            }
            return EngineMechanism(type)
        }
        return EngineMechanism(type, try unsafe parameter(type, UnsafeRawPointer(pointer), raw.ulParameterLen))
    }

    private static func parameter(
        _ type: MechanismType,
        _ pointer: UnsafeRawPointer,
        _ length: CK_ULONG
    ) throws(TokenFault) -> EngineMechanism.Parameter {
        switch type {
        case .rsaPKCSOAEP:
            guard let raw = unsafe load(CK_RSA_PKCS_OAEP_PARAMS.self, pointer, length) else { return .unknown }
            let label = try unsafe data(raw.pSourceData?.assumingMemoryBound(to: UInt8.self), raw.ulSourceDataLen)
            // CKZ_DATA_SPECIFIED; some programs leave it out where there is no label.
            guard unsafe raw.source == CKZ_DATA_SPECIFIED || raw.source == 0 && label.isEmpty else { return .unknown }
            return unsafe .oaep(
                hash: MechanismType(rawValue: raw.hashAlg),
                maskGeneration: MaskGeneration(rawValue: raw.mgf),
                label: label
            )
        case .ecdh1Derive, .ecdh1CofactorDerive:
            guard let raw = unsafe load(CK_ECDH1_DERIVE_PARAMS.self, pointer, length) else { return .unknown }
            let sharedData = try unsafe data(raw.pSharedData, raw.ulSharedDataLen)
            let publicData = try unsafe data(raw.pPublicData, raw.ulPublicDataLen)
            return unsafe .ecdh(
                derivation: KeyDerivationFunction(rawValue: raw.kdf),
                sharedData: sharedData,
                publicData: publicData
            )
        case _ where pss.contains(type):
            guard let raw = unsafe load(CK_RSA_PKCS_PSS_PARAMS.self, pointer, length) else { return .unknown }
            return unsafe .pss(
                hash: MechanismType(rawValue: raw.hashAlg),
                maskGeneration: MaskGeneration(rawValue: raw.mgf),
                saltLength: raw.sLen
            )
        case _ where identified.contains(type):
            return .bytes(try unsafe data(CK_BYTE_PTR(mutating: pointer.assumingMemoryBound(to: UInt8.self)), length))
        default: return .unknown
        }
    }

    private static func load<Layout: BitwiseCopyable>(
        _ layout: Layout.Type,
        _ pointer: UnsafeRawPointer,
        _ length: CK_ULONG
    ) -> Layout? {
        guard length == CK_ULONG(MemoryLayout<Layout>.size) else { return nil }
        return unsafe pointer.loadUnaligned(as: Layout.self)
    }

    private static func data(_ pointer: CK_BYTE_PTR?, _ count: CK_ULONG) throws(TokenFault) -> [UInt8] {
        let isThere = unsafe pointer != nil
        guard count == 0 || isThere else {
            throw TokenFault(.mechanismParamInvalid, "the parameter's data is missing")
        }
        return try unsafe octets(pointer, count, limit: maximumDataLength, beyond: .mechanismParamInvalid)
    }
}
