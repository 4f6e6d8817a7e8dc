import JetonXML
import Testing

@Suite("Reading XML")
struct XMLReaderTests {
    @Test("Elements, attributes, namespaces, text and markup are shown in their order")
    func order() throws {
        let document = """
            <?xml version="1.0" encoding='UTF-8' standalone="yes"?>
            <!-- first --><p:a xmlns:p="urn:p" xmlns='urn:d' z="1" p:y="2" b="&lt;&#x41;"><b/>x<![CDATA[<&]]]]>y</p:a
            ><?do it?>
            """
        #expect(
            try events(document) == [
                "comment", "[ first ]", "<p:a {urn:p} b=[<A] z=[1] {urn:p}y=[2]>", "<b {urn:d}>", "</b>", "x<&]]y",
                "</p:a>", "instruction do", "[it]",
            ]
        )
    }

    @Test("Line ends are one LF, in a value a space; characters by reference stay")
    func lineEnds() throws {
        #expect(
            try events("<a b='1\r\n2\r3\t4\n5&#13;&#10;&#9;6'>x\r\ny\rz&#13;</a>")
                == ["<a b=[1 2 3 4 5\r\n\t6]>", "x\ny\nz\r", "</a>"]
        )
    }

    @Test("A document in pieces of any size gives the same", arguments: [1, 2, 3, 5, 7, 11, 64])
    func pieces(size: Int) throws {
        let document = Array(
            """
            <?xml version="1.0"?><!--- a-b --><a xmlns:ö="urn:ö" ö:é="&amp;€"><![CDATA[]]]]]>]\r\n]] &gt;\r<?p  x?y?>ж😀</a
            >\r\n<!--\r\n-->
            """.utf8
        )
        #expect(try events(document, piece: size) == events(document))
    }

    @Test("UTF-16 with a byte order mark or a declaration is read, and UTF-8 with a mark", arguments: [true, false])
    func encodings(hasMark: Bool) throws {
        let text = (hasMark ? "" : "<?xml version='1.0' encoding='UTF-16'?>") + "<a b='é'>ж😀</a>"
        let expected = ["<a b=[é]>", "ж😀", "</a>"]
        let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
        #expect(try events(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, piece: 1) == expected)
        #expect(try events(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, piece: 3) == expected)
        let octets = Array("<a b='é'>ж😀</a>".utf8)
        #expect(try events((hasMark ? [0xEF, 0xBB, 0xBF] : []) + octets, piece: 2) == expected)
    }

    @Test(
        "UTF-16 that neither a mark nor a declaration tells of is refused",
        arguments: ["<a/>", "<?xml version='1.0'?><a/>"]
    )
    func undeclared(text: String) throws {
        let octets = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(throws: XMLError(.encodingNotSupported, at: 0)) { try events(octets, piece: 1) }
    }

    @Test("A document of another minor version is read as one of 1.0", arguments: ["1.0", "1.1", "1.23"])
    func minorVersions(version: String) throws {
        #expect(try events("<?xml version='\(version)'?><a/>") == ["<a>", "</a>"])
    }

    /// Documents that are refused, and why.
    static let refused: [(document: String, code: XMLError.Code)] = [
        ("", .truncated), ("<a>", .truncated), ("<a", .truncated), ("<a><!-- ", .truncated), ("<a>&am", .truncated),
        ("<!DOCTYPE a><a/>", .documentType), ("<!-- x --><!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", .documentType),
        ("<?xml version='2.0'?><a/>", .versionNotSupported), ("<?xml version='1.'?><a/>", .versionNotSupported),
        ("<?xml version='1.1x'?><a/>", .versionNotSupported),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", .encodingNotSupported),
        ("<?xml version='1.0' encoding='UTF-16'?><a/>", .encodingNotSupported),
        ("<?xml encoding='UTF-8'?><a/>", .malformed), (" <?xml version='1.0'?><a/>", .malformed),
        ("<a>&e;</a>", .undefinedEntity), ("<a>&#x;</a>", .undefinedEntity), ("<a>&#+1;</a>", .undefinedEntity),
        ("<a>&#0;</a>", .invalidCharacter), ("<a>&#xD800;</a>", .invalidCharacter), ("<a>\u{1}</a>", .invalidCharacter),
        ("<a>&#x110000;</a>", .invalidCharacter), ("<a>\u{FFFE}</a>", .invalidCharacter),
        ("<a b='\u{2}'/>", .invalidCharacter), ("<a><!--\u{3}--></a>", .invalidCharacter),
        ("<a></b>", .mismatchedEndTag), ("<a></ab>", .mismatchedEndTag), ("<a></a b>", .malformed),
        ("<a></p:a>", .mismatchedEndTag), ("</a>", .mismatchedEndTag), ("<a/></a>", .malformed),
        ("<a/><b/>", .malformed), ("<a/>x", .malformed), ("x<a/>", .malformed), ("<a>]]></a>", .malformed),
        ("<a b/>", .malformed), ("<a b=c/>", .malformed), ("<a b='<'/>", .malformed), ("<a b='1'c='2'/>", .malformed),
        ("<1a/>", .malformed), ("<a:b:c xmlns:a='u'/>", .malformed), ("<:a/>", .malformed), ("<a:/>", .malformed),
        ("<a:1 xmlns:a='u'/>", .malformed), ("<a><!-- -- --></a>", .malformed), ("<a><!x></a>", .malformed),
        ("<a><?xml x?></a>", .malformed), ("<a><?p:q x?></a>", .malformed), ("<a / >", .malformed),
        ("<![CDATA[x]]><a/>", .malformed), ("< a/>", .malformed),
        ("<p:a/>", .unboundPrefix), ("<a p:b='1'/>", .unboundPrefix), ("<a><b xmlns:p='u'/><p:c/></a>", .unboundPrefix),
        ("<a xmlns:p=''/>", .invalidNamespace), ("<a xmlns:xml='urn:x'/>", .invalidNamespace),
        ("<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", .invalidNamespace),
        ("<a xmlns:xmlns='urn:x'/>", .invalidNamespace),
        ("<a xmlns='http://www.w3.org/2000/xmlns/'/>", .invalidNamespace),
        ("<a b='1' b='1'/>", .duplicateAttribute), ("<a xmlns='u' xmlns='u'/>", .duplicateAttribute),
        ("<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", .duplicateAttribute),
    ]

    @Test("What is not well-formed, or has a document type, is refused with its reason", arguments: refused)
    func refusal(document: String, code: XMLError.Code) {
        #expect(throws: XMLError(code, at: 0)) { try events(document) }
        #expect(throws: XMLError(code, at: 0)) { try events(Array(document.utf8), piece: 1) }
    }

    @Test(
        "Bytes that are not UTF-8 or UTF-16 are refused",
        arguments: [
            [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xFF],
            [0xC3, 0x28],
            [0xEF, 0xBF, 0xBF],
        ] as [[UInt8]]
    )
    func invalidBytes(bytes: [UInt8]) {
        #expect(throws: XMLError(.invalidCharacter, at: 3)) {
            try events(Array("<a>".utf8) + bytes + Array("</a>".utf8))
        }
        #expect(throws: XMLError(.invalidCharacter, at: 0)) {
            try events(Array("<a b='".utf8) + bytes + Array("'/>".utf8))
        }
    }

    @Test("A UTF-16 document that ends in half a character is refused")
    func halfCharacter() {
        let units: [UInt8] = [0xFE, 0xFF, 0, 0x3C, 0, 0x61, 0, 0x2F, 0, 0x3E]
        #expect(throws: XMLError(.invalidCharacter, at: 0)) { try events(units + [0x00]) }
        #expect(throws: XMLError(.invalidCharacter, at: 0)) { try events(units + [0xD8, 0x00]) }
        #expect(throws: XMLError(.invalidCharacter, at: 0)) { try events(units + [0xDC, 0x00]) }
    }

    /// Documents at a limit, the same one beyond it.
    static let limits: [(name: String, limits: XMLLimits, document: @Sendable (Int) -> String, most: Int)] = {
        var small = XMLLimits()
        small.depth = 5
        small.attributes = 8
        small.namespaces = 6
        small.nameLength = 10
        small.tagLength = 100
        return [
            ("depth", small, { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }, 5),
            ("attributes", small, { "<a" + (0..<$0).map { " b\($0)=''" }.joined() + "/>" }, 8),
            (
                "namespaces", small,
                { "<a><b xmlns:p='u'>" + "<c " + (1..<$0).map { "xmlns:q\($0)='u' " }.joined() + "/></b></a>" }, 6
            ),
            ("name", small, { "<" + String(repeating: "n", count: $0) + "/>" }, 10),
            ("tag", small, { "<a b='" + String(repeating: "x", count: $0 - 9) + "'/>" }, 100),
        ]
    }()

    @Test("Each limit lets its number pass and refuses one more", arguments: limits.indices)
    func limit(index: Int) throws {
        let (name, limits, document, most) = Self.limits[index]
        #expect(try !events(document(most), limits: limits).isEmpty, "\(name)")
        #expect(throws: XMLError(.limitExceeded, at: 0), "\(name)") { try events(document(most + 1), limits: limits) }
    }

    @Test("A million open elements, and a tag without an end, are refused in bounded memory")
    func bombs() {
        #expect(throws: XMLError(.limitExceeded, at: 0)) {
            try events([UInt8]((0..<1_000_000).flatMap { _ in Array("<a>".utf8) }), piece: 65_536)
        }
        #expect(throws: XMLError(.limitExceeded, at: 0)) {
            try events(Array("<a b='".utf8) + [UInt8](repeating: 0x61, count: 3_000_000), piece: 65_536)
        }
    }

    @Test("Tags know where they are")
    func offsets() throws {
        struct Places: XMLHandler {
            var places: [String] = []
            mutating func startElement(_ tag: borrowing XMLTag) {
                places.append("\(tag.offset)-\(tag.endOffset) \(tag.depth)")
            }
            mutating func endElement(_ tag: borrowing XMLTag) {
                places.append("/\(tag.offset)-\(tag.endOffset) \(tag.depth)")
            }
            func text(_ bytes: Span<UInt8>) {}
            func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) {}
            func markup(_ bytes: Span<UInt8>) {}
            func endMarkup() {}
        }
        let document = Array("<a>ä<b c=''/><d></d ></a>".utf8)
        for piece in [1, 4, 100] {
            var reader = XMLReader(Places())
            try feed(document, piece: piece, to: &reader)
            #expect(reader.handler.places == ["0-3 0", "5-14 1", "/5-14 1", "14-17 1", "/17-22 1", "/22-26 0"])
        }
    }

    @Test("A tag answers for its names, attributes and the prefixes in scope")
    func names() throws {
        struct Answers: XMLHandler {
            var seen: [String?] = []
            mutating func startElement(_ tag: borrowing XMLTag) {
                guard tag.isElement("b", in: "urn:p") else { return }
                seen = [
                    tag.localName, tag.qualifiedName, tag.attribute("Id"), tag.attribute("Id", in: "urn:p"),
                    tag.attribute("no"), tag.namespace(of: "q"), tag.namespace(of: ""), tag.namespace(of: "none"),
                ]
                #expect(!tag.isElement("b", in: "") && !tag.isElement("a", in: "urn:p"))
            }
            func endElement(_ tag: borrowing XMLTag) {}
            func text(_ bytes: Span<UInt8>) {}
            func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) {}
            func markup(_ bytes: Span<UInt8>) {}
            func endMarkup() {}
        }
        var reader = XMLReader(Answers())
        let document = "<a xmlns='urn:d' xmlns:p='urn:p'><p:b xmlns:q='urn:q' xmlns='' Id='1' p:Id='2'/></a>"
        try feed(Array(document.utf8), piece: 9, to: &reader)
        #expect(reader.handler.seen == ["b", "p:b", "1", "2", nil, "urn:q", nil, nil])
    }
}
