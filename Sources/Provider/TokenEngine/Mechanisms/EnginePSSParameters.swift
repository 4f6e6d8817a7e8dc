/// The parameters of an RSA PSS signature (`CK_RSA_PKCS_PSS_PARAMS`).
struct EnginePSSParameters: Hashable, Sendable {
    let hash: HashFunction
    let maskHash: HashFunction
    let saltLength: Int
}
