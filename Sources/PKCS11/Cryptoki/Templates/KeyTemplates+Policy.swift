extension KeyTemplates {
    /// When a new private key asks for the PIN, and for a touch of the token; what is nil is the token's choice.
    public struct Policy: Hashable, Sendable {
        /// When a key asks for the PIN.
        public enum PIN: String, Hashable, Sendable, CaseIterable {
            /// At no time: `CKA_PRIVATE` is false.
            case never
            /// Once a login.
            case once
            /// For each operation: `CKA_ALWAYS_AUTHENTICATE`.
            case always
        }

        /// When a key asks for a touch: `CKA_YUBICO_TOUCH_POLICY`.
        public enum Touch: String, Hashable, Sendable, CaseIterable {
            /// At no time.
            case never
            /// For each operation.
            case always
            /// Once in 15 seconds.
            case cached
        }

        /// When the key asks for the PIN.
        public var pin: PIN?
        /// When the key asks for a touch.
        public var touch: Touch?

        /// Makes a policy.
        public init(pin: PIN? = nil, touch: Touch? = nil) {
            self.pin = pin
            self.touch = touch
        }

        /// What the template of the private key has of it.
        package var attributes: [Attribute] {
            var attributes: [Attribute] = [.private(pin != .never)]
            if let pin, pin != .never { attributes.append(Attribute(.alwaysAuthenticate, pin == .always)) }
            let numbers: [Touch: UInt] = [.never: 1, .always: 2, .cached: 3]
            if let number = touch.flatMap({ numbers[$0] }) {
                attributes.append(Attribute(.yubicoTouchPolicy, number: number))
            }
            return attributes
        }
    }
}
