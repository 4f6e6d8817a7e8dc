import JetonPDF

/// Any octets as an image that becomes a page of a PDF/A, or a whole image in which some octets are replaced.
///
/// What is refused changes nothing, and what is taken makes a document that can be read.
@c(LLVMFuzzerTestOneInput)
public func fuzzImage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard octets.count > 3 else { return 0 }
    var reduction = ImageReduction()
    if octets[0] & 1 != 0 { reduction.quality = Int(octets[1]) }
    reduction.isGrayscale = octets[0] & 2 != 0
    if octets[0] & 4 != 0 { reduction.pixelsPerInch = Double(octets[2]) + 1 }
    let rest = Array(octets[3...])
    let file =
        switch octets[0] >> 3 & 3 {
        case 0: altered(SampleImage.jpeg, rest)
        case 1: altered(SampleImage.png(color: octets[0] >> 5), rest)
        default: rest
        }
    guard let image = try? PDFImage(file) else { return 0 }
    // What is larger takes its time, and is bounded by the number of its pixels.
    guard image.width * image.height <= 1 << 18 else { return 0 }
    var document = ImageDocument(.image(pixelsPerInch: 72), reduction: reduction)
    guard let page = try? document.add(image) else {
        precondition(document.pageCount == 0)
        return 0
    }
    let bytes = page + document.finish()
    guard let made = try? PDFDocument(PDFMemory(bytes)) else { preconditionFailure("the document can't be read") }
    precondition(!made.isRecovered && (try? made.pageCount()) == 1 && (try? made.page(1)) != nil)
    return 0
}

/// A file with octets replaced: three of the input say where, and one what.
private func altered(_ file: [UInt8], _ edits: [UInt8]) -> [UInt8] {
    var file = file
    for edit in stride(from: 0, to: edits.count - 3, by: 4) {
        let place = Int(edits[edit]) << 16 | Int(edits[edit + 1]) << 8 | Int(edits[edit + 2])
        file[place % file.count] = edits[edit + 3]
    }
    return file
}
