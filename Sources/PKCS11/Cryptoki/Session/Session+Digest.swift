internal import CCryptoki

extension Session {
    /// Digests in one part, with C_DigestInit and C_Digest.
    public mutating func digest(_ data: Span<UInt8>, with mechanism: Mechanism) throws(CryptokiError) -> [UInt8] {
        try digestInit(mechanism)
        return try unsafe withInput(data) { (pointer, count) throws(CryptokiError) in
            try unsafe output(.digest, expecting: 64, mechanism: mechanism.type) {
                unsafe $0.pointee.C_Digest?(handle, pointer, count, $1, $2)
            }
        }
    }

    /// Begins a digest in parts, with C_DigestInit.
    public mutating func digestInit(_ mechanism: Mechanism) throws(CryptokiError) {
        try unsafe begin(.digestInit, mechanism) { unsafe $0.pointee.C_DigestInit?(handle, $1) }
    }

    /// Adds data to a digest in parts, with C_DigestUpdate.
    public mutating func digestUpdate(_ data: Span<UInt8>) throws(CryptokiError) {
        try unsafe withInput(data) { (pointer, count) throws(CryptokiError) in
            try unsafe call(.digestUpdate) { unsafe $0.pointee.C_DigestUpdate?(handle, pointer, count) }
        }
    }

    /// Adds a secret key's value to a digest in parts, with C_DigestKey.
    public mutating func digestKey(_ key: ObjectHandle) throws(CryptokiError) {
        try unsafe call(.digestKey) { unsafe $0.pointee.C_DigestKey?(handle, key.rawValue) }
    }

    /// Ends a digest in parts, with C_DigestFinal.
    public mutating func digestFinal() throws(CryptokiError) -> [UInt8] {
        try unsafe output(.digestFinal, expecting: 64) { unsafe $0.pointee.C_DigestFinal?(handle, $1, $2) }
    }
}
