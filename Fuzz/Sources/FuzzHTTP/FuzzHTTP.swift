import JetonNetwork

/// Any bytes as a request and as a response: refused, or read alike however they are cut in pieces.
@c(LLVMFuzzerTestOneInput)
public func fuzzHTTP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for isRequest in [true, false] {
        let whole = read(bytes, isRequest: isRequest, piece: max(1, count))
        for piece in [1, 1 + count % 7] {
            let cut = read(bytes, isRequest: isRequest, piece: piece)
            // A body that fails later has handed on what came before, and that may differ.
            precondition(cut == whole)
        }
    }
    if let text = String(validating: bytes, as: UTF8.self), let url = try? HTTPURL(text) {
        guard let again = try? HTTPURL(url.description) else { preconditionFailure("\(url)") }
        precondition(again == url)
    }
    return 0
}

/// The start line, the fields and the body; nil if the message is refused or not complete.
private func read(_ bytes: [UInt8], isRequest: Bool, piece: Int) -> [String]? {
    var head = HTTPHeadReader()
    var rest = bytes[...]
    var isComplete = false
    do {
        while !rest.isEmpty, !isComplete {
            let result = try head.read(rest.prefix(piece))
            rest = rest.dropFirst(result.taken)
            isComplete = result.isComplete
        }
        guard isComplete else { return nil }
        let framing: HTTPFraming
        var found: [String]
        if isRequest {
            let request = try head.request()
            framing = try HTTPFraming(request)
            found = [request.method, request.target] + request.fields.all.map { "\($0.name):\($0.value)" }
        } else {
            let response = try head.response()
            framing = try HTTPFraming(response, to: "GET")
            found = ["\(response.status)", response.reason] + response.fields.all.map { "\($0.name):\($0.value)" }
        }
        var reader = HTTPBodyReader(framing)
        var body: [UInt8] = []
        while !rest.isEmpty, !reader.isComplete {
            rest = rest.dropFirst(try reader.read(rest.prefix(piece)) { body += $0 })
        }
        try reader.close()
        found += [String(decoding: body, as: UTF8.self), "\(rest.count)"]
        return found
    } catch {
        return nil
    }
}
