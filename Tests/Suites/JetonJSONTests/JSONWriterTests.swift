import JetonJSON
import JetonOctets
import Testing

@Suite("JSON as it is written, and where a fault is")
struct JSONWriterTests {
    /// A list of an object with two strings, and of an empty list.
    private func written(_ layout: JSONWriter.Layout) -> String {
        var writer = JSONWriter(layout)
        writer.array([0, 1]) { index, writer in
            if index == 0 {
                writer.object([("a", "x\u{7F}\u{2028}\u{1}"), ("b", "\"\\\n\u{8}é")], name: \.0) { $1.string($0.1) }
            } else {
                writer.array([Int]()) { _, _ in }
            }
        }
        return String(decoding: writer.octets, as: UTF8.self)
    }

    @Test("Each layout is written as it is described")
    func layouts() {
        #expect(written(.canonical) == "[{\"a\":\"x\u{7F}\u{2028}\\u0001\",\"b\":\"\\\"\\\\\\n\\bé\"},[]]")
        #expect(written(.line) == #"[ { "a": "x\u007f\u2028\u0001", "b": "\"\\\n\bé" }, [] ]"#)
        let lines = [
            "[", "  {", #"    "a": "x\u007f\u2028\u0001","#, #"    "b": "\"\\\n\bé""#, "  },", "  []", "]",
        ]
        #expect(written(.indented) == lines.joined(separator: "\n"))
    }

    @Test(
        "A text that people write may have decimals and names of any alphabet, and a fault is at its offset",
        arguments: [
            ("{\"é\": -1.5e2}", nil), ("[1, 2.0]", nil), ("-0", nil), ("[1, 01]", 4), ("{\"a\" 1}", 5),
            ("[\"\u{1}\"]", 2), ("[1] 2", 4), ("[null]", 1), ("{\"a\":1,\"a\":2}", 7), ("", 0), ("1e999", 0),
        ] as [(String, Int?)]
    )
    func configuration(text: String, fault: Int?) {
        var offset: Int?
        do throws(EncodingError) {
            _ = try JSONReader<Int>.read(Array(text.utf8), as: .configuration) { _, range in range.count }
        } catch { offset = error.offset }
        #expect(offset == fault)
    }
}
