/// The stream cipher of old documents, which protects nothing and is read all the same.
///
/// - SeeAlso: ISO 32000-2, 7.6.3; draft-kaukonen-cipher-arcfour-03.
enum RC4 {
    /// Encrypts or decrypts.
    ///
    /// - Precondition: The key has 1 to 256 bytes.
    static func run(_ data: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = (0...255).map { UInt8($0) }
        var other = 0
        for index in 0..<256 {
            other = (other + Int(state[index]) + Int(key[index % key.count])) & 0xFF
            state.swapAt(index, other)
        }
        var (first, second) = (0, 0)
        return data.map { byte in
            first = (first + 1) & 0xFF
            second = (second + Int(state[first])) & 0xFF
            state.swapAt(first, second)
            return byte ^ state[(Int(state[first]) + Int(state[second])) & 0xFF]
        }
    }
}
