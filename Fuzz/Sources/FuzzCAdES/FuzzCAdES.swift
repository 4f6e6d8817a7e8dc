import CAdES
import JetonASN1
import JetonCMS
import SignatureLevels

/// Any octets as a message with timestamps and evidence: judged or refused, and never passed without an anchor.
@c(LLVMFuzzerTestOneInput)
public func fuzzCAdES(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let time = UniversalTime(secondsSince1970: 1_800_000_000)
    let validator = CAdESValidator(policy: VerificationPolicy(time: time))
    var content = MemorySource(Array("content".utf8))
    let verifier = validator.verifier
    let reports = [
        try? verifier.verifyAttached(MemorySource(octets)),
        try? verifier.verifyDetached(MemorySource(octets), content: &content),
    ]
    for report in reports.compactMap({ $0 }) {
        let assessments = validator.assess(report)
        precondition(assessments.count == report.signers.count)
        for assessment in assessments {
            precondition(assessment.outcome.indication != .totalPassed, "passed although nothing is trusted")
            precondition(assessment.level == .b && assessment.contacted.isEmpty)
        }
    }
    return 0
}
