import Cryptoki

/// Any lines as PKCS #11 URIs: each is read or refused, and what was read agrees with itself and with the others.
///
/// Lines that do not start with a letter of the scheme get it put before them, so that the rest is reached.
@c(LLVMFuzzerTestOneInput)
public func fuzzURI(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    var candidates: [PKCS11URI] = []
    for line in octets.split(separator: UInt8(ascii: "\n")).prefix(8) {
        let rest = String(decoding: line, as: UTF8.self)
        let text = line.first.map { $0 | 0x20 } == UInt8(ascii: "p") ? rest : "pkcs11:" + rest
        do {
            candidates.append(try PKCS11URI(parsing: text))
        } catch {
            precondition((0...text.utf8.count).contains(error.offset))
            _ = error.description
        }
    }
    for uri in candidates {
        check(uri)
        guard let shortest = PKCS11URI.shortestUnique(for: uri, among: candidates) else { continue }
        precondition(shortest.matches(uri))
        precondition(candidates.filter(shortest.matches).allSatisfy { $0.withoutQuery == uri.withoutQuery })
    }
    return 0
}

/// What holds of every URI that was read.
private func check(_ uri: PKCS11URI) {
    precondition(uri.matches(uri) && PKCS11URI().matches(uri))
    let text = uri.description
    precondition(!uri.queryAttributes.contains(.pinValue) && uri[.pinValue].isEmpty)
    // Percent-encoding may make it longer than what is read.
    guard text.utf8.count <= PKCS11URI.maximumLength else { return }
    guard let again = try? PKCS11URI(parsing: text) else { preconditionFailure("refuses its own print") }
    precondition(again.description == text)
    precondition(again == uri || uri.hasPINValue)
    precondition(!again.hasPINValue)
    precondition(again.withoutQuery == uri.withoutQuery)
    _ = (uri.type, uri.slotID, uri.libraryVersion, uri.pinSource)
}
