/// A mechanism with its parameter, as a caller asks for it.
public struct EngineMechanism: Hashable, Sendable {
    /// A parameter, read by code that knows its layout.
    public enum Parameter: Hashable, Sendable {
        /// None.
        case none
        /// Bytes: the object identifier of a hash function's parameters, in DER.
        case bytes([UInt8])
        /// One of a layout that the mechanism does not have.
        case unknown
        /// `CK_RSA_PKCS_PSS_PARAMS`: `CKM_...` of the hash, `CKG_...`, octets of salt.
        case pss(hash: MechanismType, maskGeneration: MaskGeneration, saltLength: UInt)
        /// `CK_RSA_PKCS_OAEP_PARAMS`: `CKM_...` of the hash, `CKG_...`, the label.
        case oaep(hash: MechanismType, maskGeneration: MaskGeneration, label: [UInt8])
        /// `CK_ECDH1_DERIVE_PARAMS`: `CKD_...`, shared data, the peer's public point.
        case ecdh(derivation: KeyDerivationFunction, sharedData: [UInt8], publicData: [UInt8])
    }

    /// The mechanism.
    public let type: MechanismType
    /// Its parameter.
    public let parameter: Parameter

    /// Makes a mechanism.
    public init(_ type: MechanismType, _ parameter: Parameter = .none) {
        self.type = type
        self.parameter = parameter
    }

    /// Fails unless there is no parameter.
    func requireNoParameter() throws(TokenFault) {
        guard parameter == .none else {
            throw TokenFault(.mechanismParamInvalid, "the mechanism accepts no parameter")
        }
    }

    /// The parameters of PSS; `hash` is the one that the mechanism itself names, if it does.
    func pssParameters(_ hash: HashFunction?) throws(TokenFault) -> EnginePSSParameters {
        guard case .pss(let number, let mask, let saltLength) = parameter,
            let named = HashFunction.all.first(where: { $0.mechanism == number }),
            hash == nil || hash == named,
            let maskHash = HashFunction.all.first(where: { $0.maskGeneration == mask }), saltLength <= 512
        else { throw TokenFault(.mechanismParamInvalid, "the PSS parameters are invalid") }
        return EnginePSSParameters(hash: named, maskHash: maskHash, saltLength: Int(saltLength))
    }

    /// The parameters of OAEP.
    func oaepParameters() throws(TokenFault) -> OAEPParameters {
        guard case .oaep(let number, let mask, let label) = parameter,
            let hash = HashFunction.all.first(where: { $0.mechanism == number }),
            let maskHash = HashFunction.all.first(where: { $0.maskGeneration == mask })
        else { throw TokenFault(.mechanismParamInvalid, "the OAEP parameters are invalid") }
        return OAEPParameters(hash: hash, maskHash: maskHash, label: label)
    }
}
