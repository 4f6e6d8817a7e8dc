import TransportPolicy

/// Any bytes as a server's answer: read to an end, the same in whatever pieces they come.
@c(LLVMFuzzerTestOneInput)
public func fuzzServerHello(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    check(bytes)
    // Most bytes are no record: inside one the messages are reached.
    let inside = Array(bytes.prefix(4096))
    if !inside.isEmpty { check([22, 3, 3, UInt8(inside.count >> 8), UInt8(inside.count & 255)] + inside) }
    return 0
}

private func check(_ bytes: [UInt8]) {
    var whole = ServerHelloReader()
    whole.read(bytes[...])
    var single = ServerHelloReader()
    for index in bytes.indices { single.read(bytes[index...index]) }
    precondition(whole.answer == single.answer && whole.isComplete == single.isComplete)
    precondition(whole.answer.certificates.count <= 32)
    precondition(whole.answer.certificates.reduce(0) { $0 + $1.count } <= bytes.count)
}
