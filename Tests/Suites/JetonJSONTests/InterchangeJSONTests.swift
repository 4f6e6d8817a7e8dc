import JetonJSON
import Testing

@Suite("JSON of others, read strictly")
struct InterchangeJSONTests {
    @Test("White space, order and escapes do not matter")
    func accepted() throws {
        let text = " {\"b\" : [1, -2 ,true,\"\\u00e9\\ud83d\\ude00\\/\\n\"] ,\r\n\"a\":{}} "
        let value = try JSONReader.read(Array(text.utf8), as: .interchange)
        #expect(
            value
                == .object([
                    "a": .object([:]), "b": .array([.integer(1), .integer(-2), .boolean(true), .string("é😀/\n")]),
                ])
        )
    }

    @Test(
        "Everything that two readers could take differently is refused",
        arguments: [
            "", "{", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "null", "[null]", "1.5", "1e3", "01", "-0",
            "9007199254740992", "-9223372036854775808", "9223372036854775807", #""\u0000""#, #""\ud800""#,
            #""\udc00\ud800""#, "\"\u{1}\"", "[1,]", #"{"a":1,}"#,
            "[1] 2", "\u{FEFF}1", #""\x""#, "{a:1}", "'a'", "tru", #""\u12""#, "[1 2]", #"{"é":1}"#,
            String(repeating: "[", count: 20) + String(repeating: "]", count: 20),
        ]
    )
    func refused(text: String) {
        #expect(throws: (any Error).self) { _ = try JSONReader.read(Array(text.utf8), as: .interchange) }
    }

    @Test("The largest integers of a double are read by both readers, and no larger ones")
    func integers() throws {
        for number in [Int64.min, -9_007_199_254_740_992, -9_007_199_254_740_991, 9_007_199_254_740_991, .max] {
            let octets = Array(String(number).utf8)
            let isKept = number.magnitude < 1 << 53
            #expect((try? JSONReader.read(octets, as: .interchange)) == (isKept ? .integer(number) : nil))
            #expect((try? JSONReader.read(octets)) == (isKept ? .integer(number) : nil))
        }
    }
}
