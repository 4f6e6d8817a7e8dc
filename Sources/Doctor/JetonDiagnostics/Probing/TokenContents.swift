package import Cryptoki

/// What a token shows to everybody: its mechanisms and the objects that need no login.
package struct TokenContents: Hashable, Sendable {
    /// An object of a token.
    package struct Object: Hashable, Sendable {
        /// What it is.
        package var objectClass: ObjectClass
        /// The kind of its key; nil for certificates and data.
        package var keyType: KeyType?
        /// Its `CKA_ID`; empty without.
        package var id: [UInt8]
        /// Its label; empty without.
        package var label: String
        /// A certificate's DER, at most 64 KiB; empty for other objects.
        package var certificate: [UInt8]
        /// A key's SubjectPublicKeyInfo; empty if the object does not tell it.
        package var publicKey: [UInt8]
        /// `CKA_SIGN` of a private key, `CKA_VERIFY` of a public one; nil if it does not tell.
        package var canSign: Bool?
        /// Whether each use of it needs a login of its own: `CKA_ALWAYS_AUTHENTICATE`.
        package var needsLoginEachTime: Bool

        /// Makes an object.
        package init(
            _ objectClass: ObjectClass,
            keyType: KeyType? = nil,
            id: [UInt8] = [],
            label: String = "",
            certificate: [UInt8] = [],
            publicKey: [UInt8] = [],
            canSign: Bool? = nil,
            needsLoginEachTime: Bool = false
        ) {
            self.objectClass = objectClass
            self.keyType = keyType
            self.id = id
            self.label = label
            self.certificate = certificate
            self.publicKey = publicKey
            self.canSign = canSign
            self.needsLoginEachTime = needsLoginEachTime
        }
    }

    /// What the vendor's extension tells of the token.
    package struct VendorReport: Hashable, Sendable {
        /// The battery's voltage in millivolts; nil for a token without one.
        package var batteryMillivolts: UInt?
        /// Whether the user's PIN is the factory's.
        package var hasFactoryUserPIN: Bool
        /// Whether the security officer's PIN is the factory's.
        package var hasFactorySecurityOfficerPIN: Bool

        /// Makes a report.
        package init(
            batteryMillivolts: UInt? = nil,
            hasFactoryUserPIN: Bool = false,
            hasFactorySecurityOfficerPIN: Bool = false
        ) {
            self.batteryMillivolts = batteryMillivolts
            self.hasFactoryUserPIN = hasFactoryUserPIN
            self.hasFactorySecurityOfficerPIN = hasFactorySecurityOfficerPIN
        }
    }

    /// The module's path.
    package var module: String
    /// The slot.
    package var slot: UInt
    /// What the vendor's extension tells; nil without the extension, or if it fails.
    package var vendorReport: VendorReport?
    /// How C_EX_GetTokenInfoExtended failed; nil if it did not, or there is none.
    package var vendorFailure: String?
    /// What it can do.
    package var mechanisms: Set<MechanismType> = []
    /// The objects, at most 1,024.
    package var objects: [Object] = []
    /// Whether it is reached by a secure channel that was set up.
    package var hasChannel = false
    /// How long C_GetTokenInfo took.
    package var milliseconds = 0
    /// The call that failed, and how; nil if none did.
    package var failure: String?

    /// Makes the contents of a token that shows nothing.
    package init(module: String, slot: UInt) {
        self.module = module
        self.slot = slot
    }
}
