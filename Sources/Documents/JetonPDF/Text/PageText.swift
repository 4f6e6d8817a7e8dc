/// The text of a page with its places, in the order in which it is drawn.
///
/// - SeeAlso: ISO 32000-2, 9.4.
struct PageText {
    /// How deep parts of a page may be drawn by others.
    private static let depthLimit = 8
    /// How many characters a page may have, and how many words its content.
    private static let characterLimit = 1_000_000
    private static let wordLimit = 5_000_000

    /// A place on a page in points from the lower left corner.
    struct Place: Hashable {
        let x: Double
        let y: Double
    }

    /// A matrix of six numbers, which maps a place by `x' = a x + c y + e`, `y' = b x + d y + f`.
    private struct Matrix {
        var (a, b, c, d, e, f) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

        init() {}

        init?(_ numbers: [Double]) {
            guard numbers.count == 6, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e9 }) else { return nil }
            (a, b, c, d, e, f) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        }

        /// This matrix, and behind it another one.
        func followed(by other: Matrix) -> Matrix {
            var result = Matrix()
            result.a = a * other.a + b * other.c
            result.b = a * other.b + b * other.d
            result.c = c * other.a + d * other.c
            result.d = c * other.b + d * other.d
            result.e = e * other.a + f * other.c + other.e
            result.f = e * other.b + f * other.d + other.f
            return result
        }

        /// This matrix behind a move.
        func moved(_ x: Double, _ y: Double) -> Matrix {
            var move = Matrix()
            (move.e, move.f) = (x, y)
            return move.followed(by: self)
        }
    }

    /// What `q` keeps and `Q` brings back.
    private struct State {
        var matrix = Matrix()
        var font: PageFont?
        var size = 0.0
        var leading = 0.0
        var characterSpacing = 0.0
        var wordSpacing = 0.0
        var scale = 1.0
        var rise = 0.0
    }

    private let document: PDFDocument
    private var characters: [(character: Character, place: Place)] = []
    private var fonts: [PDFReference: PageFont] = [:]
    private var words = 0

    /// Reads the text of a page.
    ///
    /// - Throws: ``PDFError`` if its content can't be read.
    init(of page: PDFDictionary, in document: PDFDocument) throws(PDFError) {
        self.document = document
        var content: [UInt8] = []
        let contents = try document.resolve(page["Contents"])
        for part in contents.array ?? [contents] where part != .null {
            content += try document.streamData(part) + [0x0A]
            let limit = document.window.limits.streamSize
            guard content.count <= limit else {
                throw PDFError(.limitExceeded, "the content of a page has more than \(limit) bytes")
            }
        }
        try draw(content, Self.resources(of: page, document), Matrix(), 0)
    }

    /// The resources of a page, which it may have from the nodes above it.
    private static func resources(of page: PDFDictionary, _ document: PDFDocument) throws(PDFError) -> PDFDictionary {
        var node = page
        for _ in 0..<document.window.limits.depth {
            if let resources = try document.dictionary(node["Resources"]) { return resources }
            guard let parent = try document.dictionary(node["Parent"]) else { break }
            node = parent
        }
        return PDFDictionary()
    }

    /// Where a text begins; white space does not count, and what is drawn twice at one place is one place.
    func places(of text: String) -> [Place] {
        let wanted = text.filter { !$0.isWhitespace }.map { $0 }
        guard !wanted.isEmpty, wanted.count <= characters.count else { return [] }
        var places: [Place] = []
        for start in 0...characters.count - wanted.count
        where wanted.indices.allSatisfy({ characters[start + $0].character == wanted[$0] }) {
            let place = characters[start].place
            let isKnown = places.contains { abs($0.x - place.x) < 1.5 && abs($0.y - place.y) < 1.5 }
            if !isKnown { places.append(place) }
        }
        return places
    }

    /// Whether a character begins in a rectangle.
    func hasText(from low: (x: Double, y: Double), to high: (x: Double, y: Double)) -> Bool {
        characters.contains { _, place in
            place.x >= low.x && place.x <= high.x && place.y >= low.y && place.y <= high.y
        }
    }

    // MARK: - Operators

    private mutating func draw(
        _ content: [UInt8],
        _ resources: PDFDictionary,
        _ matrix: Matrix,
        _ depth: Int
    ) throws(PDFError) {
        var parser = PDFParser(content, limits: document.window.limits)
        var state = State()
        state.matrix = matrix
        var kept: [State] = []
        var (text, line) = (Matrix(), Matrix())
        var operands: [PDFObject] = []
        while let token = parser.nextToken() {
            guard case .word(let word) = token else {
                if case .operand(let object) = token, operands.count < 64 { operands.append(object) }
                continue
            }
            defer { operands = [] }
            words += 1
            guard words <= Self.wordLimit else { throw PDFError(.limitExceeded, "the content of a page") }
            let numbers = operands.compactMap(\.number)
            func next(_ x: Double, _ y: Double) {
                line = line.moved(x, y)
                text = line
            }
            switch word {
            case "q": if kept.count < 512 { kept.append(state) }
            case "Q": state = kept.popLast() ?? state
            case "cm": if let matrix = Matrix(numbers) { state.matrix = matrix.followed(by: state.matrix) }
            case "BT": (text, line) = (Matrix(), Matrix())
            case "Tf":
                state.font = try operands.first?.name.flatMap { name throws(PDFError) in try font(name, resources) }
                state.size = numbers.last ?? 0
            case "TL": state.leading = numbers.first ?? 0
            case "Tc": state.characterSpacing = numbers.first ?? 0
            case "Tw": state.wordSpacing = numbers.first ?? 0
            case "Tz": state.scale = (numbers.first ?? 100) / 100
            case "Ts": state.rise = numbers.first ?? 0
            case "Tm":
                if let matrix = Matrix(numbers) { (text, line) = (matrix, matrix) }
            case "Td", "TD":
                guard numbers.count == 2 else { continue }
                if word == "TD" { state.leading = -numbers[1] }
                next(numbers[0], numbers[1])
            case "T*": next(0, -state.leading)
            case "Tj", "'", "\"":
                if word == "\"", numbers.count == 2 {
                    (state.wordSpacing, state.characterSpacing) = (numbers[0], numbers[1])
                }
                if word != "Tj" { next(0, -state.leading) }
                show(operands.last?.string ?? [], state, &text)
            case "TJ":
                for part in operands.first?.array ?? [] {
                    if let string = part.string { show(string, state, &text) }
                    if let number = part.number { text = text.moved(-number / 1_000 * state.size * state.scale, 0) }
                }
            case "Do":
                if let name = operands.first?.name { try drawForm(name, resources, state.matrix, depth) }
            case "ID": parser.skipInlineImage()
            default: continue
            }
        }
    }

    private mutating func show(_ string: [UInt8], _ state: State, _ text: inout Matrix) {
        guard let font = state.font else { return }
        for code in font.codes(string) {
            let place = text.moved(0, state.rise).followed(by: state.matrix)
            for character in font.text(code) where !character.isWhitespace && characters.count < Self.characterLimit {
                characters.append((character, Place(x: place.e, y: place.f)))
            }
            let spacing = state.characterSpacing + (font.isSpace(code) ? state.wordSpacing : 0)
            text = text.moved((font.width(code) / 1_000 * state.size + spacing) * state.scale, 0)
        }
    }

    private mutating func drawForm(
        _ name: PDFName,
        _ resources: PDFDictionary,
        _ matrix: Matrix,
        _ depth: Int
    ) throws(PDFError) {
        guard depth < Self.depthLimit, let object = try document.dictionary(resources["XObject"])?[name],
            let form = try document.dictionary(object), form["Subtype"]?.name == "Form"
        else { return }
        let own = Matrix(try document.resolve(form["Matrix"]).array?.compactMap(\.number) ?? []) ?? Matrix()
        let inner = try document.dictionary(form["Resources"]) ?? resources
        try draw(document.streamData(object), inner, own.followed(by: matrix), depth + 1)
    }

    private mutating func font(_ name: PDFName, _ resources: PDFDictionary) throws(PDFError) -> PageFont? {
        guard let object = try document.dictionary(resources["Font"])?[name] else { return nil }
        if let reference = object.reference, let known = fonts[reference] { return known }
        guard let dictionary = try document.dictionary(object) else { return nil }
        let font = try PageFont(dictionary, of: document)
        if let reference = object.reference { fonts[reference] = font }
        return font
    }
}
