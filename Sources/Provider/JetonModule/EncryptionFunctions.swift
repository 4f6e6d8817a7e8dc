import CCryptoki
import TokenEngine

/// Encryption and decryption, in one part as RSA has it: PKCS #11 3.2, 5.8 and 5.10.
enum EncryptionFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_EncryptInit = { session, mechanism, key in
            call { (engine) throws(TokenFault) in
                guard unsafe mechanism != nil else { return try engine.cancel(session, .encrypt) }
                try unsafe engine.encryptInit(session, try Mechanisms.read(mechanism), key)
            }
        }
        unsafe table.C_Encrypt = { session, data, length, target, count in
            call { (engine) throws(TokenFault) in
                let count = try unsafe required(count)
                let data = try unsafe octets(data, length, beyond: .dataLenRange)
                try unsafe give(target, count, length: try engine.encryptedLength(session)) { () throws(TokenFault) in
                    try engine.encrypt(session, data)
                }
            }
        }
        unsafe table.C_EncryptUpdate = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_EncryptFinal = { session, _, _ in notSupported(session) }
        unsafe table.C_DecryptInit = { session, mechanism, key in
            call { (engine) throws(TokenFault) in
                guard unsafe mechanism != nil else { return try engine.cancel(session, .decrypt) }
                try unsafe engine.decryptInit(session, try Mechanisms.read(mechanism), key)
            }
        }
        unsafe table.C_Decrypt = { session, data, length, target, count in
            call { (engine) throws(TokenFault) in
                try unsafe EncryptionFunctions.decrypt(
                    engine,
                    session,
                    try octets(data, length, beyond: .encryptedDataLenRange),
                    target,
                    count
                )
            }
        }
        unsafe table.C_DecryptUpdate = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_DecryptFinal = { session, _, _ in notSupported(session) }
        unsafe table.C_DigestEncryptUpdate = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_DecryptDigestUpdate = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_SignEncryptUpdate = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_DecryptVerifyUpdate = { session, _, _, _, _ in notSupported(session) }
    }

    /// Only the card knows how long the plain text is: a caller without a buffer gets the longest.
    private static func decrypt(
        _ engine: Engine,
        _ session: CK_SESSION_HANDLE,
        _ data: [UInt8],
        _ target: CK_BYTE_PTR?,
        _ count: CK_ULONG_PTR?
    ) throws(TokenFault) {
        let count = try unsafe required(count)
        guard unsafe target != nil else {
            unsafe count.pointee = CK_ULONG(try engine.maximumDecryptedLength(session))
            return
        }
        let room = unsafe count.pointee
        let plain = try engine.decrypt(session, data, room: Int(clamping: room))
        guard CK_ULONG(plain.count) <= room else {
            unsafe count.pointee = CK_ULONG(plain.count)
            throw TokenFault(.bufferTooSmall, "the caller's buffer is too small")
        }
        unsafe copy(plain, to: target, count)
    }
}
