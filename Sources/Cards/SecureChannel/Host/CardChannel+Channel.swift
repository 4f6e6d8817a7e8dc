import SmartCard

extension CardChannel where Transport: ~Copyable {
    /// Sends one step of a function outside of a session.
    ///
    /// - Throws: ``ChannelError`` for any status word but 9000.
    mutating func perform(
        _ function: ChannelFunction,
        step: UInt8 = 0,
        channel: UInt8 = 0,
        _ data: [UInt8] = []
    ) throws(ChannelError) -> [UInt8] {
        let answer = try exchange(function.command(step: step, channel: channel, data))
        guard answer.status == .success else { throw ChannelError(answer) }
        return answer.data
    }

    /// Sends a command and gives its answer, whatever its status word.
    mutating func exchange(_ command: CommandAPDU) throws(ChannelError) -> ResponseAPDU {
        do throws(CardError) { return try send(command) } catch { throw ChannelError(.exchangeFailed, card: error) }
    }

    /// What the card tells of its secure channel.
    ///
    /// - Throws: ``ChannelError/Code/notSupported`` if it has none.
    mutating func channelInformation() throws(ChannelError) -> ChannelInformation {
        let answer = try exchange(ChannelFunction.information.command())
        guard answer.status == .success else { throw ChannelError(.notSupported, statusWord: answer.status) }
        return try ChannelInformation(decoding: answer.data)
    }
}
