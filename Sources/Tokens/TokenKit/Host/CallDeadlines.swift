package import Cryptoki

/// How long a module may take for one call before it is taken to hang.
package struct CallDeadlines: Sendable {
    /// For calls that need no user: milliseconds.
    package var machine: Int
    /// For calls that may wait for a PIN or a touch, or that make a key: milliseconds.
    package var person: Int

    /// Makes deadlines; 30 seconds and five minutes unless given.
    package init(machine: Int = 30_000, person: Int = 300_000) {
        self.machine = machine
        self.person = max(machine, person)
    }

    /// Sets both from a number of seconds that an administrator chose; 1 to 86,400.
    package init?(seconds text: String) {
        guard let seconds = Int(text), (1...86_400).contains(seconds) else { return nil }
        machine = seconds * 1000
        person = seconds * 1000
    }

    /// How long one call may take.
    ///
    /// - Parameters:
    ///   - function: The function that is running.
    ///   - isUnattended: Whether the process said that this call waits for no user.
    /// - Returns: Milliseconds.
    package func milliseconds(for function: Function?, isUnattended: Bool = false) -> Int {
        if isUnattended, function == .login || function == .loginUser { return machine }
        return switch function {
        case .login, .loginUser, .initPIN, .setPIN, .initToken, .sign, .signFinal, .decrypt, .decryptFinal, .deriveKey,
            .generateKey, .generateKeyPair, .unwrapKey, .signMessage, .extendedInitToken,
            .extendedGenerateActivationPassword, .extendedSetActivationPassword:
            person
        default: machine
        }
    }
}
