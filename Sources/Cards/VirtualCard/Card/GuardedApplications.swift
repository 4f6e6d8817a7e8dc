import SecureChannel
import SmartCard

/// A card's applications as its secure channel sees them.
struct GuardedApplications: GuardedCard {
    /// The applications with their security states: one set for commands in clear, and one for each session.
    struct Applications {
        var outside = CommandDispatcher([PIVApplication()])
        var sessions: [UInt8: CommandDispatcher] = [:]
    }

    var memory: CardMemory
    var applications: Applications

    private(set) var records: CardRecords

    /// Puts memory and applications together; nil for a card without a channel.
    init?(_ memory: CardMemory, _ applications: Applications) {
        guard let records = memory.contents.channel else { return nil }
        self.memory = memory
        self.applications = applications
        self.records = records
    }

    mutating func update(_ change: (inout CardRecords) -> Void) throws(ChannelError) {
        var changed = records
        change(&changed)
        do throws(Refusal) {
            try memory.update { (contents) throws(Refusal) in contents.channel = changed }
        } catch {
            throw ChannelError(.storageFailed)
        }
        records = changed
    }

    mutating func process(_ command: [UInt8], in session: UInt8?) -> [UInt8] {
        guard let session else { return applications.outside.process(command, memory: &memory).encoded }
        var dispatcher = applications.sessions[session] ?? CommandDispatcher([PIVApplication()])
        defer { applications.sessions[session] = dispatcher }
        return dispatcher.process(command, memory: &memory).encoded
    }

    mutating func resetApplications(of session: UInt8) { applications.sessions[session] = nil }

    func isAdministrator(in session: UInt8) -> Bool {
        applications.sessions[session]?.isAdministrator(memory) ?? false
    }
}
