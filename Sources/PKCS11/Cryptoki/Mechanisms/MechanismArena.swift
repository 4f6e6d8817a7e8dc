internal import CCryptoki

/// Lends a mechanism as the CK_MECHANISM that PKCS #11 takes, with all that its parameters point to.
///
/// The cells lie still until `body` returns: modules may read them during the call and some write the
/// initialization vector back (AWS CloudHSM does).
///
/// - Parameters:
///   - mechanism: The mechanism.
///   - body: Gets the mechanism.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@inline(__always)
func withMechanism<Result>(
    _ mechanism: Mechanism,
    _ body: (UnsafeMutablePointer<CK_MECHANISM>) throws(CryptokiError) -> Result
) throws(CryptokiError) -> Result {
    if case .none = mechanism.parameters {
        var native = unsafe CK_MECHANISM(mechanism: mechanism.type.rawValue, pParameter: nil, ulParameterLen: 0)
        return try unsafe withUnsafeMutablePointer(to: &native) { (pointer) throws(CryptokiError) in
            try unsafe body(pointer)
        }
    }
    var cells = ParameterCells()
    defer { cells.deallocate() }
    let (parameter, length) = unsafe cells.place(mechanism.parameters)
    var native = unsafe CK_MECHANISM(
        mechanism: mechanism.type.rawValue,
        pParameter: parameter,
        ulParameterLen: CK_ULONG(length)
    )
    return try unsafe withUnsafeMutablePointer(to: &native) { (pointer) throws(CryptokiError) in
        try unsafe body(pointer)
    }
}

/// Sets `ulIvBits` of GCM parameters to 0.
///
/// - Returns: Whether it was something else; false for all other parameters.
func clearVectorBits(of native: UnsafeMutablePointer<CK_MECHANISM>) -> Bool {
    guard let parameters = unsafe gcmParameters(of: native), unsafe parameters.pointee.ulIvBits != 0 else {
        return false
    }
    unsafe parameters.pointee.ulIvBits = 0
    return true
}

/// The initialization vector in GCM parameters, as the module left it: the caller's, or the module's own in its place.
///
/// - Parameters:
///   - native: The mechanism that the module was given.
///   - count: The octets that the cell has.
/// - Returns: The vector.
func vector(of native: UnsafeMutablePointer<CK_MECHANISM>, count: Int) -> [UInt8] {
    guard let parameters = unsafe gcmParameters(of: native), let cell = unsafe parameters.pointee.pIv else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: cell, count: count))
}

private func gcmParameters(of native: UnsafeMutablePointer<CK_MECHANISM>) -> UnsafeMutablePointer<CK_GCM_PARAMS>? {
    let isGCM = unsafe native.pointee.mechanism == CKM_AES_GCM
    guard isGCM, unsafe native.pointee.ulParameterLen == MemoryLayout<CK_GCM_PARAMS>.size else { return nil }
    return unsafe native.pointee.pParameter?.assumingMemoryBound(to: CK_GCM_PARAMS.self)
}

/// Memory for the parameters of one mechanism.
@safe
struct ParameterCells: ~Copyable {
    private var blocks: [UnsafeMutableRawPointer] = unsafe []

    mutating func deallocate() {
        while let block = unsafe blocks.popLast() { unsafe block.deallocate() }
    }

    mutating func place(_ parameters: MechanismParameters) -> (UnsafeMutableRawPointer?, Int) {
        switch parameters {
        case .none:
            return (nil, 0)
        case .octets(let octets):
            return unsafe (copy(octets), octets.count)
        case .number(let number):
            return unsafe structure(CK_ULONG(number))
        case .rsaPSS(let hash, let mask, let saltLength):
            return unsafe structure(
                CK_RSA_PKCS_PSS_PARAMS(hashAlg: hash.rawValue, mgf: mask.rawValue, sLen: saltLength)
            )
        case .rsaOAEP(let hash, let mask, let label):
            return unsafe structure(
                CK_RSA_PKCS_OAEP_PARAMS(
                    hashAlg: hash.rawValue,
                    mgf: mask.rawValue,
                    source: CK_RSA_PKCS_OAEP_SOURCE_TYPE(CKZ_DATA_SPECIFIED),
                    pSourceData: label.isEmpty ? nil : copy(label),
                    ulSourceDataLen: CK_ULONG(label.count)
                )
            )
        case .ecdh1(let derivation, let sharedData, let publicPoint):
            return unsafe structure(
                CK_ECDH1_DERIVE_PARAMS(
                    kdf: derivation.rawValue,
                    ulSharedDataLen: CK_ULONG(sharedData.count),
                    pSharedData: sharedData.isEmpty ? nil : bytes(sharedData),
                    ulPublicDataLen: CK_ULONG(publicPoint.count),
                    pPublicData: bytes(publicPoint)
                )
            )
        case .gcm(let vector, let additionalData, let tagBits):
            return unsafe structure(
                CK_GCM_PARAMS(
                    pIv: bytes(vector),
                    ulIvLen: CK_ULONG(vector.count),
                    ulIvBits: CK_ULONG(vector.count * 8),
                    // SoftHSM faults on a NULL pointer here even where there is nothing to authenticate.
                    pAAD: bytes(additionalData),
                    ulAADLen: CK_ULONG(additionalData.count),
                    ulTagBits: tagBits
                )
            )
        case .ccm(let dataLength, let nonce, let additionalData, let macLength):
            return unsafe structure(
                CK_CCM_PARAMS(
                    ulDataLen: dataLength,
                    pNonce: bytes(nonce),
                    ulNonceLen: CK_ULONG(nonce.count),
                    pAAD: bytes(additionalData),
                    ulAADLen: CK_ULONG(additionalData.count),
                    ulMACLen: macLength
                )
            )
        case .counter(let bits, let block):
            return unsafe counter(bits: bits, block: block)
        case .eddsa(let prehash, let context):
            return unsafe structure(
                CK_EDDSA_PARAMS(
                    phFlag: prehash ? 1 : 0,
                    ulContextDataLen: CK_ULONG(context.count),
                    pContextData: bytes(context)
                )
            )
        case .derivationData(let data):
            return unsafe structure(
                CK_KEY_DERIVATION_STRING_DATA(pData: bytes(data), ulLen: CK_ULONG(data.count))
            )
        }
    }

    private mutating func counter(bits: UInt, block: [UInt8]) -> (UnsafeMutableRawPointer?, Int) {
        precondition(block.count == 16, "a counter block has 16 octets")
        var parameters = CK_AES_CTR_PARAMS()
        parameters.ulCounterBits = bits
        unsafe withUnsafeMutableBytes(of: &parameters.cb) { unsafe $0.copyBytes(from: block) }
        return unsafe structure(parameters)
    }

    private mutating func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        let block = UnsafeMutableRawPointer.allocate(byteCount: max(count, 16), alignment: 16)
        unsafe blocks.append(block)
        return unsafe block
    }

    private mutating func copy(_ octets: [UInt8]) -> UnsafeMutableRawPointer {
        let block = unsafe allocate(octets.count)
        unsafe UnsafeMutableRawBufferPointer(start: block, count: octets.count).copyBytes(from: octets)
        return unsafe block
    }

    private mutating func bytes(_ octets: [UInt8]) -> UnsafeMutablePointer<CK_BYTE> {
        unsafe copy(octets).assumingMemoryBound(to: CK_BYTE.self)
    }

    private mutating func structure<Structure>(_ value: Structure) -> (UnsafeMutableRawPointer?, Int) {
        let block = unsafe allocate(MemoryLayout<Structure>.size)
        unsafe block.initializeMemory(as: Structure.self, to: value)
        return unsafe (block, MemoryLayout<Structure>.size)
    }
}
