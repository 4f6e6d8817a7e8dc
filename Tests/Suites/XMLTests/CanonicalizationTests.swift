import JetonXML
import Testing

@Suite("Canonical XML")
struct CanonicalizationTests {
    /// Documents of our own, after the cases of Canonical XML 1.0, 3, and their canonical form with comments.
    static let cases: [(document: String, expected: String)] = [
        (
            "<?xml version='1.0'?>\n<?p   href='x'\n ?>\n<!-- c -->\n<a>t<!-- d --></a>\n<?q?>\n<!-- e -->\n",
            "<?p href='x'\n ?>\n<!-- c -->\n<a>t<!-- d --></a>\n<?q?>\n<!-- e -->"
        ),
        ("<a>\n  <b/>   <c >d</c\n>\r\n</a>", "<a>\n  <b></b>   <c>d</c>\n</a>"),
        (
            "<a z='1' b=\"2\" xmlns:q='urn:b' q:a='3' xmlns:p='urn:a' p:z='4' xmlns='urn:z'/>",
            "<a xmlns=\"urn:z\" xmlns:p=\"urn:a\" xmlns:q=\"urn:b\" b=\"2\" z=\"1\" p:z=\"4\" q:a=\"3\"></a>"
        ),
        (
            "<a xmlns='urn:a'><b xmlns='urn:a'><c xmlns=''><d xmlns=''/></c></b></a>",
            "<a xmlns=\"urn:a\"><b><c xmlns=\"\"><d></d></c></b></a>"
        ),
        (
            "<a>&#xD;&lt;&gt;&amp;\"'<![CDATA[<>&\"]]>&#9;</a>",
            "<a>&#xD;&lt;&gt;&amp;\"'&lt;&gt;&amp;\"\t</a>"
        ),
        ("<a b='&#xD;&#9;&#xA;\"&lt;>&amp;&apos;'/>", "<a b=\"&#xD;&#x9;&#xA;&quot;&lt;>&amp;'\"></a>"),
        (
            "<a xml:lang='de' xmlns:xml='http://www.w3.org/XML/1998/namespace' a='1'/>",
            "<a a=\"1\" xml:lang=\"de\"></a>"
        ),
        ("<é ж='€'>😀</é>", "<é ж=\"€\">😀</é>"),
    ]

    @Test("Inclusive methods write the form of the recommendation", arguments: cases)
    func inclusive(document: String, expected: String) throws {
        for method in [Canonicalization.inclusiveWithComments, .inclusive11WithComments] {
            for piece in [1, 3, 1_000] {
                let result = try canonical(Array(document.utf8), method, piece: piece)
                #expect(String(decoding: result, as: UTF8.self) == expected)
            }
        }
    }

    @Test("Without comments they are left out, with the line ends beside them")
    func comments() throws {
        let document = Array("<!-- 1 --><?p?><a>x<!-- 2 -->y</a><!-- 3 -->".utf8)
        for method in [Canonicalization.inclusive, .inclusive11, .exclusive] {
            #expect(try canonical(document, method) == Array("<?p?>\n<a>xy</a>".utf8))
        }
    }

    @Test("Exclusive methods write a namespace where it is used, and those of the list where they are declared")
    func exclusive() throws {
        let document = Array(
            "<p:a xmlns='urn:d' xmlns:p='urn:p' xmlns:q='urn:q'><b q:x='1'/><p:c><q:d/></p:c><e xmlns:p='urn:r'/></p:a>"
                .utf8
        )
        #expect(
            try String(decoding: canonical(document, .exclusive), as: UTF8.self)
                == "<p:a xmlns:p=\"urn:p\"><b xmlns=\"urn:d\" xmlns:q=\"urn:q\" q:x=\"1\"></b>"
                + "<p:c><q:d xmlns:q=\"urn:q\"></q:d></p:c><e xmlns=\"urn:d\"></e></p:a>"
        )
        #expect(
            try String(
                decoding: canonical(document, .exclusive, inclusivePrefixes: ["p", "#default"]),
                as: UTF8.self
            ) == "<p:a xmlns=\"urn:d\" xmlns:p=\"urn:p\"><b xmlns:q=\"urn:q\" q:x=\"1\"></b>"
                + "<p:c><q:d xmlns:q=\"urn:q\"></q:d></p:c><e xmlns:p=\"urn:r\"></e></p:a>"
        )
    }

    @Test("A relative namespace name has no canonical form")
    func relativeNames() {
        for document in ["<a xmlns='x'/>", "<p:a xmlns:p='../x'/>", "<p:a xmlns:p='/x:y'/>"] {
            #expect(throws: XMLError(.relativeNamespace, at: 0)) { try canonical(Array(document.utf8), .inclusive) }
            #expect(throws: XMLError(.relativeNamespace, at: 0)) { try canonical(Array(document.utf8), .exclusive) }
        }
    }

    @Test("A document without an element is as it was before it was put in")
    func exclusion() throws {
        let before = "<a xmlns='urn:a'>x<b/>"
        let document = before + "<s:S xmlns:s='urn:s'>in<b/></s:S>y</a>"
        for method in Canonicalization.allCases {
            #expect(
                try canonical(Array(document.utf8), method, of: .document(without: [UInt64(before.utf8.count)]))
                    == canonical(Array((before + "y</a>").utf8), method)
            )
        }
    }

    @Test("An element alone gets the namespaces in scope and the xml: attributes of its ancestors, by its method")
    func apex() throws {
        let document =
            "<a xmlns='urn:a' xmlns:p='urn:p' xml:lang='de' xml:id='i' xml:base='http://h/x/y'>"
            + "<m xml:base='../z/'>"
        let inner = "<p:b c='1' xml:space='preserve'><d/></p:b>"
        let whole = Array((document + inner + "</m></a>").utf8)
        let selection = XMLSelection.elements(at: [UInt64(document.utf8.count)])
        func form(_ method: Canonicalization) throws -> String {
            try String(decoding: canonical(whole, method, of: selection), as: UTF8.self)
        }
        let rest = " xml:space=\"preserve\"><d></d></p:b>"
        #expect(
            try form(.inclusive)
                == "<p:b xmlns=\"urn:a\" xmlns:p=\"urn:p\" c=\"1\" xml:base=\"../z/\" xml:id=\"i\" xml:lang=\"de\""
                + rest
        )
        #expect(
            try form(.inclusive11)
                == "<p:b xmlns=\"urn:a\" xmlns:p=\"urn:p\" c=\"1\" xml:base=\"http://h/z/\" xml:lang=\"de\"" + rest
        )
        #expect(
            try form(.exclusive)
                == "<p:b xmlns:p=\"urn:p\" c=\"1\" xml:space=\"preserve\"><d xmlns=\"urn:a\"></d></p:b>"
        )
    }
}
