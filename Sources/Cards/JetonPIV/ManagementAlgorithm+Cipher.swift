public import JetonLibcrypto

extension ManagementAlgorithm {
    /// The cipher of the algorithm's keys.
    public var cipher: BlockCipher {
        switch self {
        case .tripleDES: .tripleDES
        case .aes128: .aes128
        case .aes192: .aes192
        case .aes256: .aes256
        }
    }
}
