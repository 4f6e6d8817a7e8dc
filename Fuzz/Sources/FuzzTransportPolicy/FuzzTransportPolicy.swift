import TransportPolicy

/// Any bytes as an Info.plist, as a part of one and as JSON: read to an end, with findings at lines of the file.
@c(LLVMFuzzerTestOneInput)
public func fuzzTransportPolicy(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    check(bytes)
    check(Array("<dict><key>NSExceptionDomains</key><dict>".utf8) + bytes + Array("</dict></dict>".utf8))
    check(Array("{\"NSExceptionDomains\":{".utf8) + bytes + Array("}}".utf8))
    return 0
}

private func check(_ bytes: [UInt8]) {
    let file = TransportPolicyFile(bytes)
    let lines = bytes.filter { $0 == 0x0A }.count + 1
    precondition(file.findings.allSatisfy { (1...lines).contains($0.line) })
    precondition(file.findings.map(\.line) == file.findings.map(\.line).sorted())
    for host in ["example.com", "a.b.example.com", "10.0.0.1", "::1", "localhost", "", "."] {
        _ = file.security.rules(for: host)
    }
}
