/// What deriving a key from a passphrase costs: the parameters of scrypt.
///
/// The floor holds for slots that are read as well, so that an attacker can't plant a cheap one; the ceiling keeps a
/// planted slot from eating the machine's memory.
///
/// - SeeAlso: RFC 7914, 2.
public struct PassphraseCost: Sendable, Hashable {
    /// The logarithm to base 2 of the cost N: 15 to 20.
    public let log2Cost: Int
    /// The block size r: 8.
    public let blockSize: Int
    /// The parallelism p: 1 to 4.
    public let parallelism: Int

    /// Takes parameters between floor and ceiling.
    ///
    /// - Returns: Nil outside of `log2Cost` 15–20, `blockSize` 8, `parallelism` 1–4.
    public init?(log2Cost: Int, blockSize: Int = 8, parallelism: Int = 1) {
        guard (15...20).contains(log2Cost), blockSize == 8, (1...4).contains(parallelism) else { return nil }
        self.init(checked: log2Cost, blockSize, parallelism)
    }

    private init(checked log2Cost: Int, _ blockSize: Int, _ parallelism: Int) {
        self.log2Cost = log2Cost
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// N = 2^17, r = 8, p = 1: 128 MiB.
    public static let standard = PassphraseCost(checked: 17, 8, 1)
    /// The cheapest that is accepted: N = 2^15, 32 MiB.
    public static let floor = PassphraseCost(checked: 15, 8, 1)
}
