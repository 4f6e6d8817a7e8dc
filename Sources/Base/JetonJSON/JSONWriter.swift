internal import JetonOctets

/// Writes JSON text, value after value.
package struct JSONWriter {
    /// How a text is laid out.
    package enum Layout: Sendable {
        /// The one text of a value (RFC 8785); the caller puts members in order.
        case canonical
        /// One line, for streams of documents.
        case line
        /// Indented by two blanks, for people.
        case indented
    }

    /// The text so far.
    package private(set) var octets: [UInt8] = []
    private let layout: Layout
    private var depth = 0

    /// Starts a text.
    package init(_ layout: Layout) { self.layout = layout }

    /// Writes what needs no quotes: a number, or a word.
    package mutating func plain(_ text: String) { octets += text.utf8 }

    /// Writes a string in quotes; RFC 8785, section 3.2.2.2.
    ///
    /// Text for people also escapes what a terminal or a script would take for a control character or the end of a line.
    package mutating func string(_ string: String) {
        octets.append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": octets += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
            case "\u{8}": octets += "\\b".utf8
            case "\t": octets += "\\t".utf8
            case "\n": octets += "\\n".utf8
            case "\u{C}": octets += "\\f".utf8
            case "\r": octets += "\\r".utf8
            case "\0"..<" ": escape(scalar)
            case "\u{7F}" where layout != .canonical, "\u{2028}"..."\u{2029}" where layout != .canonical: escape(scalar)
            default: octets += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        octets.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        octets += ("\\u" + Hex.encode(UInt16(truncatingIfNeeded: scalar.value).bigEndianOctets)).utf8
    }

    /// Writes a list.
    package mutating func array<Element>(
        _ elements: [Element],
        write: (Element, inout JSONWriter) -> Void
    ) {
        list(elements, "[", "]", write)
    }

    /// Writes an object whose members come in this order.
    package mutating func object<Member>(
        _ members: [Member],
        name: (Member) -> String,
        write: (Member, inout JSONWriter) -> Void
    ) {
        list(members, "{", "}") { member, writer in
            writer.string(name(member))
            writer.plain(writer.layout == .canonical ? ":" : ": ")
            write(member, &writer)
        }
    }

    private mutating func list<Element>(
        _ elements: [Element],
        _ opening: String,
        _ closing: String,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        plain(opening)
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { plain(",") }
            breakLine()
            write(element, &self)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        plain(closing)
    }

    /// Goes to the next line of an indented text; a text of one line has a blank there.
    private mutating func breakLine() {
        switch layout {
        case .canonical: break
        case .line: plain(" ")
        case .indented: plain("\n" + String(repeating: "  ", count: depth))
        }
    }
}
