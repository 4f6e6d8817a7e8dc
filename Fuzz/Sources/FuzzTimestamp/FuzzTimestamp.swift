import JetonValidation

/// Any octets as a timestamp request, response and token: read or refused, and never valid without an anchor.
@c(LLVMFuzzerTestOneInput)
public func fuzzTimestamp(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    if let request = try? TimestampRequest(derRepresentation: octets) {
        let again = try? TimestampRequest(derRepresentation: request.derRepresentation)
        precondition(again == request, "a request is not read as it is written")
    }
    let token = (try? TimestampResponse(derRepresentation: octets))?.token ?? octets
    if let report = try? TimestampVerifier().verify(token: token) {
        precondition(!report.isValid, "a timestamp is valid although nothing is trusted")
        _ = report.failures
    }
    return 0
}
