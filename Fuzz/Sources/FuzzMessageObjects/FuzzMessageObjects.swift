@testable import SecureChannel

/// Any octets as the data objects of a message: what is taken has one form only, so it is encoded as it was.
///
/// Bit 1 of the first octet says whether it is an answer, bit 2 the suite, bit 3 the instruction's parity.
@c(LLVMFuzzerTestOneInput)
public func fuzzMessageObjects(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let form = input.first else { return 0 }
    let octets = Array(input.dropFirst())
    let suite: ChannelSuite = form & 2 == 0 ? .modern : .legacy
    let instruction: UInt8 = form & 4 == 0 ? 0x10 : 0x11
    let objects =
        form & 1 == 0
        ? try? MessageObjects(command: octets, instruction: instruction, suite)
        : try? MessageObjects(answer: octets, instruction: instruction, suite)
    guard let objects else { return 0 }
    precondition(objects.encoded(instruction: instruction) == octets)
    precondition(objects.cryptogram.count.isMultiple(of: suite == .modern ? 16 : 8))
    return 0
}
