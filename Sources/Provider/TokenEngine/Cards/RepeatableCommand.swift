import JetonPIV

/// Which commands may be sent to a card twice: those that change nothing, spend no try and ask no one.
///
/// A command that is not listed here is never sent again, whatever became of it: VERIFY with a PIN, CHANGE REFERENCE
/// DATA, RESET RETRY COUNTER, GENERATE, PUT DATA, SET MANAGEMENT KEY, RESET and the rest.
enum RepeatableCommand {
    private static let getResponse: UInt8 = 0xC0
    private static let reading: Set<UInt8> = [
        PIVInstruction.select, PIVInstruction.getData, PIVInstruction.getMetadata, PIVInstruction.getSerial,
        PIVInstruction.getVersion, PIVInstruction.attest, getResponse,
    ]

    /// Whether a command may be sent twice.
    ///
    /// - Parameters:
    ///   - command: The command, as it goes to the card.
    ///   - computing: Whether private keys may compute twice, as they ask for neither a touch nor the PIN.
    /// - Returns: False for every command that is not known to be harmless.
    static func includes(_ command: [UInt8], computing: Bool) -> Bool {
        guard command.count >= 4 else { return false }
        switch command[1] {
        // Without a PIN, it asks for the tries that are left, or ends the login.
        case PIVInstruction.verify: return command.count == 4
        case PIVInstruction.generalAuthenticate: return computing && command[3] != KeyReference.management
        default: return reading.contains(command[1])
        }
    }
}
