import JetonOctets

@testable import VirtualCard

/// Any octets as the records inside a card image: contents that are written back as they were read, or none.
@c(LLVMFuzzerTestOneInput)
public func fuzzCardImage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let contents = ImageCodec.contents(octets.span) else { return 0 }
    let records = ImageCodec.records(contents)
    let again = records.withBytes { ImageCodec.contents($0) }
    guard let again else { preconditionFailure("what was written is not read") }
    precondition(ImageCodec.records(again).equals(records))
    for key in again.piv.keys.values { _ = try? key.key() }
    return 0
}
