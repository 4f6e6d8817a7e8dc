/// A command whose PINs are typed at the reader's own keys, so that no program has them.
///
/// The reader puts each PIN as ASCII digits, from the left, into a block of the data field; what the PIN leaves of its
/// block stays `FF`.
public struct PINEntryCommand: Hashable, Sendable {
    /// What is typed.
    public enum Kind: Hashable, Sendable {
        /// One PIN, in the only block.
        case verification
        /// The PIN in force, in the first block, and twice a new one, in the second.
        case change
    }

    /// What is typed.
    public let kind: Kind
    /// The command with `FF` in place of the PINs.
    public let template: CommandAPDU
    /// Octets of each block, 1 to 15.
    public let blockLength: Int
    /// How many digits a PIN may have.
    public let digits: ClosedRange<Int>

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - kind: What is typed.
    ///   - header: The command's header.
    ///   - blockLength: Octets of each block, 1 to 15.
    ///   - digits: How many digits a PIN may have, at most as many as the block has octets.
    /// - Precondition: As the parameters say.
    public init(_ kind: Kind, _ header: CommandHeader, blockLength: Int, digits: ClosedRange<Int>) {
        precondition((1...15).contains(blockLength) && digits.lowerBound > 0 && digits.upperBound <= blockLength)
        self.kind = kind
        let count = kind == .verification ? blockLength : 2 * blockLength
        template = CommandAPDU(header: header, data: [UInt8](repeating: 0xFF, count: count))
        self.blockLength = blockLength
        self.digits = digits
    }
}
