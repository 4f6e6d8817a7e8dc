import AgeFiles
import JetonOctets

/// Any octets as an age file, as what follows a good header, as a recipient and as an identity.
@c(LLVMFuzzerTestOneInput)
public func fuzzAge(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let age = Age.shared
    expectRefusal(octets, age)
    // Behind the first line, and behind a header that is authentic.
    expectRefusal(Array("age-encryption.org/v1\n".utf8) + octets, age)
    if octets != age.payload { expectRefusal(age.header + octets, age) }

    let text = String(decoding: octets, as: UTF8.self)
    if let recipient = AgeRecipient(rawValue: text) { precondition(recipient.rawValue == text) }
    let secret = Secret(copying: octets.span)
    if let identity = try? AgeIdentity(text: secret) {
        let again = identity.makeText()
        guard let read = try? AgeIdentity(text: again) else { fatalError("what was written is not read") }
        precondition(read.recipient == identity.recipient)
    }
    return 0
}

/// Nobody but the fuzzer has made the file: it must not open.
private func expectRefusal(_ octets: [UInt8], _ age: Age) {
    do {
        _ = try AgeFile.decrypt(octets, with: age.identity)
        fatalError("a file that nobody encrypted was opened")
    } catch {
        precondition(!error.description.isEmpty)
    }
}

/// An identity, and a file to it in two parts.
private final class Age: Sendable {
    static let shared = Age()

    let identity: AgeIdentity
    let header: [UInt8]
    let payload: [UInt8]

    private init() {
        let plain = Secret(copying: [1, 2, 3].span)
        guard let identity = try? AgeIdentity.generate(),
            let file = try? AgeFile.encrypt(plain, to: [identity.recipient])
        else { fatalError("no identity") }
        // A nonce of 16 octets, 3 octets and a tag of 16.
        header = Array(file.dropLast(35))
        payload = Array(file.suffix(35))
        self.identity = identity
    }
}
