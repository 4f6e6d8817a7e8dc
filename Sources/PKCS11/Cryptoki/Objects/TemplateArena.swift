internal import CCryptoki
internal import Glibc
internal import JetonOctets

/// Lends a template as the CK_ATTRIBUTE array that PKCS #11 takes, in the caller's order.
///
/// One block holds all values, each aligned to eight octets; it is wiped before it is freed, since it may hold keys.
func withTemplate<Result>(
    _ template: [Attribute],
    _ body: (UnsafeMutablePointer<CK_ATTRIBUTE>, CK_ULONG) throws(CryptokiError) -> Result
) throws(CryptokiError) -> Result {
    let size = templateSize(template, depth: 0)
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(size, 8), alignment: 8)
    defer {
        unsafe explicit_bzero(block, size)
        unsafe block.deallocate()
    }
    var offset = 0
    let attributes = unsafe place(template, in: block, at: &offset)
    return try unsafe body(attributes, CK_ULONG(template.count))
}

private func aligned(_ count: Int) -> Int { (count + 7) & ~7 }

private func templateSize(_ template: [Attribute], depth: Int) -> Int {
    precondition(depth < 4, "templates nest at most four deep")
    return unsafe template.reduce(max(template.count, 1) * MemoryLayout<CK_ATTRIBUTE>.stride) { size, attribute in
        switch attribute.value {
        case .octets(let octets): size + aligned(octets.count + 1)
        case .secret(let shared): size + aligned(shared.secret.count + 1)
        case .template(let nested): size + templateSize(nested, depth: depth + 1)
        }
    }
}

private func place(
    _ template: [Attribute],
    in block: UnsafeMutableRawPointer,
    at offset: inout Int
) -> UnsafeMutablePointer<CK_ATTRIBUTE> {
    let attributes = unsafe (block + offset).bindMemory(to: CK_ATTRIBUTE.self, capacity: max(template.count, 1))
    unsafe offset += max(template.count, 1) * MemoryLayout<CK_ATTRIBUTE>.stride
    for (index, attribute) in template.enumerated() {
        let type = attribute.type.rawValue
        switch attribute.value {
        case .octets(let octets):
            let target = unsafe block + offset
            unsafe octets.withUnsafeBytes {
                unsafe target.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(target), byteCount: $0.count)
            }
            offset += aligned(octets.count + 1)
            unsafe attributes[index] = CK_ATTRIBUTE(type: type, pValue: target, ulValueLen: CK_ULONG(octets.count))
        case .secret(let shared):
            let target = unsafe block + offset
            let count = shared.secret.count
            shared.secret.withBytes { span in
                for position in 0..<span.count {
                    unsafe target.storeBytes(of: span[position], toByteOffset: position, as: UInt8.self)
                }
            }
            offset += aligned(count + 1)
            unsafe attributes[index] = CK_ATTRIBUTE(type: type, pValue: target, ulValueLen: CK_ULONG(count))
        case .template(let nested):
            let pointer = unsafe place(nested, in: block, at: &offset)
            let count = unsafe nested.count * MemoryLayout<CK_ATTRIBUTE>.stride
            unsafe attributes[index] = CK_ATTRIBUTE(type: type, pValue: pointer, ulValueLen: CK_ULONG(count))
        }
    }
    return unsafe attributes
}
