@testable import VerificationDesk

/// Any bytes as signed mail: refused, or a content whose line ends are CR LF, and which came out of the message.
@c(LLVMFuzzerTestOneInput)
public func fuzzMail(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let header = MailHeader(bytes[...]) else { return 0 }
    precondition(header.bodyStart <= count, "the body begins behind the end")
    for field in ["from", "content-type"] {
        for value in header.values(field) { check(value) }
    }
    guard let mail = try? MailMessage(bytes, header) else { return 0 }
    precondition(mail.signature.count <= count)
    guard let content = mail.content else { return 0 }
    for (index, byte) in content.enumerated() where byte == 0x0A {
        precondition(index > 0 && content[index - 1] == 0x0D, "a line end that is not CR LF")
    }
    let letters = content.count { $0 != 0x0D && $0 != 0x0A }
    precondition(letters <= count, "more content came out than went in")
    return 0
}

/// Each address is one word with one `@`, and is in the field; a type is of two words.
private func check(_ value: String) {
    for address in MailAddresses.read(value) ?? [] {
        precondition(address.utf8.count { $0 == UInt8(ascii: "@") } == 1 && value.contains(address))
        precondition(address.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
    if let type = MediaType(value) { precondition(type.name.utf8.count { $0 == UInt8(ascii: "/") } == 1) }
}
