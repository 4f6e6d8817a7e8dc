import SmartCard

/// A card that answers by a closure and remembers the commands it got.
struct ScriptedTransport: CardTransport {
    var supportsExtendedLength = false
    var answer: ([UInt8]) throws(CardError) -> [UInt8]
    private(set) var commands: [[UInt8]] = []
    private(set) var transactions: [String] = []

    init(supportsExtendedLength: Bool = false, answer: @escaping ([UInt8]) throws(CardError) -> [UInt8]) {
        self.supportsExtendedLength = supportsExtendedLength
        self.answer = answer
    }

    /// Answers in the order given; one command too many is an error.
    init(supportsExtendedLength: Bool = false, script: [[UInt8]]) {
        var rest = script
        self.init(supportsExtendedLength: supportsExtendedLength) { _ throws(CardError) in
            guard !rest.isEmpty else { throw CardError(.transmissionFailed) }
            return rest.removeFirst()
        }
    }

    mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        // A copy: the channel wipes its own octets afterwards.
        commands.append(Array(command.map { $0 }))
        return try answer(command)
    }

    mutating func beginTransaction() { transactions.append("begin") }
    mutating func endTransaction() { transactions.append("end") }
}
