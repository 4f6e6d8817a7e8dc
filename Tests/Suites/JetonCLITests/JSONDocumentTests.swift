import Testing

@testable import JetonCLI

@Suite("Documents")
struct JSONDocumentTests {
    @Test("A literal takes values as they are, in the order given")
    func values() {
        let absent: String? = nil
        let document = JSON.object([
            "text": "a", "absent": absent, "flag": true, "number": -1, "list": ["x", "y"], "none": [String](),
            "object": JSON.object(["z": 1]), "rows": JSON.array(1...2) { .object(["row": $0]) },
        ])
        let expected =
            #"{"text":"a","absent":null,"flag":true,"number":-1,"list":["x","y"],"none":[],"object":{"z":1},"#
            + #""rows":[{"row":1},{"row":2}]}"#
        #expect(document.line.filter { $0 != " " } == expected)
    }

    @Test(
        "A count that JSON readers would round is null",
        arguments: [(1 << 53, "9007199254740992"), (1 << 53 + 1, "null"), (UInt.max, "null"), (0, "0")]
            as [(UInt, String)]
    )
    func counts(number: UInt, expected: String) { #expect(number.json.line == expected) }

    @Test("Members are joined in order")
    func joined() {
        var members: JSON.Members = ["a": 1]
        members += ["b": 2]
        #expect(JSON.object(members + ["c": 3]).line.filter { $0 != " " } == #"{"a":1,"b":2,"c":3}"#)
    }
}
