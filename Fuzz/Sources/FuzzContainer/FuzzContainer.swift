import ASiC
import JetonASN1
import JetonCMS

/// Any octets as a container: judged or refused, and never passed without an anchor.
@c(LLVMFuzzerTestOneInput)
public func fuzzContainer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let container = try? Container(ZIPMemory(octets)) else { return 0 }
    for entry in container.files {
        var size: UInt64 = 0
        guard (try? container.forEachPiece(of: entry.name, { size += UInt64($0.count) })) != nil else { continue }
        precondition(size == entry.size, "content of another size than stated")
    }
    let policy = VerificationPolicy(time: UniversalTime(secondsSince1970: 1_800_000_000))
    guard let report = try? ContainerValidator(policy: policy).assess(container) else { return 0 }
    precondition(!report.isValid, "passed although nothing is trusted")
    return 0
}
