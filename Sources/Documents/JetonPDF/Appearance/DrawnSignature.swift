/// A signature that was drawn by hand: lines and curves, which stay sharp at every size.
public struct DrawnSignature: Sendable {
    /// How many steps a drawing may have.
    private static let stepLimit = 100_000
    /// The width of lines, in points.
    private static let lineWidth = 1.2

    /// The widths of lines with pressure or speed, as multiples of ``lineWidth``: few, so that little is told of either.
    private static let widths = [0.5, 0.8, 1.1, 1.5]

    /// A point of a drawn line; the axes point right and down.
    public struct Point: Hashable, Sendable {
        let x: Double
        let y: Double
        /// How hard the pen was pressed, from 0 to 1.
        let pressure: Double?
        /// When the pen was there, in milliseconds.
        let time: Double?

        /// Makes a point; nil for coordinates above a million, and a pressure outside 0 to 1.
        public init?(x: Double, y: Double, pressure: Double? = nil, time: Double? = nil) {
            guard abs(x) <= 1_000_000, abs(y) <= 1_000_000, (0...1).contains(pressure ?? 0),
                (time ?? 0).isFinite
            else { return nil }
            self.x = x
            self.y = y
            self.pressure = pressure
            self.time = time
        }
    }

    /// A command of a path with its coordinates; W is a new width.
    private struct Step: Sendable {
        let command: Character
        let numbers: [Double]
    }

    private let steps: [Step]
    private let left: Double
    private let top: Double
    /// The width of the drawing, more than 0.
    let width: Double
    /// The height of the drawing, more than 0.
    let height: Double

    /// Reads the data of an SVG path with the absolute commands M, L, C and Z.
    ///
    /// - Parameter path: The value of the attribute `d` of a path: `M 0 0 L 10 5 C 12 6 14 8 20 0 Z`.
    /// - Throws: ``PDFError/Code/notSupported`` for another command, ``PDFError/Code/malformed``,
    ///   ``PDFError/Code/limitExceeded``.
    ///
    /// - SeeAlso: SVG 1.1, 8.3.
    public init(svgPath path: String) throws(PDFError) {
        var steps: [Step] = []
        var command: Character?
        var numbers: [Double] = []
        for word in Self.words(path) {
            if let letter = word.first, letter.isLetter, word.count == 1 {
                guard numbers.isEmpty else { throw PDFError(.malformed, "the coordinates of a drawn line") }
                guard "MLCZ".contains(letter) else {
                    throw PDFError(.notSupported, "the command \(letter) of a drawn line; only M, L, C and Z are")
                }
                guard letter == "M" || !steps.isEmpty else { throw PDFError(.malformed, "a drawn line without M") }
                command = letter == "Z" ? nil : letter
                if letter == "Z" { steps.append(Step(command: "Z", numbers: [])) }
                continue
            }
            guard let current = command, let number = Double(word), abs(number) <= 1_000_000 else {
                throw PDFError(.malformed, "the coordinates of a drawn line")
            }
            numbers.append(number)
            guard numbers.count == (current == "C" ? 6 : 2) else { continue }
            steps.append(Step(command: current, numbers: numbers))
            numbers = []
            // Further pairs after M are lines.
            if current == "M" { command = "L" }
            guard steps.count <= Self.stepLimit else {
                throw PDFError(.limitExceeded, "more than \(Self.stepLimit) steps in a drawn line")
            }
        }
        guard numbers.isEmpty else { throw PDFError(.malformed, "a drawn line without points") }
        try self.init(steps)
    }

    /// Takes lines of points, whose pressure, or else speed, makes them wider or narrower.
    ///
    /// Neither pressure nor time is kept: a line has one of four widths.
    ///
    /// - Parameter lines: Each is drawn without lifting the pen; a point alone is a dot.
    /// - Throws: ``PDFError/Code/malformed``, ``PDFError/Code/limitExceeded``.
    public init(lines: [[Point]]) throws(PDFError) {
        var steps: [Step] = []
        var width = Self.lineWidth
        for line in lines {
            let levels = Self.levels(line)
            // A point alone is a dot.
            for index in line.indices where index > 0 || line.count == 1 {
                let (former, point) = (line[max(index - 1, 0)], line[index])
                let wanted = Self.lineWidth * (levels[index].map { Self.widths[$0] } ?? 1)
                if wanted != width { steps.append(Step(command: "W", numbers: [wanted])) }
                if wanted != width || index < 2 { steps.append(Step(command: "M", numbers: [former.x, former.y])) }
                steps.append(Step(command: "L", numbers: [point.x, point.y]))
                width = wanted
            }
            guard steps.count <= Self.stepLimit else {
                throw PDFError(.limitExceeded, "more than \(Self.stepLimit) steps in a drawn line")
            }
        }
        try self.init(steps)
    }

    /// Which of ``widths`` the way to each point has; nil without pressure and time.
    private static func levels(_ line: [Point]) -> [Int?] {
        let speeds = line.indices.map { index -> Double? in
            guard index > 0, let now = line[index].time, let before = line[index - 1].time, now > before else {
                return nil
            }
            let (dx, dy) = (line[index].x - line[index - 1].x, line[index].y - line[index - 1].y)
            return (dx * dx + dy * dy).squareRoot() / (now - before)
        }
        let fastest = speeds.compactMap { $0 }.max() ?? 0
        return line.indices.map { index in
            var weight = line[index].pressure
            // A fast pen leaves less ink.
            if weight == nil, fastest > 0 { weight = speeds[index].map { 1 - $0 / fastest } }
            return weight.map { min(widths.count - 1, Int($0 * Double(widths.count))) }
        }
    }

    private init(_ steps: [Step]) throws(PDFError) {
        let places = steps.filter { $0.command != "W" }
        let horizontal = places.flatMap { step in step.numbers.indices.filter { $0 % 2 == 0 }.map { step.numbers[$0] } }
        let vertical = places.flatMap { step in step.numbers.indices.filter { $0 % 2 == 1 }.map { step.numbers[$0] } }
        guard let left = horizontal.min(), let right = horizontal.max(), let top = vertical.min(),
            let bottom = vertical.max(), places.count > 1
        else { throw PDFError(.malformed, "a drawn line without points") }
        self.steps = steps
        self.left = left
        self.top = top
        width = max(right - left, 1)
        height = max(bottom - top, 1)
    }

    /// Letters and numbers, which white space, commas and signs separate.
    private static func words(_ path: String) -> [String] {
        var words: [String] = []
        var word = ""
        for character in path {
            let isSign = character == "-" && !word.hasSuffix("e") && !word.hasSuffix("E")
            let isExponent = (character == "e" || character == "E") && word.last?.isNumber == true
            if character.isLetter, !isExponent {
                words += [word, String(character)]
                word = ""
            } else if character.isWhitespace || character == "," {
                words.append(word)
                word = ""
            } else if isSign {
                words.append(word)
                word = "-"
            } else {
                word.append(character)
            }
        }
        return (words + [word]).filter { !$0.isEmpty }
    }

    /// The lines as a page draws them, in a place of it.
    ///
    /// - Parameters:
    ///   - x: Their left edge.
    ///   - y: Their lower edge.
    ///   - scale: How long a unit of the drawing is, in points.
    ///   - black: What makes lines black: an operator of colors with its operands.
    /// - Returns: Operators of a content stream.
    func content(left x: Double, bottom y: Double, scale: Double, black: String) -> String {
        var content = "q \(black) 1 J 1 j \(SignatureAppearance.text(Self.lineWidth)) w\n"
        var isDrawing = false
        for step in steps {
            if step.command == "W" {
                content += (isDrawing ? "S " : "") + "\(SignatureAppearance.text(step.numbers[0])) w\n"
                isDrawing = false
                continue
            }
            isDrawing = true
            for (index, number) in step.numbers.enumerated() {
                // The vertical axis of SVG points downwards.
                let value = index % 2 == 0 ? x + (number - left) * scale : y + (height - (number - top)) * scale
                content += SignatureAppearance.text(value) + " "
            }
            content += step.command == "Z" ? "h\n" : "\(step.command.lowercased())\n"
        }
        return content + "S Q\n"
    }
}
