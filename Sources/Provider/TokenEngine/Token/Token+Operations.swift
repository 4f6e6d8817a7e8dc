import JetonASN1
import JetonLibcrypto
import PIVCard
import SmartCard
import Synchronization

/// What private keys do.
extension Token {
    /// Signs.
    ///
    /// - Parameters:
    ///   - data: The digest, if the scheme hashes; else the data.
    ///   - scheme: How it is signed.
    ///   - key: The key.
    ///   - confirmation: The PIN for this signature, where the key wants one.
    /// - Returns: The signature.
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`, `CKR_DATA_LEN_RANGE`, `CKR_DATA_INVALID`, `CKR_DEVICE_REMOVED`.
    func sign(
        _ data: [UInt8],
        _ scheme: EngineSignatureScheme,
        by key: CardKey,
        _ confirmation: PINConfirmation?
    ) throws(TokenFault) -> [UInt8] {
        let input = try scheme.input(data, key.publicKey)
        let output = try operate(key, confirmation, refusal: .dataInvalid) { (card) throws(PIVError) in
            try card.sign(input, with: key.algorithm, in: key.slot)
        }
        guard case .ec(let curve, _) = key.publicKey else { return output }
        // Cards fill numbers up with zeros, which DER forbids.
        let length = curve.fieldLength
        let parsed = try? ECDSASignature(derRepresentation: output, orderLength: length, rules: .basic)
        guard let signature = parsed?.concatenated(orderLength: length) else {
            throw TokenFault(.deviceError, "the card's signature is malformed")
        }
        return signature
    }

    /// Decrypts with the bare operation of an RSA key.
    ///
    /// - Parameters:
    ///   - data: As many octets as the modulus has.
    ///   - key: The key.
    ///   - confirmation: The PIN for this operation, where the key wants one.
    /// - Returns: The block with its padding.
    /// - Throws: As ``sign(_:_:by:_:)``.
    func decrypt(_ data: [UInt8], by key: CardKey, _ confirmation: PINConfirmation?) throws(TokenFault) -> [UInt8] {
        try operate(key, confirmation, refusal: .encryptedDataInvalid) { (card) throws(PIVError) in
            try card.decipher(data, with: key.algorithm, in: key.slot)
        }
    }

    /// Agrees on a secret.
    func agree(with peer: [UInt8], by key: CardKey) throws(TokenFault) -> [UInt8] {
        try operate(key, nil, refusal: .mechanismParamInvalid) { (card) throws(PIVError) in
            try card.agree(with: peer, key.algorithm, in: key.slot)
        }
    }

    private func operate(
        _ key: CardKey,
        _ confirmation: PINConfirmation?,
        refusal: ReturnValue,
        _ body: (inout ConnectedCard.Card) throws(PIVError) -> [UInt8]
    ) throws(TokenFault) -> [UInt8] {
        let (isUser, pin) = state.withLock { ($0.isUser, $0.pin) }
        guard key.isPublic || isUser else { throw TokenFault(.userNotLoggedIn, "no user has logged in") }
        guard !key.isAlwaysAuthenticated || confirmation != nil else {
            throw TokenFault(.userNotLoggedIn, "the key requires the PIN before each use")
        }
        // Nothing may come between the PIN of an operation and the operation, and no one is asked for two touches.
        let work: CardWork = key.isAlwaysAuthenticated ? .confirmed : key.asksForTouch ? .changing : .computing
        return try card.use(work, verifying: pin, refusal: refusal) { (card) throws(PIVError) in
            do throws(PIVError) {
                return try body(&card)
            } catch {
                if key.isAlwaysAuthenticated, !key.asksForTouch, case .pin(let pin) = confirmation, pin.isUsable,
                    Self.isForgotten(error)
                {
                    try Self.confirmAgain(pin, &card)
                    return try body(&card)
                }
                // With the login in place, what is missing is a touch.
                guard error.code == .notAuthenticated else { throw error }
                let isTouchMissing = key.isPublic ? true : try card.pinTriesLeft() == nil
                throw isTouchMissing ? PIVError(.touchMissing) : error
            }
        }
    }

    /// Whether another thread or program may have used the card since the PIN was given for an operation.
    private static func isForgotten(_ error: PIVError) -> Bool {
        [.notAuthenticated, .unsupported, .notFound, .conditionsNotMet].contains(error.code)
            && error.card?.refusal != nil
    }

    /// Gives the PIN of an operation again, which the card has accepted in this connection, if more than one try is
    /// left.
    private static func confirmAgain(_ pin: SharedPIN, _ card: inout ConnectedCard.Card) throws(PIVError) {
        try card.select()
        if let left = try card.pinTriesLeft(), left <= 1 { throw PIVError(.notAuthenticated) }
        do throws(PIVError) {
            try card.verify(pin.secret)
        } catch {
            guard error.code == .pinIncorrect else { throw error }
            pin.markRejected()
            throw PIVError(.notAuthenticated)
        }
    }
}
