public import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// Slots and tokens.
extension Engine {
    /// How often a wait for an event looks, in milliseconds.
    private static let pauseMilliseconds: Int32 = 200

    /// The slots.
    ///
    /// - Parameters:
    ///   - withToken: Whether those without a token are left out.
    ///   - isNewList: Whether new places are looked for, as a caller expects when it asks for the list's length.
    /// - Returns: The slots' numbers.
    public func slotIdentifiers(withToken: Bool, isNewList: Bool) -> [UInt] {
        if isNewList || allSlots.isEmpty { refreshSlots() }
        return allSlots.filter { !withToken || $0.hasToken }.map(\.identifier)
    }

    /// What a slot is like now.
    ///
    /// - Throws: `CKR_SLOT_ID_INVALID`.
    public func describeSlot(_ identifier: UInt) throws(TokenFault) -> SlotDescription {
        let slot = try slot(identifier)
        return SlotDescription(
            name: slot.connector.name,
            manufacturer: slot.connector.manufacturer,
            hasToken: slot.hasToken,
            isHardware: slot.connector.isHardware
        )
    }

    /// What the token in a slot is like now.
    ///
    /// - Throws: `CKR_SLOT_ID_INVALID`, `CKR_TOKEN_NOT_PRESENT`, `CKR_TOKEN_NOT_RECOGNIZED`, `CKR_DEVICE_REMOVED`.
    public func describeToken(_ identifier: UInt) throws(TokenFault) -> TokenDescription {
        switch try slot(identifier).requireMedia() {
        case .token(let token): return try token.description()
        case .unpaired(let description): return description
        }
    }

    /// The mechanisms of the token in a slot, ascending.
    public func mechanisms(_ identifier: UInt) throws(TokenFault) -> [MechanismType] {
        try slot(identifier).requireToken().mechanisms.types
    }

    /// What the token in a slot can do with a mechanism.
    ///
    /// - Throws: `CKR_MECHANISM_INVALID`.
    public func describe(_ mechanism: MechanismType, _ identifier: UInt) throws(TokenFault) -> MechanismDescription {
        guard let description = try slot(identifier).requireToken().mechanisms[mechanism] else {
            throw TokenFault(.mechanismInvalid, "the token does not support the mechanism")
        }
        return description
    }

    /// Initializes the token in a slot; everything on it is destroyed.
    ///
    /// - Parameters:
    ///   - identifier: The slot.
    ///   - pin: The security officer's PIN: the present one, or on a new token the one that it is to have.
    ///   - label: The new label.
    ///   - settings: What Rutoken's extension chooses besides.
    /// - Throws: ``TokenFault`` with the code that C_InitToken answers.
    public func initializeToken(
        _ identifier: UInt,
        _ pin: consuming Secret,
        label: String,
        settings: InitializationSettings? = nil
    ) throws(TokenFault) {
        try slot(identifier).requireToken().initialize(SharedPIN(pin), label: label, settings: settings)
    }

    /// Waits for a card to come or go.
    ///
    /// - Parameter blocks: Whether to wait if nothing has happened since the last call.
    /// - Returns: The slot.
    /// - Throws: `CKR_NO_EVENT`; `CKR_CRYPTOKI_NOT_INITIALIZED` if the engine is closed meanwhile.
    public func waitForSlotEvent(blocks: Bool) throws(TokenFault) -> UInt {
        let known = Set(allSlots.map(\.identifier))
        while true {
            refreshSlots()
            let slots = allSlots
            if let slot = slots.first(where: { $0.takeEvent() }) { return slot.identifier }
            // A place that was not there before is an event too, if a card is in it.
            let new = known.isEmpty ? [] : slots.filter { !known.contains($0.identifier) }
            if let slot = new.first(where: { $0.connector.insertion() != nil }) { return slot.identifier }
            guard blocks else { throw TokenFault(.noEvent, "no slot event has occurred") }
            _ = poll(nil, 0, Self.pauseMilliseconds)
            guard !hasEnded else { throw TokenFault(.cryptokiNotInitialized, "the library was finalized") }
        }
    }
}
