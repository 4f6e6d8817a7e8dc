/// The parameters of RSA OAEP (`CK_RSA_PKCS_OAEP_PARAMS`).
struct OAEPParameters: Hashable, Sendable {
    let hash: HashFunction
    let maskHash: HashFunction
    let label: [UInt8]
}
