package import JetonPCSC

/// What a card tells everybody, without login.
package struct CardSurvey: Hashable, Sendable {
    /// A key of the PIV application.
    package struct Key: Hashable, Sendable {
        /// Its key reference, such as 0x9A.
        package var slot: UInt8
        /// When it asks for a touch: 1 never, 2 always, 3 once in 15 seconds.
        package var touchPolicy: UInt8

        /// Makes a key.
        package init(slot: UInt8, touchPolicy: UInt8) {
            self.slot = slot
            self.touchPolicy = touchPolicy
        }
    }

    /// What the PIV application tells, as far as the card has Yubico's GET METADATA.
    package struct PIV: Hashable, Sendable {
        /// Whether the PIN is the factory's; nil if the card does not tell.
        package var hasFactoryPIN: Bool?
        /// Whether the PUK is the factory's; nil if the card does not tell.
        package var hasFactoryUnblockingKey: Bool?
        /// Whether the PUK has no tries left; nil if the card does not tell.
        package var isUnblockingKeyLocked: Bool?
        /// The keys that the card tells of.
        package var keys: [Key] = []

        /// Makes an application that tells nothing.
        package init() {}
    }

    /// What the OpenPGP application tells.
    package struct OpenPGP: Hashable, Sendable {
        /// How many of its three places have a key.
        package var keyCount: Int

        /// Makes an application.
        package init(keyCount: Int) { self.keyCount = keyCount }
    }

    /// How often a wrong PIN is still accepted.
    package struct Counter: Hashable, Sendable {
        /// Which PIN.
        package enum Name: UInt, Sendable {
            /// The holder's.
            case user = 1
            /// That which sets a new one for the holder: the PUK of PIV, the reset code of OpenPGP.
            case unblockingKey
            /// The administrator's of OpenPGP.
            case administrator
        }

        /// Which PIN.
        package var name: Name
        /// Tries left, 0 to 255.
        package var left: UInt8
        /// Tries after the right PIN; nil if the card does not tell.
        package var maximum: UInt8?

        /// Makes a counter.
        package init(_ name: Name, left: UInt8, maximum: UInt8? = nil) {
            self.name = name
            self.left = left
            self.maximum = maximum
        }

        /// Whether a wrong PIN was entered before, or one more locks it.
        ///
        /// Cards that do not tell a maximum start with three.
        package var isLowered: Bool { left == 1 || left < maximum ?? 3 }
    }

    /// The reader.
    package var reader: ReaderName
    /// The PIV application; nil if there is none, or it was not looked for.
    package var piv: PIV?
    /// The OpenPGP application; nil if there is none, or it was not looked for.
    package var openPGP: OpenPGP?
    /// The counters of its PINs, where these were asked for.
    package var counters: [Counter] = []
    /// Whether its file of access rules names PACE, the exchange that the card access number is for.
    package var offersPACE = false
    /// Whether it has the application of travel documents and refuses its files: status word 6982.
    package var refusesTravelDocument = false
    /// What went wrong; nil if nothing did.
    package var failure: String?

    /// Makes the survey of a card that tells nothing.
    package init(reader: ReaderName) { self.reader = reader }
}
