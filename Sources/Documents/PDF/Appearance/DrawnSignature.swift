/// A signature that was drawn by hand: lines and curves, which stay sharp at every size.
public struct DrawnSignature: Sendable {
    /// How many steps a drawing may have.
    private static let stepLimit = 100_000
    /// The width of lines, in points.
    private static let lineWidth = 1.2

    /// A command of a path with its coordinates.
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
                    throw PDFError(.notSupported, "the command \(letter) of a drawn line; M, L, C and Z are")
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
                throw PDFError(.limitExceeded, "more than \(Self.stepLimit) steps of a drawn line")
            }
        }
        let horizontal = steps.flatMap { step in step.numbers.indices.filter { $0 % 2 == 0 }.map { step.numbers[$0] } }
        let vertical = steps.flatMap { step in step.numbers.indices.filter { $0 % 2 == 1 }.map { step.numbers[$0] } }
        guard numbers.isEmpty, let left = horizontal.min(), let right = horizontal.max(), let top = vertical.min(),
            let bottom = vertical.max(), steps.count > 1
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
    func content(left x: Double, bottom y: Double, scale: Double) -> String {
        var content = "q 0 G 1 J 1 j \(SignatureAppearance.text(Self.lineWidth)) w\n"
        for step in steps {
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
