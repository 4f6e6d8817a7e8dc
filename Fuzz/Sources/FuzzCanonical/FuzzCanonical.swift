import Glibc
import JetonXML

/// Any bytes as a document: what is read here libxml2 reads too, and its canonical form is the same.
@c(LLVMFuzzerTestOneInput)
public func fuzzCanonical(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let document = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = canonical(document, .inclusiveWithComments) else { return 0 }
    guard let other = judge.read(document) else { preconditionFailure("libxml2 refuses the document") }
    defer { judge.free(other) }
    compare(first, other, mode: 0, hasComments: true)
    for (method, mode, hasComments) in [
        (Canonicalization.inclusive, 0, false), (.inclusive11WithComments, 2, true), (.exclusive, 1, false),
        (.exclusiveWithComments, 1, true),
    ] {
        guard let form = canonical(document, method) else { preconditionFailure("another method reads it") }
        compare(form, other, mode: CInt(mode), hasComments: hasComments)
    }
    return 0
}

private func compare(_ form: [UInt8], _ other: OpaquePointer, mode: CInt, hasComments: Bool) {
    // Relative names of namespaces have no canonical form there.
    guard let theirs = judge.canonical(other, mode: mode, hasComments: hasComments) else { return }
    precondition(form == theirs, "\(String(decoding: form, as: UTF8.self))|\(String(decoding: theirs, as: UTF8.self))")
}

private func canonical(_ document: [UInt8], _ method: Canonicalization) -> [UInt8]? {
    var form: [UInt8] = []
    return withUnsafeMutablePointer(to: &form) { form in
        nonisolated(unsafe) let form = form
        var reader = XMLReader(
            DocumentCanonicalizer(method) { bytes in
                for index in 0..<bytes.count { form.pointee.append(bytes[index]) }
            }
        )
        do throws(XMLError) {
            try reader.read(document.span)
            try reader.finish()
        } catch { return nil }
        reader.handler.finish()
        return form.pointee
    }
}

/// The functions of libxml2, which is opened here so that the package needs no headers.
private struct Judge {
    typealias Read =
        @convention(c) (UnsafePointer<CChar>?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, CInt)
        -> OpaquePointer?
    typealias Dump =
        @convention(c) (
            OpaquePointer, OpaquePointer?, CInt, OpaquePointer?, CInt,
            UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
        ) -> CInt
    typealias Free = @convention(c) (OpaquePointer) -> Void

    private let reading: Read
    private let dump: Dump
    let free: Free

    init() {
        guard let library = dlopen("libxml2.so.2", RTLD_NOW), let read = dlsym(library, "xmlReadMemory"),
            let dump = dlsym(library, "xmlC14NDocDumpMemory"), let free = dlsym(library, "xmlFreeDoc")
        else { fatalError("libxml2.so.2 is missing") }
        reading = unsafeBitCast(read, to: Read.self)
        self.dump = unsafeBitCast(dump, to: Dump.self)
        self.free = unsafeBitCast(free, to: Free.self)
    }

    /// Reads a document: entities are replaced, CDATA is text, nothing is fetched or printed, depth has no limit.
    func read(_ document: [UInt8]) -> OpaquePointer? {
        document.withUnsafeBytes { raw in
            reading(raw.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(raw.count), nil, nil, 0x84862)
        }
    }

    func canonical(_ document: OpaquePointer, mode: CInt, hasComments: Bool) -> [UInt8]? {
        var text: UnsafeMutablePointer<UInt8>?
        let count = dump(document, nil, mode, nil, hasComments ? 1 : 0, &text)
        defer { Glibc.free(text) }
        guard count >= 0 else { return nil }
        return Array(UnsafeBufferPointer(start: text, count: Int(count)))
    }
}

// libFuzzer calls from one thread only.
nonisolated(unsafe) private let judge = Judge()
