/// The tags inside of commands, answers and data objects.
public enum PIVTag {
    /// SELECT's answer.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, table 3.
    public enum Selection {
        /// The application property template.
        public static let template: UInt32 = 0x61
        /// An application identifier, also in the discovery object.
        public static let identifier: UInt32 = 0x4F
        /// The authority that allocated it.
        public static let authority: UInt32 = 0x79
    }

    /// GET DATA and PUT DATA.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, 3.1.2 and 3.3.1.
    public enum Object {
        /// The list of tags that are asked for.
        public static let tagList: UInt32 = 0x5C
        /// The value of an object.
        public static let value: UInt32 = 0x53
        /// Which PINs a card takes, in the discovery object.
        public static let pinUsagePolicy: UInt32 = 0x5F2F
    }

    /// A certificate in its data object.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 1, table 10.
    public enum Certificate {
        /// The certificate.
        public static let certificate: UInt32 = 0x70
        /// Whether it is compressed.
        public static let information: UInt32 = 0x71
        /// The error detection code, empty.
        public static let errorDetection: UInt32 = 0xFE
    }

    /// GENERAL AUTHENTICATE.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, table 7.
    public enum Authentication {
        /// The dynamic authentication template.
        public static let template: UInt32 = 0x7C
        /// The witness.
        public static let witness: UInt32 = 0x80
        /// The challenge, or the input of a private key.
        public static let challenge: UInt32 = 0x81
        /// The response.
        public static let response: UInt32 = 0x82
        /// Another party's public key.
        public static let exponentiation: UInt32 = 0x85
    }

    /// GENERATE ASYMMETRIC KEY PAIR and IMPORT ASYMMETRIC KEY.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, table 10; Yubico PIV extensions for the policies and for imports.
    public enum KeyPair {
        /// The control reference template.
        public static let template: UInt32 = 0xAC
        /// The algorithm.
        public static let algorithm: UInt32 = 0x80
        /// The public exponent of RSA.
        public static let parameter: UInt32 = 0x81
        /// When the key requires the PIN.
        public static let pinPolicy: UInt32 = 0xAA
        /// When the key requires a touch.
        public static let touchPolicy: UInt32 = 0xAB
        /// The five numbers of an RSA key: p, q, both exponents, the coefficient.
        public static let rsaParts: ClosedRange<UInt8> = 0x01...0x05
        /// The scalar of a key on P-256 or P-384, or of GOST R 34.10.
        public static let scalar: UInt8 = 0x06
        /// The private bytes of Ed25519.
        public static let ed25519: UInt8 = 0x07
        /// The private bytes of X25519.
        public static let x25519: UInt8 = 0x08
    }

    /// A public key.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, table 11.
    public enum PublicKey {
        /// The public key template.
        public static let template: UInt32 = 0x7F49
        /// The modulus of RSA.
        public static let modulus: UInt32 = 0x81
        /// The public exponent of RSA.
        public static let exponent: UInt32 = 0x82
        /// A point, or the public bytes of Curve25519.
        public static let point: UInt32 = 0x86
    }

    /// GET METADATA.
    ///
    /// - SeeAlso: Yubico PIV extensions.
    public enum Metadata {
        /// The algorithm.
        public static let algorithm: UInt32 = 0x01
        /// The PIN policy and the touch policy.
        public static let policy: UInt32 = 0x02
        /// Where the key was made.
        public static let origin: UInt32 = 0x03
        /// The public key.
        public static let publicKey: UInt32 = 0x04
        /// Whether the value is the factory's.
        public static let isFactoryValue: UInt32 = 0x05
        /// The tries that are allowed, and those left.
        public static let tries: UInt32 = 0x06
    }
}
