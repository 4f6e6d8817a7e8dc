import JetonASN1
import JetonCMS

/// Any octets as a message, attached and detached: an answer or a refusal, and never a valid one without an anchor.
@c(LLVMFuzzerTestOneInput)
public func fuzzCMS(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let verifier = CMSVerifier(time: UniversalTime(secondsSince1970: 1_800_000_000))
    var sink = MemorySink()
    if let report = try? verifier.verifyAttached(MemorySource(octets), content: &sink) {
        precondition(report.contentSize == UInt64(sink.octets.count), "the content that came out has another size")
        precondition(sink.octets.count <= octets.count, "more content came out than went in")
        check(report)
    }
    var content = MemorySource(Array("content".utf8))
    if let report = try? verifier.verifyDetached(MemorySource(octets), content: &content) { check(report) }
    return 0
}

func check(_ report: CMSReport) {
    precondition(!report.isValid, "a message is valid although nothing is trusted")
    for signer in report.signers {
        precondition(!signer.findings.isEmpty && !signer.isTrusted)
        _ = (signer.findings.map(\.description), signer.identifier.description)
    }
}
