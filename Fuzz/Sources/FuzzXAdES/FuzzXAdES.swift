import JetonASN1
import JetonCMS
import XAdES
import XMLSignature

/// Any octets as a signed XML document: judged or refused, and never passed without an anchor.
@c(LLVMFuzzerTestOneInput)
public func fuzzXAdES(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let time = UniversalTime(secondsSince1970: 1_800_000_000)
    let validator = XAdESValidator(policy: VerificationPolicy(time: time))
    guard let report = try? validator.verifier.verify(rereading: { MemorySource(octets) }),
        let assessments = try? validator.assess(report, rereading: { MemorySource(octets) })
    else { return 0 }
    precondition(assessments.count == report.signatures.count)
    for (assessment, result) in zip(assessments, report.signatures) {
        precondition(assessment.outcome.indication != .totalPassed, "passed although nothing is trusted")
        precondition(assessment.level == .b && assessment.contacted.isEmpty)
        precondition(!result.signer.isIntact || result.references.allSatisfy { $0.isIntact })
    }
    return 0
}
