internal import CCryptoki
public import JetonOctets

extension Session {
    /// The token's whole name, by C_EX_GetTokenName; CK_TOKEN_INFO has its first 32 octets.
    ///
    /// - Returns: At most 255 octets, which should be UTF-8; a token without a name gives words that say so.
    public mutating func tokenName() throws(CryptokiError) -> FixedText {
        let hasMember = module.library.extendedFunctionCount > 11
        let octets = try unsafe output(.extendedGetTokenName, expecting: 255) { _, buffer, count in
            hasMember
                ? unsafe cck_extended_functions(module.pointer).pointee.C_EX_GetTokenName?(handle, buffer, count) : nil
        }
        return FixedText(octets.prefix(255))
    }

    /// Gives the token another name, by C_EX_SetTokenName; the user must be logged in, in a read/write session.
    ///
    /// - Parameter name: At most 255 octets of UTF-8.
    /// - Throws: ``CryptokiError``.
    public mutating func setTokenName(_ name: String) throws(CryptokiError) {
        let octets = Array(name.utf8)
        try unsafe withInput(octets.span) { (pointer, count) throws(CryptokiError) in
            try unsafe module.callExtended(.extendedSetTokenName, member: 4, slot: slot.id) {
                unsafe $0.pointee.C_EX_SetTokenName?(handle, pointer, count)
            }
        }
    }

    /// Unblocks the user's PIN with its old value, by C_EX_UnblockUserPIN; the security officer must be logged in.
    public mutating func unblockUserPIN() throws(CryptokiError) {
        try unsafe module.callExtended(.extendedUnblockUserPIN, member: 3, slot: slot.id) {
            unsafe $0.pointee.C_EX_UnblockUserPIN?(handle)
        }
    }

    /// Has the token make an activation password, by C_EX_GenerateActivationPassword.
    ///
    /// The security officer must be logged in. It replaces the one of that number and can't be read again.
    ///
    /// - Parameters:
    ///   - number: 1 to 6; 0 for the next one.
    ///   - characters: What it is made of.
    /// - Returns: The password.
    /// - Throws: ``CryptokiError``; a library whose password has more than 255 octets is taken to be broken.
    public mutating func generateActivationPassword(
        number: UInt,
        of characters: ActivationCharacterSet = .capitalsAndDigits
    ) throws(CryptokiError) -> Secret {
        var needed: CK_ULONG = 0
        try unsafe generate(number, characters, nil, &needed)
        guard (1...255).contains(needed) else {
            throw module.impossible(needed, .extendedGenerateActivationPassword, slot: slot.id)
        }
        var count = needed
        let password = try Secret(capacity: Int(needed)) { (target: inout MutableSpan<UInt8>) throws(CryptokiError) in
            try unsafe target.withUnsafeMutableBufferPointer { (buffer) throws(CryptokiError) in
                try unsafe generate(number, characters, buffer.baseAddress, &count)
            }
            guard count <= needed else {
                throw module.impossible(count, .extendedGenerateActivationPassword, slot: slot.id)
            }
            // A library may count the NUL at the end.
            var length = Int(count)
            while length > 0, target[length - 1] == 0 { length -= 1 }
            return length
        }
        return password
    }

    private func generate(
        _ number: UInt,
        _ characters: ActivationCharacterSet,
        _ buffer: UnsafeMutablePointer<CK_BYTE>?,
        _ count: inout CK_ULONG
    ) throws(CryptokiError) {
        var stated = count
        defer { count = stated }
        try unsafe module.callExtended(.extendedGenerateActivationPassword, member: 20, slot: slot.id) {
            unsafe $0.pointee.C_EX_GenerateActivationPassword?(handle, number, buffer, &stated, characters.rawValue)
        }
    }

    /// Gives the token an activation key, by C_EX_LoadActivationKey.
    ///
    /// The security officer must be logged in. For Bluetooth tokens with firmware up to 20, which have no activation
    /// password.
    ///
    /// - Parameter key: 32 octets, as far as is known; at least 1.
    /// - Throws: ``CryptokiError``.
    public mutating func loadActivationKey(_ key: borrowing Secret) throws(CryptokiError) {
        try key.withBytes { (octets) throws(CryptokiError) in
            try unsafe withInput(octets) { (pointer, count) throws(CryptokiError) in
                try unsafe module.callExtended(.extendedLoadActivationKey, member: 13, slot: slot.id) {
                    unsafe $0.pointee.C_EX_LoadActivationKey?(handle, pointer, count)
                }
            }
        }
    }

    /// The mode of C_EX_TokenManage by which Jeton's own module gives a token's channel new keys; Rutoken uses 1 to 6.
    public static let newChannelKeysMode: UInt = 0x8000_0001

    /// Makes Jeton's own module have the token replace the keys of its secure channel, by C_EX_TokenManage.
    ///
    /// The security officer must be logged in. All pairings with the token end, and with this one the session.
    ///
    /// - Throws: ``CryptokiError``; ``ReturnValue/functionNotSupported`` from other modules;
    ///   ``ReturnValue/pinLocked`` if no activation password is left to pair with.
    public mutating func makeChannelKeys() throws(CryptokiError) {
        try unsafe module.callExtended(.extendedTokenManage, member: 19, slot: slot.id) {
            unsafe $0.pointee.C_EX_TokenManage?(handle, Session.newChannelKeysMode, nil)
        }
    }
}
