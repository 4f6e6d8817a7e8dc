import JetonNetwork
import JetonOctets

/// Any bytes as a server's challenge: refused, or answered by a message whose fields lie inside it.
@c(LLVMFuzzerTestOneInput)
public func fuzzNTLM(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let password = Secret(copying: Array("Password".utf8).span)
    guard let challenge = try? NTLMChallenge(bytes),
        let context = try? NTLM.Context(service: "HTTP/server", endPoint: nil),
        let message = try? NTLM.authenticate(
            challenge,
            user: "User",
            domain: "Domain",
            password: password,
            context: context
        )
    else { return 0 }
    for place in stride(from: 12, to: 60, by: 8) {
        let length = Int(message[place]) | Int(message[place + 1]) << 8
        let offset = (0..<4).reduce(0) { $0 | Int(message[place + 4 + $1]) << (8 * $1) }
        precondition(offset >= 88 && offset + length <= message.count)
    }
    return 0
}
