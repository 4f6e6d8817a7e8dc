import JetonXML

/// Any bytes as a document: refused, or with a canonical form that is its own, however the document is cut in pieces.
@c(LLVMFuzzerTestOneInput)
public func fuzzXML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let document = Array(UnsafeBufferPointer(start: start, count: count))
    for method in Canonicalization.allCases {
        guard let form = canonical(document, method, piece: max(1, document.count)) else { continue }
        precondition(canonical(form, method, piece: max(1, form.count)) == form)
        precondition(canonical(document, method, piece: 1 + count % 7) == form)
    }
    return 0
}

private final class Output {
    var bytes: [UInt8] = []
}

private func canonical(_ document: [UInt8], _ method: Canonicalization, piece: Int) -> [UInt8]? {
    let output = Output()
    var reader = XMLReader(
        DocumentCanonicalizer(method) { bytes in
            for index in 0..<bytes.count { output.bytes.append(bytes[index]) }
        }
    )
    do throws(XMLError) {
        var start = 0
        while start < document.count {
            let end = min(start + piece, document.count)
            try reader.read(document.span.extracting(start..<end))
            start = end
        }
        try reader.finish()
    } catch { return nil }
    reader.handler.finish()
    return output.bytes
}
