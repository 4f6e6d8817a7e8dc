/// What a reader's own keys are good for.
public struct PINEntrySupport: Hashable, Sendable {
    /// What may be typed.
    public let kinds: Set<PINEntryCommand.Kind>
    /// How many digits of a PIN the reader takes.
    public let digits: ClosedRange<Int>

    /// Describes a reader.
    public init(kinds: Set<PINEntryCommand.Kind>, digits: ClosedRange<Int>) {
        self.kinds = kinds
        self.digits = digits
    }

    /// Whether a command's PINs can be typed: at least some of the lengths that it allows.
    public func takes(_ command: PINEntryCommand) -> Bool {
        kinds.contains(command.kind) && digits.overlaps(command.digits)
    }
}
