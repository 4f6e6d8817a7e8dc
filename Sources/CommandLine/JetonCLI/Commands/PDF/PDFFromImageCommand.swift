internal import ArgumentParser
internal import JetonFiles
internal import JetonPDF

/// `jeton pdf from-image`.
struct PDFFromImageCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "from-image",
        abstract: "Make a PDF/A from photographs or scans.",
        discussion: """
            Each image becomes a page of a PDF/A-2b document, which `jeton sign` can sign. JPEG is embedded without \
            loss and rotated upright; PNG keeps every pixel. --quality, --grayscale and --max-resolution make the \
            document smaller. No token is needed.
            """
    )

    /// The size of pages.
    enum PageSize: String, ExpressibleByArgument, CaseIterable {
        case a4
        case a5
        case letter
        case legal
        case image

        /// In points of 1/72 inch.
        fileprivate func size(pixelsPerInch: Double) -> ImageDocument.PageSize {
            switch self {
            case .a4: .paper(width: 595.276, height: 841.89)
            case .a5: .paper(width: 419.528, height: 595.276)
            case .letter: .paper(width: 612, height: 792)
            case .legal: .paper(width: 612, height: 1_008)
            case .image: .image(pixelsPerInch: pixelsPerInch)
            }
        }
    }

    @Argument(help: ArgumentHelp("The images, JPEG or PNG, one per page.", valueName: "image"), completion: .file())
    var images: [String]

    @Option(
        help: """
            Page size: one of a4, a5, letter, legal (turned to fit the image) and image (as large as the image).
            """
    )
    var pageSize = PageSize.a4

    @Option(help: ArgumentHelp("Pixels per inch of --page-size image: 10 to 2400 (default: 300).", valueName: "number"))
    var resolution: Int?

    @Option(
        help: ArgumentHelp(
            """
            Quality of JPEG: 1 to 100. JPEG is re-encoded, and PNG becomes JPEG (default: JPEG as it is; 85 where \
            --grayscale or --max-resolution changes one).
            """,
            valueName: "number"
        )
    )
    var quality: Int?

    @Flag(help: "Leave out the colors.")
    var grayscale = false

    @Option(
        help: ArgumentHelp(
            "Highest resolution of an image, in pixels per inch: 10 to 2400 (default: any).",
            valueName: "number"
        )
    )
    var maxResolution: Int?

    @Option(
        help: ArgumentHelp(
            "Output file, or - for standard output (default: the first image's name with .pdf).",
            valueName: "file"
        ),
        completion: .file()
    )
    var out: String?

    @Flag(help: "Overwrite an existing output.")
    var force = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        guard (10...2_400).contains(resolution ?? 300) else {
            throw CommandError.usage("--resolution must be between 10 and 2400")
        }
        guard (1...100).contains(quality ?? 1) else {
            throw CommandError.usage("--quality must be between 1 and 100")
        }
        guard (10...2_400).contains(maxResolution ?? 10) else {
            throw CommandError.usage("--max-resolution must be between 10 and 2400")
        }
        guard resolution == nil || pageSize == .image else {
            throw CommandError.usage("--resolution requires --page-size image")
        }
        guard !output.json || out != "-" else {
            throw CommandError.usage("--json and the PDF can't both go to the standard output; use --out")
        }
        let path = out ?? Self.name(for: images[0])
        var reduction = ImageReduction()
        reduction.quality = quality
        reduction.isGrayscale = grayscale
        reduction.pixelsPerInch = maxResolution.map(Double.init)
        var document = ImageDocument(pageSize.size(pixelsPerInch: Double(resolution ?? 300)), reduction: reduction)
        var file = try FileOutput(path: path, force: force)
        for image in images {
            let page = try page(image, in: &document)
            try file.write(page.span)
        }
        let end = document.finish()
        try file.write(end.span)
        let size = file.count
        try file.publish()
        return try answer(
            "jeton.pdf.from-image/1",
            ["output": path, "pages": UInt(document.pageCount), "size": UInt(clamping: size)]
        ) {
            guard path != "-" else { return }
            let pages = document.pageCount == 1 ? "1 page" : "\(document.pageCount) pages"
            Console.note("\(path): PDF/A-2b, \(pages), \(size) bytes")
        }
    }

    /// The bytes of the page of an image.
    private func page(_ path: String, in document: inout ImageDocument) throws -> [UInt8] {
        let bytes = try FileSource.contents(of: path, limit: PDFImage.sizeLimit)
        do throws(PDFError) {
            return try document.add(PDFImage(bytes))
        } catch  where error.code == .malformed {
            throw CommandError("\(path) is damaged: \(error.detail)", exitCode: .inputOutput)
        } catch {
            throw CommandError(error, path)
        }
    }

    /// The name of the PDF of an image.
    private static func name(for image: String) -> String {
        let start = image.lastIndex(of: "/").map { image.index(after: $0) } ?? image.startIndex
        guard let point = image[start...].lastIndex(of: "."), point > start else { return image + ".pdf" }
        return image[..<point] + ".pdf"
    }
}
