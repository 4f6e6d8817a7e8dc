internal import Cryptoki
internal import Synchronization

/// Counts who in this process relies on being logged in to a token.
///
/// A login belongs to the application, not to a session: C_Logout in one place ends it everywhere (PKCS #11, 5.6.8).
/// So only the last one logs out.
final class LoginLedger: Sendable {
    /// The one of this process.
    static let shared = LoginLedger()

    fileprivate struct Token: Hashable {
        let modulePath: String
        let slot: SlotID
    }

    private let holders = Mutex<[Token: Int]>([:])

    /// One party's reliance on a login; ends when it is let go of.
    final class Hold: Sendable {
        private let token: Token
        private let hasEnded = Mutex(false)

        fileprivate init(_ token: Token) { self.token = token }

        /// Ends the reliance.
        ///
        /// - Returns: Whether no other user of the pool relies on the login, so that it should be ended too.
        func end() -> Bool {
            guard
                hasEnded.withLock({ ended in
                    defer { ended = true }
                    return !ended
                })
            else { return false }
            return LoginLedger.shared.letGo(token)
        }

        deinit { _ = end() }
    }

    /// Notes that a party relies on the login of a slot.
    func hold(_ slot: Slot) -> Hold {
        let token = Token(modulePath: slot.module.library.realPath, slot: slot.id)
        holders.withLock { $0[token, default: 0] += 1 }
        return Hold(token)
    }

    /// How many rely on the login of a slot.
    func count(_ slot: Slot) -> Int {
        holders.withLock { $0[Token(modulePath: slot.module.library.realPath, slot: slot.id)] ?? 0 }
    }

    private func letGo(_ token: Token) -> Bool {
        holders.withLock { holders in
            let left = (holders[token] ?? 0) - 1
            holders[token] = left > 0 ? left : nil
            return left <= 0
        }
    }
}
