internal import ArgumentParser
internal import JetonASN1
internal import JetonFiles
internal import JetonOctets
internal import JetonPDF
internal import JetonX509
internal import SigningDesk

/// What a signature in a PDF says, and where it goes.
struct PDFSignatureFlags: ParsableArguments {
    /// What may be changed after a certification.
    enum Certification: String, ExpressibleByArgument, CaseIterable {
        case noChanges = "no-changes"
        case forms
        case annotations

        var permission: DocumentPermission {
            switch self {
            case .noChanges: .noChanges
            case .forms: .forms
            case .annotations: .annotations
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "The signature field of a PDF: an empty one, or the name of a new one.",
            discussion: "Default: the only empty field, or a new one.",
            valueName: "name"
        )
    )
    var field: String?

    @Option(help: ArgumentHelp("Why a PDF is signed, as readers show it.", valueName: "text"))
    var reason: String?

    @Option(help: ArgumentHelp("Where a PDF is signed, as readers show it.", valueName: "text"))
    var location: String?

    @Option(help: ArgumentHelp("The signer's name in a PDF (default: that of the certificate).", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            """
            Certify a PDF, and allow later changes: one of no-changes, forms \
            (fill in fields and sign), annotations (also comment).
            """,
            valueName: "changes"
        )
    )
    var certify: Certification?

    @Option(
        help: ArgumentHelp(
            """
            Show the signature of a PDF in this rectangle of its page, in points from the lower left corner of the \
            visible page.
            """,
            valueName: "left,bottom,width,height"
        )
    )
    var rectangle: String?

    @Option(
        help: ArgumentHelp(
            "The page of a new signature field (default: 1), or several pages that show the same signature: 1,3-5 or all.",
            valueName: "pages"
        )
    )
    var page: String?

    @Option(
        help: ArgumentHelp(
            "Place --rectangle relative to the start of this text, which must occur exactly once on each page.",
            valueName: "text"
        )
    )
    var atText: String?

    @Option(
        help: ArgumentHelp(
            "The text of a visible signature; \\n starts a new line, and {name}, {time}, {reason} and {location} are filled in.",
            discussion:
                "Default: those of the four that are known, one per line; no text with --image or --strokes.",
            valueName: "text"
        )
    )
    var text: String?

    @Option(
        help: ArgumentHelp("The image of a visible signature, JPEG or PNG.", valueName: "file"),
        completion: .file()
    )
    var image: String?

    @Option(
        help: ArgumentHelp(
            """
            A drawn signature: the data of an SVG path with the commands M, L, C and Z, or a JSON array of lines, each \
            an array of points {"x": 1, "y": 2} with optional "pressure" (0 to 1) and "time" (milliseconds).
            """,
            valueName: "file"
        ),
        completion: .file()
    )
    var strokes: String?

    @Option(
        help: ArgumentHelp(
            "The TrueType font of a visible signature; the letters used are embedded.",
            discussion: "Default: DejaVu Sans.",
            valueName: "file"
        ),
        completion: .file()
    )
    var font: String?

    func validate() throws {
        try OptionRule.check(.excludes(["--image": image != nil, "--strokes": strokes != nil]))
    }

    /// Where the default font is: Debian's package fonts-dejavu-core, and where other distributions have it.
    private static let fonts = [
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
        "/usr/share/fonts/TTF/DejaVuSans.ttf",
    ]

    /// Whether one of the options is given.
    var isGiven: Bool {
        field != nil || reason != nil || location != nil || name != nil || certify != nil || page != nil
            || atText != nil || isVisible
    }

    /// Whether the signature is to be visible.
    private var isVisible: Bool { rectangle != nil || text != nil || image != nil || strokes != nil || font != nil }

    /// What a visible signature shows, without the text; nil for one that is not visible.
    ///
    /// - Throws: ``CommandError`` for a rectangle that is not one, and files that can't be read.
    private func appearance() throws -> SignatureAppearance? {
        guard isVisible else {
            if atText != nil { throw CommandError.usage("--at-text needs --rectangle") }
            return nil
        }
        var appearance = SignatureAppearance()
        if let rectangle {
            let numbers = rectangle.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
            guard numbers.count == 4,
                let area = SignatureAppearance.Rectangle(
                    left: numbers[0],
                    bottom: numbers[1],
                    width: numbers[2],
                    height: numbers[3]
                )
            else {
                throw CommandError.usage(
                    "'\(rectangle)' is not a valid rectangle",
                    hints: ["expected left, bottom, width and height in points, such as 72,72,200,60"]
                )
            }
            appearance.rectangle = area
        } else if field == nil {
            throw CommandError.usage("a visible signature requires --rectangle, or an existing --field")
        }
        if let image {
            do {
                appearance.image = try PDFImage(FileSource.contents(of: image, limit: PDFImage.sizeLimit))
            } catch let error as PDFError {
                throw CommandError(error, image)
            }
        }
        if let strokes {
            appearance.drawing = try DrawnLines.read(strokes)
        }
        guard text != nil || (image == nil && strokes == nil) else { return appearance }
        let path = try font ?? Self.installedFont()
        do {
            appearance.font = try TrueTypeFont(FileSource.contents(of: path, limit: TrueTypeFont.sizeLimit))
        } catch let error as PDFError {
            throw CommandError(error, path)
        }
        return appearance
    }

    /// The pages of `--page`; nil for none.
    private func pages() throws(CommandError) -> PDFSignatureOptions.Pages? {
        guard let page else { return nil }
        if page == "all" { return .all }
        var numbers: [Int] = []
        for part in page.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1,
                first <= last, last <= 1_000_000, numbers.count + last - first < 2_000
            else {
                throw CommandError.usage(
                    "'\(page)' is not a valid list of pages",
                    hints: ["expected numbers from 1, such as 1,3-5, or all"]
                )
            }
            numbers += first...last
        }
        return .numbers(numbers)
    }

    private static func installedFont() throws(CommandError) -> String {
        guard let path = fonts.first(where: FileSource.exists) else {
            throw CommandError(
                "no font for a visible signature is installed",
                hints: [
                    "on Debian: apt-get install fonts-dejavu-core", "give a font file (.ttf) with --font",
                ],
                exitCode: .notFound
            )
        }
        return path
    }

    /// What the signature says and shows.
    ///
    /// - Throws: ``CommandError`` for a rectangle or pages that are not valid, and files that can't be read.
    func request() throws -> PDFRequest {
        var request = PDFRequest()
        request.options.pages = try pages()
        request.options.anchor = atText
        request.options.field = field
        request.options.reason = reason
        request.options.location = location
        request.options.name = name
        request.options.certification = certify?.permission
        request.options.appearance = try appearance()
        request.text = text
        return request
    }
}
