import SecureChannel
import SmartCard

/// All of a card that answers commands: its applications, and the secure channel in front of them if it has one.
struct CardSystem {
    private var applications = GuardedApplications.Applications()
    private var channel = ChannelApplication()

    /// Forgets what ends when power goes.
    mutating func reset(_ memory: inout CardMemory) {
        applications.outside.reset()
        withChannel(&memory) { channel, card in channel.reset(&card) }
    }

    /// Answers one command.
    mutating func process(_ command: [UInt8], memory: inout CardMemory) -> [UInt8] {
        withChannel(&memory) { channel, card in channel.process(command, &card) }
            ?? applications.outside.process(command, memory: &memory).encoded
    }

    /// Puts memory and applications together for one call of the channel.
    ///
    /// - Returns: What the closure returns; nil if the card has no channel.
    @discardableResult
    private mutating func withChannel<Result>(
        _ memory: inout CardMemory,
        _ body: (inout ChannelApplication, inout GuardedApplications) -> Result
    ) -> Result? {
        guard var card = GuardedApplications(memory, applications) else { return nil }
        defer {
            memory = card.memory
            applications = card.applications
        }
        return body(&channel, &card)
    }
}
