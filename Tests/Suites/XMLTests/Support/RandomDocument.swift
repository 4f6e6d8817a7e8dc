/// Makes well-formed documents with every kind of part, the same for the same seed.
struct RandomDocument {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        /// SplitMix64.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    private static let prefixes = ["", "", "a", "b", "long.name", "ж"]
    private static let names = ["x", "name", "Ünï", "_u", "a-b.c1", "xmlx"]
    // No ampersand: libxml2 2.9 writes it as it is into the canonical form, which is then no XML.
    private static let uris = ["urn:a", "urn:b", "http://example.org/a?b=1;c=%20", "urn:c#d"]
    private static let texts = [
        "text", " ", "\n", "\r\n", "\r", "\t", "&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#xD;", "&#10;",
        "&#x20AC;",
        ">", "\"", "'", "]]", "ß", "жук", "😀", "\u{85}", "\u{2028}",
    ]

    private var generator: Generator
    private var text = ""
    /// How many elements begin before the one that gets an Id; below 0 after it.
    private var countdown = -1
    private var place: Int?

    init(seed: UInt64) { generator = Generator(state: seed) }

    /// The document of the seed.
    mutating func make() -> [UInt8] {
        text = oneOf(["", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='utf-8'?>\n"])
        addOutside()
        addElement(["": "", "xml": "x"], depth: 0)
        addOutside()
        return Array(text.utf8)
    }

    /// A document of some elements one of which has the Id "x", and a signature template at the end.
    ///
    /// - Returns: The document, and where that element begins; nil if the seed gives too few elements.
    mutating func makeMarked(template: String) -> (document: [UInt8], offset: UInt64)? {
        text = "<w:root xmlns:w=\"urn:w\" xmlns=\"urn:d\" xml:lang=\"de\" xml:base=\"http://h/a/b/c\" w:x=\"1\">"
        text += oneOf(["", "<mid xml:space='preserve' xml:base='../d/'>", "<w:mid xml:base='e' xmlns=''>"])
        let isInside = text.contains("mid")
        let isPrefixed = text.contains("w:mid")
        countdown = Int.random(in: 0..<6, using: &generator)
        addElement(["": isPrefixed ? "" : "urn:d", "w": "urn:w", "xml": "x"], depth: 0)
        guard let place else { return nil }
        if isInside { text += isPrefixed ? "</w:mid>" : "</mid>" }
        return (Array((text + template + "</w:root>").utf8), UInt64(place))
    }

    /// The document of the seed with up to three bytes changed, taken out or put in.
    mutating func makeMutated() -> [UInt8] {
        var document = make()
        let bytes = Array("<>&;'\"/=:!?-[]x \r\n\0\u{7F}é".utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !document.isEmpty {
            let place = Int.random(in: 0..<document.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: document.remove(at: place)
            case 1: document.insert(oneOf(bytes), at: place)
            case 2: document[place] = oneOf(bytes)
            default: document[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        }
        return document
    }

    private mutating func addOutside() {
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            text += oneOf(["\n", " ", "<!-- comment -->", "<?target data ?>", "<?t?>", "<!--\r\nx-->"])
        }
    }

    private mutating func addElement(_ scope: [String: String], depth: Int) {
        var scope = scope
        var attributes: [String] = []
        for _ in 0..<oneOf([0, 0, 0, 1, 2]) {
            let prefix = oneOf(Self.prefixes)
            let uri = prefix.isEmpty && Bool.random(using: &generator) ? "" : oneOf(Self.uris)
            let name = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
            guard !attributes.contains(where: { $0.hasPrefix(name + "=") }) else { continue }
            attributes.append("\(name)=\"\(uri)\"")
            scope[prefix] = uri
        }
        let bound = scope.keys.sorted()
        var used: Set<String> = []
        for _ in 0..<oneOf([0, 1, 2, 4, 20]) {
            let prefix = oneOf(bound)
            let name = oneOf(Self.names)
            guard used.insert((prefix.isEmpty ? "" : scope[prefix] ?? "") + "|" + name).inserted else { continue }
            let quote = oneOf(["\"", "'"])
            let value = (0..<oneOf([0, 1, 3])).map { _ in oneOf(Self.texts) }.joined()
                .replacing(quote, with: "").replacing("<", with: "")
            attributes.append(
                (prefix.isEmpty ? name : "\(prefix):\(name)") + oneOf(["=", " = "]) + quote + value + quote
            )
        }
        if countdown == 0 {
            attributes.append("Id=\"x\"")
            place = text.utf8.count
        }
        countdown -= 1
        attributes.shuffle(using: &generator)
        let elementPrefix = oneOf(bound.filter { $0 != "xml" })
        let name = (elementPrefix.isEmpty ? "" : elementPrefix + ":") + oneOf(Self.names)
        text += "<" + name + attributes.map { oneOf([" ", "\n", "  "]) + $0 }.joined()
        if oneOf([true, false, false, false]) {
            text += oneOf(["/>", " />"])
            return
        }
        text += oneOf([">", " >"])
        for _ in 0..<Int.random(in: 0...(depth < 6 ? 5 : 0), using: &generator) {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0..<3: addElement(scope, depth: depth + 1)
            case 3: text += "<![CDATA[" + oneOf(["", "x", "<&>", "]]", "\r\n", "é"]) + "]]>"
            case 4: text += oneOf(["<!-- c -->", "<!---->", "<?p d?>"])
            default: text += oneOf(Self.texts)
            }
        }
        text += "</" + name + oneOf([">", " >", "\n>"])
    }

    private mutating func oneOf<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }
}
