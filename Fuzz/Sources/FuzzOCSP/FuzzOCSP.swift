import JetonValidation

/// Any octets as an OCSP response: read or refused, and what is read keeps its octets.
@c(LLVMFuzzerTestOneInput)
public func fuzzOCSP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let response = try? OCSPResponse(derRepresentation: octets) else { return 0 }
    precondition(response.derRepresentation == octets)
    _ = (response.certificates.map(\.description), response.producedAt.description)
    return 0
}
