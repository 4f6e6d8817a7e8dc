import Testing

@testable import JetonEnrollment

@Suite("What an authority says beside its decision")
struct AuthorityNoteTests {
    @Test(
        "It is plain text of one line, without links",
        arguments: [
            ("4712", "4712"), ("  a \r\n b\t", "a b"), ("a\u{1B}[2Jb", "a [2Jb"), ("\u{202E}abc\u{2066}", "abc"),
            ("see https://pay.example/1 now", "see (a link is left out) now"),
            ("(WWW.pay.example)", "(a link is left out)"),
            ("mailto:a@b tel:1", "(a link is left out) (a link is left out)"),
            (String(repeating: "a", count: 600), String(repeating: "a", count: 500)),
        ]
    )
    func plain(text: String, expected: String) {
        #expect(AuthorityNote(number: text).number == expected)
        #expect(AuthorityNote(text: text).words == expected)
    }

    @Test("A note is read back as it was, also one with any number of marks on a character")
    func coding() throws {
        let marks = "a" + String(repeating: "\u{301}", count: 5_000)
        for note in [AuthorityNote(number: "1", text: "t", fee: "2"), AuthorityNote(text: marks), AuthorityNote()] {
            #expect(note.text.utf8.count <= 2_000)
            #expect(try AuthorityNote(note.json) == note)
        }
        #expect(AuthorityNote().isEmpty && AuthorityNote(number: "\u{200B} ").isEmpty)
    }

    @Test(
        "A value stands between two texts, with its escapes undone; without one it is empty",
        arguments: [
            ("<N>{{value}}</N>", "<a><N>4 &amp; 7</N></a>", "4 & 7"), ("<N>{{value}}</N>", "<a><N>47", ""),
            ("<N>{{value}}</N>", "<M>47</M>", ""), (#""n":"{{value}}""#, #"{"n":"4\/7 \u0041"}"#, "4/7 A"),
            (#""n":"{{value}}""#, #"{"n":47}"#, ""),
        ]
    )
    func places(pattern: String, answer: String, expected: String) throws {
        #expect(try NotePlace(pattern).value(in: Array(answer.utf8)) == expected)
    }

    @Test(
        "A place without a mark, or with nothing on a side, is none",
        arguments: ["", "<N>", "{{value}}</N>", "<N>{{value}}"]
    )
    func faults(pattern: String) {
        #expect(throws: (any Error).self) { try NotePlace(pattern) }
    }
}
