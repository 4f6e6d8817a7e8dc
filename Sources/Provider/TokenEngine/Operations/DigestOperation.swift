/// A digest under way.
struct DigestOperation: Sendable {
    let hash: HashFunction
    var input: InputCollector

    init(_ mechanism: EngineMechanism) throws(TokenFault) {
        guard let hash = HashFunction.all.first(where: { $0.mechanism == mechanism.type }) else {
            throw TokenFault(.mechanismInvalid, "the mechanism is not a hash function")
        }
        try mechanism.requireNoParameter()
        self.hash = hash
        input = try InputCollector(hash)
    }
}
