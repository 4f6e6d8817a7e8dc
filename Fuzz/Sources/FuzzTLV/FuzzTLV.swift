import JetonOctets

/// Any octets as data objects: read or refused, and what was read is the same after writing.
@c(LLVMFuzzerTestOneInput)
public func fuzzTLV(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    check(octets, depth: 0)
    return 0
}

func check(_ octets: [UInt8], depth: Int) {
    guard depth < 16, let objects = try? TLV.parse(octets) else { return }
    precondition(objects.count <= 1024)
    let encoded = objects.flatMap(\.encoded)
    do {
        let again = try TLV.parse(encoded)
        precondition(again == objects, "the octets were read as other objects than before")
    } catch {
        preconditionFailure("what was written is not read: \(error)")
    }
    for object in objects where object.isConstructed { check(object.value, depth: depth + 1) }
}
