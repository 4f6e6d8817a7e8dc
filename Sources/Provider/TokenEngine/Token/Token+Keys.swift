import Octets
import PIVCard
import Synchronization

/// New keys.
extension Token {
    /// Has the card make a key pair.
    ///
    /// - Returns: The handles of the public and the private key.
    /// - Throws: `CKR_DEVICE_MEMORY` without a free place, `CKR_SESSION_CLOSED`, and what ``change(_:refusal:_:)`` throws.
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
            let (reference, key) = try place(request, &state, refusal: .functionNotSupported) {
                (card, directory, plan) throws(PIVError) in
                let key = try card.generateKey(algorithm, in: plan.slot, pinPolicy: plan.pinPolicy)
                guard let value = PublicKeyValue(key, algorithm) else { throw PIVError(.answerMalformed) }
                directory.keys[plan.slot.rawValue] = request.entry(plan.slot, value)
                directory.keys[plan.slot.rawValue]?.owner = owner
                return value
            }
            if request.isTemporary { state.temporaryKeys[reference] = session }
            try load(&state)
            return (
                state.handle(.publicKey(reference, key.fingerprint)),
                state.handle(.privateKey(reference, key.fingerprint))
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
            throw TokenFault(.templateInconsistent, "private keys from outside are kept on the token only")
        }
        return try state.withLock { (state) throws(TokenFault) in
            let (reference, _) = try place(request, &state, refusal: .attributeValueInvalid) {
                (card, directory, plan) throws(PIVError) in
                try card.importKey(imported.key, in: plan.slot, pinPolicy: plan.pinPolicy)
                directory.keys[plan.slot.rawValue] = request.entry(plan.slot, nil)
            }
            try load(&state)
            let found = state.objects.first { handle, object in
                if case .privateKey(reference, _) = object.key { true } else { false }
            }
            guard let found else { throw TokenFault(.deviceError, "the card does not tell of the key") }
            return found.key
        }
    }

    /// Where a new key goes, and when it asks for the PIN.
    private typealias Plan = (slot: KeySlot, pinPolicy: KeyPolicy)

    /// Puts a key into a place that is empty, also if another program fills places meanwhile.
    ///
    /// - Returns: The key reference, and what `body` gives.
    private func place<Result: Sendable>(
        _ request: KeyRequest,
        _ state: inout EngineTokenState,
        refusal: ReturnValue,
        _ body: (inout ConnectedCard.Card, inout TokenDirectory, Plan) throws(PIVError) -> Result
    ) throws(TokenFault) -> (UInt8, Result) {
        // Each turn but the last finds a place that was filled since the card was read, and there are 24 places.
        for _ in 0...KeySlot.standard.count {
            try load(&state)
            let plan = try plan(request, state)
            let result = try change(&state, refusal: refusal) { (card, directory) throws(PIVError) -> Result? in
                let isTaken =
                    facts.hasMetadata
                    ? try card.metadata(of: plan.slot) != nil
                    : directory.keys[plan.slot.rawValue]?.publicKeyInfo != nil
                return isTaken ? nil : try body(&card, &directory, plan)
            }
            if let result { return (plan.slot.rawValue, result) }
        }
        throw TokenFault(.deviceMemory, "there is no place for another key")
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
                throw TokenFault(.deviceMemory, "there is no place for another key")
            }
            guard request.wantsAlways != true || slot == .signature, request.wantsPIN || slot == .cardAuthentication
            else { throw TokenFault(.templateInconsistent, "the place does not ask for the PIN like this") }
            return (slot, .standard)
        }
        let candidates = (named.map { [$0] } ?? []) + ordinary
        guard let slot = candidates.first(where: { !taken.contains($0) }) else {
            throw TokenFault(.deviceMemory, "there is no place for another key")
        }
        if !request.wantsPIN { return (slot, .never) }
        let isAlways = request.wantsAlways ?? (slot == .signature)
        return (slot, isAlways ? .always : .once)
    }
}
