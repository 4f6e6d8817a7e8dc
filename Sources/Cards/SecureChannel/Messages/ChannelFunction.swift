import SmartCard

/// What a command of the secure channel asks for: P1 of a command with the class `80` and the instruction `86`.
enum ChannelFunction: UInt8 {
    case information = 0x00
    case pair = 0x01
    case session = 0x02
    case rekey = 0x03
    case close = 0x04
    case unpair = 0x05
    case list = 0x06
    case revoke = 0x07
    case newPassword = 0x08
    case newKeys = 0x09
    case requireChannel = 0x0A

    /// The proprietary class with nothing set: no chaining, no secure messaging, logical channel 0.
    static let commandClass: UInt8 = 0x80
    /// The instruction of all functions.
    static let instruction: UInt8 = 0x86
    /// The version of the protocol that the first messages name.
    static let version: UInt8 = 0x01

    /// The command for a step of this function.
    func command(step: UInt8 = 0, channel: UInt8 = 0, _ data: [UInt8] = []) -> CommandAPDU {
        CommandAPDU(Self.commandClass | channel, Self.instruction, rawValue, step, data: data, expectedLength: 256)
    }
}
