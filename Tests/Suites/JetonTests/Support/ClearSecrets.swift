/// Secrets that can be read on the way to a card.
enum ClearSecrets {
    /// The commands that carry a secret outside of a session.
    ///
    /// VERIFY, CHANGE REFERENCE DATA and RESET RETRY COUNTER with data, and GENERAL AUTHENTICATE of the management key, all
    /// without the class bits of secure messaging; and any command that has one of the secrets in it.
    static func commands(in commands: [[UInt8]], secrets: [String]) -> [[UInt8]] {
        let secrets = secrets.map { Array($0.utf8) }
        return commands.filter { command in
            guard command.count > 5 else { return false }
            if command[0] & 0x0C == 0 {
                if [0x20, 0x24, 0x2C].contains(command[1]) { return true }
                if command[1] == 0x87, command[3] == 0x9B { return true }
            }
            return secrets.contains { secret in
                command.indices.dropLast(secret.count - 1).contains { command[$0...].starts(with: secret) }
            }
        }
    }
}
