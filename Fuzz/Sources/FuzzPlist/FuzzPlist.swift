import JetonEntitlements

/// Any octets as an Entitlements.plist: read to an end, with findings whose lines are lines of the file.
@c(LLVMFuzzerTestOneInput)
public func fuzzPlist(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    check(octets)
    // Most octets are no XML: inside a document the rules are reached.
    let head = "<plist version=\"1.0\">\n<dict>\n<key>keychain-access-groups</key>\n<array>\n"
    check(Array(head.utf8) + octets + Array("\n</array>\n</dict>\n</plist>\n".utf8))
    return 0
}

private func check(_ octets: [UInt8]) {
    let resource = EntitlementsResource(octets, tokenMark: TokenGroupMark("rutoken"))
    let lines = octets.filter { $0 == 0x0A }.count + 1
    precondition(resource.findings.allSatisfy { (1...lines).contains($0.line) })
    precondition(resource.findings.map(\.line) == resource.findings.map(\.line).sorted())
    for finding in resource.findings { _ = finding.description }
    for claim in resource.accessGroups ?? [] { precondition((1...lines).contains(claim.line)) }
    // A file that is usable and has groups is never without a word about those that are none.
    guard resource.malformation == nil else { return }
    for claim in resource.accessGroups ?? [] where AccessGroupGrant(rawValue: claim.name) == nil {
        precondition(resource.findings.contains { $0.line == claim.line && $0.severity == .error })
    }
}
