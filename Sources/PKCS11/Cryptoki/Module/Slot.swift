internal import CCryptoki
public import JetonOctets

/// A slot of a module; a plain value that holds nothing open.
public struct Slot: Sendable {
    /// The module that has the slot.
    public let module: Module
    /// The slot's number.
    public let id: SlotID

    /// Names a slot of a module.
    public init(module: Module, id: SlotID) {
        self.module = module
        self.id = id
    }

    /// What the module says of the slot, by C_GetSlotInfo.
    public func info() throws(CryptokiError) -> SlotInfo {
        var info = CK_SLOT_INFO()
        try unsafe module.call(.getSlotInfo, slot: id) { unsafe $0.pointee.C_GetSlotInfo?(id.rawValue, &info) }
        return SlotInfo(info)
    }

    /// What the module says of the token in the slot, by C_GetTokenInfo.
    ///
    /// - Throws: ``CryptokiError``; ``ReturnValue/tokenNotPresent`` if there is none.
    public func tokenInfo() throws(CryptokiError) -> TokenInfo {
        var info = CK_TOKEN_INFO()
        try unsafe module.call(.getTokenInfo, slot: id) { unsafe $0.pointee.C_GetTokenInfo?(id.rawValue, &info) }
        return TokenInfo(info)
    }

    /// The token's mechanisms, by C_GetMechanismList, in the module's order.
    ///
    /// - Throws: ``CryptokiError``; more than 65,536 are taken for garbage.
    public func mechanisms() throws(CryptokiError) -> [MechanismType] {
        for _ in 0..<8 {
            var count: CK_ULONG = 0
            try unsafe module.call(.getMechanismList, slot: id) {
                unsafe $0.pointee.C_GetMechanismList?(id.rawValue, nil, &count)
            }
            guard count <= 65_536 else { throw module.impossible(count, .getMechanismList, slot: id) }
            if count == 0 { return [] }
            let capacity = Int(count) + 8
            var found = CK_ULONG(capacity)
            do {
                let numbers = try unsafe filled(capacity: capacity) { (buffer) throws(CryptokiError) in
                    try unsafe module.call(.getMechanismList, slot: id) {
                        unsafe $0.pointee.C_GetMechanismList?(id.rawValue, buffer, &found)
                    }
                    guard found <= capacity else { throw module.impossible(found, .getMechanismList, slot: id) }
                    return Int(found)
                }
                return numbers.map { MechanismType(rawValue: $0) }
            } catch {
                guard error.code == .bufferTooSmall, error.fault == nil else { throw error }
            }
        }
        throw CryptokiError(
            .bufferTooSmall,
            .getMechanismList,
            fault: .neverLargeEnough,
            context: module.context(slot: id)
        )
    }

    /// What the token can do with a mechanism, by C_GetMechanismInfo.
    public func mechanismInfo(_ type: MechanismType) throws(CryptokiError) -> MechanismInfo {
        var info = CK_MECHANISM_INFO()
        try unsafe module.call(.getMechanismInfo, slot: id, mechanism: type) {
            unsafe $0.pointee.C_GetMechanismInfo?(id.rawValue, type.rawValue, &info)
        }
        return MechanismInfo(info)
    }

    /// Initializes the token with C_InitToken: everything on it is destroyed.
    ///
    /// - Parameters:
    ///   - label: The new label; at most 32 octets of UTF-8, padded with blanks.
    ///   - securityOfficerPIN: The present PIN of the security officer, or the first one of a new token.
    /// - Throws: ``CryptokiError``; ``ReturnValue/argumentsBad`` if the label is too long.
    public func initializeToken(label: String, securityOfficerPIN: borrowing Secret) throws(CryptokiError) {
        var padded = Array(label.utf8)
        guard padded.count <= 32 else {
            throw CryptokiError(.argumentsBad, .initToken, context: module.context(slot: id))
        }
        padded += [UInt8](repeating: 0x20, count: 32 - padded.count)
        try securityOfficerPIN.withBytes { (pin) throws(CryptokiError) in
            try unsafe withInput(pin) { (pinPointer, pinCount) throws(CryptokiError) in
                try unsafe withInput(padded.span) { (labelPointer, _) throws(CryptokiError) in
                    try unsafe module.call(.initToken, slot: id) {
                        unsafe $0.pointee.C_InitToken?(id.rawValue, pinPointer, pinCount, labelPointer)
                    }
                }
            }
        }
    }

    /// Initializes the token with the PIN typed on the reader; see ``initializeToken(label:securityOfficerPIN:)``.
    public func initializeTokenOnProtectedPath(label: String) throws(CryptokiError) {
        var padded = Array(label.utf8)
        guard padded.count <= 32 else {
            throw CryptokiError(.argumentsBad, .initToken, context: module.context(slot: id))
        }
        padded += [UInt8](repeating: 0x20, count: 32 - padded.count)
        try unsafe withInput(padded.span) { (labelPointer, _) throws(CryptokiError) in
            try unsafe module.call(.initToken, slot: id) {
                unsafe $0.pointee.C_InitToken?(id.rawValue, nil, 0, labelPointer)
            }
        }
    }
}

/// Lends octets as the pointer and length that PKCS #11 takes for input.
///
/// An empty input gets a valid pointer all the same: several modules fault on NULL, even with length 0.
@inline(__always)
func withInput<Result>(
    _ octets: Span<UInt8>,
    _ body: (UnsafeMutablePointer<CK_BYTE>, CK_ULONG) throws(CryptokiError) -> Result
) throws(CryptokiError) -> Result {
    try unsafe octets.withUnsafeBufferPointer { (buffer) throws(CryptokiError) in
        if let base = buffer.baseAddress {
            return try unsafe body(UnsafeMutablePointer(mutating: base), CK_ULONG(buffer.count))
        }
        var nothing: CK_BYTE = 0
        do {
            return try unsafe withUnsafeMutablePointer(to: &nothing) { (pointer) throws(CryptokiError) in
                try unsafe body(pointer, 0)
            }
        }
    }
}
