import JetonJobs

/// Any octets as the content of a job: read or refused, and what is read has a safe name and shows nothing but text.
@c(LLVMFuzzerTestOneInput)
public func fuzzJob(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let job = try? Job(content: octets) else { return 0 }
    precondition(job.identifier.utf8.count == 36 && (!job.documents.isEmpty || job.operation.name == "enroll"))
    precondition(job.documents.allSatisfy { !$0.name.contains("/") && $0.name != ".." })
    precondition(!job.title.unicodeScalars.contains { $0.properties.generalCategory == .control })
    return 0
}
