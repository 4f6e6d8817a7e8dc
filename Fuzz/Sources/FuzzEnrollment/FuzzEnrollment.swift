import JetonEnrollment
import JetonX509

/// Any octets as the answer of an authority: a message of CMP, the body of EST, the text of a mailbox.
@c(LLVMFuzzerTestOneInput)
public func fuzzEnrollment(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? CMPMessage(octets)
    let found = CertificateBag.scan(octets) + ((try? CertificateBag.read(octets)) ?? [])
    guard let first = found.first else { return 0 }
    let ordered = CertificateBag.ordered(found, for: first.publicKey)
    precondition(ordered?.first?.publicKey.kind == first.publicKey.kind)
    return 0
}
