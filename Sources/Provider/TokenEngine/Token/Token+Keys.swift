import JetonOctets
import PIVCard
import Synchronization

/// New keys.
extension Token {
    /// Has the card make a key pair.
    ///
    /// - Returns: The handles of the public and the private key.
    /// - Throws: `CKR_DEVICE_MEMORY` without a free place, `CKR_SESSION_CLOSED`, and what ``change(_:refusal:needsNames:_:)`` throws.
    func generate(
        _ algorithm: KeyAlgorithm,
        _ publicTemplate: AttributeSet,
        _ privateTemplate: AttributeSet,
        session: UInt
    ) throws(TokenFault) -> (publicKey: UInt, privateKey: UInt) {
        let isSecurityOfficer = state.withLock { $0.securityOfficerPIN != nil }
        let keyType = KeyRequest.keyType(algorithm)
        for (template, objectClass) in [(publicTemplate, ObjectClass.publicKey), (privateTemplate, .privateKey)] {
            try template.check(objectClass, for: .generate, keyType: keyType, isSecurityOfficer: isSecurityOfficer)
        }
        let request = try KeyRequest(privateTemplate, publicTemplate, algorithm)
        let owner = request.isTemporary && facts.deletesKeys ? self.owner() : nil
        return try state.withLock { (state) throws(TokenFault) in
            try state.requireOpen(session)
            let key = try place(request, owner, session, &state, refusal: .functionNotSupported) {
                (card, entry, plan) throws(PIVError) in
                let key = try card.generateKey(
                    algorithm,
                    in: plan.slot,
                    pinPolicy: plan.pinPolicy,
                    touchPolicy: request.touchPolicy
                )
                guard let value = PublicKeyValue(key, algorithm) else { throw PIVError(.answerMalformed) }
                entry.publicKeyInfo = value.publicKeyInfo
            }
            let (reference, fingerprint) = (key.slot.rawValue, key.publicKey.fingerprint)
            return (
                state.handle(.publicKey(reference, fingerprint)), state.handle(.privateKey(reference, fingerprint))
            )
        }
    }

    /// Puts a private key from outside on the card.
    ///
    /// - Returns: The private key's handle.
    func importKey(_ template: AttributeSet, session: UInt) throws(TokenFault) -> UInt {
        let imported = try KeyImport.read(template)
        let request = try KeyRequest(template, AttributeSet(), imported.algorithm)
        guard !request.isTemporary else {
            throw TokenFault(.templateInconsistent, "imported private keys can be stored only on the token")
        }
        return try state.withLock { (state) throws(TokenFault) in
            let key = try place(request, nil, session, &state, refusal: .attributeValueInvalid) {
                (card, _, plan) throws(PIVError) in
                try card.importKey(
                    imported.key,
                    in: plan.slot,
                    pinPolicy: plan.pinPolicy,
                    touchPolicy: request.touchPolicy
                )
            }
            return state.handle(.privateKey(key.slot.rawValue, key.publicKey.fingerprint))
        }
    }

    /// Where a new key goes, and when it asks for the PIN.
    private typealias Plan = (slot: KeySlot, pinPolicy: KeyPolicy)

    /// Puts a key into a place that is empty, also if another program fills places meanwhile.
    ///
    /// The place is reserved in the directory before there is a key: a card that does not take the directory makes
    /// none, and a program that is killed leaves no key without a name. If the card's answer to the key's command is
    /// lost, the card is asked whether the key is there. A card that takes no directory at all, as CanoKey, shows the key
    /// under the fixed names of its place.
    ///
    /// - Returns: The key.
    private func place(
        _ request: KeyRequest,
        _ owner: SessionKeyOwner?,
        _ session: UInt,
        _ state: inout EngineTokenState,
        refusal: ReturnValue,
        _ body: (inout ConnectedCard.Card, inout KeyEntry, Plan) throws(PIVError) -> Void
    ) throws(TokenFault) -> CardKey {
        // Each turn but the last finds a place that was filled since the card was read, and there are 24 places.
        for _ in 0...KeySlot.standard.count {
            try load(&state)
            let plan = try plan(request, state)
            var isSent = false
            var isPlaced = false
            var isKept = true
            do throws(TokenFault) {
                isPlaced = try changeStepwise(&state, refusal: refusal, needsNames: false) {
                    (card, draft) throws(PIVError) in
                    guard try isFree(plan.slot, &card, draft.directory) else { return false }
                    let before = draft.directory
                    var entry = request.entry(plan.slot, nil)
                    entry.owner = owner
                    draft.directory.keys[plan.slot.rawValue] = entry
                    try draft.write(to: &card)
                    isKept = draft.isKept
                    guard isKept || isNamedByPlace(request, plan.slot), isKept || owner == nil else { return false }
                    isSent = true
                    do throws(PIVError) {
                        try body(&card, &entry, plan)
                    } catch {
                        // Without a key, the place is not needed.
                        if !error.isUncertain, try isFree(plan.slot, &card, before) {
                            draft.directory = before
                            try draft.write(to: &card)
                        }
                        throw error
                    }
                    draft.directory.keys[plan.slot.rawValue] = entry
                    return true
                }
            } catch {
                guard isSent, owner == nil, !card.isGone, let key = try? key(in: plan.slot, &state) else { throw error }
                return key
            }
            guard isPlaced || isKept else {
                throw TokenFault(
                    .templateInconsistent,
                    "the card stores no key names other than those of its key slots"
                )
            }
            guard isPlaced else { continue }
            if request.isTemporary { state.temporaryKeys[plan.slot.rawValue] = session }
            guard let key = try key(in: plan.slot, &state) else {
                throw TokenFault(.deviceError, "the card does not report the key")
            }
            return key
        }
        throw TokenFault(.deviceMemory, "the card has no free key slot")
    }

    /// Whether a key can be found again without an entry in the directory.
    private func isNamedByPlace(_ request: KeyRequest, _ slot: KeySlot) -> Bool {
        let names = [request.identifier, request.publicIdentifier].compactMap { $0 }
        return facts.hasMetadata && names.allSatisfy { $0 == SlotNames.identifier(slot) }
    }

    private func isFree(
        _ slot: KeySlot,
        _ card: inout ConnectedCard.Card,
        _ directory: TokenDirectory
    ) throws(PIVError) -> Bool {
        facts.hasMetadata
            ? try card.metadata(of: slot) == nil : directory.keys[slot.rawValue]?.publicKeyInfo == nil
    }

    /// The key in a place, as the card tells of it now.
    private func key(in slot: KeySlot, _ state: inout EngineTokenState) throws(TokenFault) -> CardKey? {
        try load(&state)
        for object in state.objects.values {
            if case .card(let key) = object.material, key.slot == slot { return key }
        }
        return nil
    }

    /// Where a new key goes, and when it asks for the PIN.
    ///
    /// A key never takes the place of another, and none goes by itself to the places that ask for the PIN more or less
    /// often than users expect: they are named by their identifiers.
    private func plan(
        _ request: KeyRequest,
        _ state: EngineTokenState
    ) throws(TokenFault) -> Plan {
        let shown = state.objects.values.compactMap { object in
            if case .card(let key) = object.material { key.slot } else { nil }
        }
        let taken = shown + state.foreignKeys.map(KeySlot.init(rawValue:))
        let retired = (1...20).compactMap(KeySlot.retired)
        let ordinary: [KeySlot] = [.authentication, .keyManagement] + retired
        let named = request.identifier.flatMap(SlotNames.slot)
        guard facts.hasExtensions else {
            guard let slot = (named.map { [$0] } ?? ordinary).first(where: { !taken.contains($0) }) else {
                throw TokenFault(.deviceMemory, "the card has no free key slot")
            }
            guard request.touchPolicy == .standard else {
                throw TokenFault(.templateInconsistent, "the card does not support touch policies")
            }
            guard request.wantsAlways != true || slot == .signature, request.wantsPIN || slot == .cardAuthentication
            else { throw TokenFault(.templateInconsistent, "the key slot does not support this PIN policy") }
            return (slot, .standard)
        }
        let candidates = (named.map { [$0] } ?? []) + ordinary
        guard let slot = candidates.first(where: { !taken.contains($0) }) else {
            throw TokenFault(.deviceMemory, "the card has no free key slot")
        }
        if !request.wantsPIN { return (slot, .never) }
        let isAlways = request.wantsAlways ?? (slot == .signature)
        return (slot, isAlways ? .always : .once)
    }
}
