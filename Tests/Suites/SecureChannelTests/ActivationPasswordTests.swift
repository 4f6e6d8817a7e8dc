import JetonOctets
import Testing

@testable import SecureChannel

@Suite("Activation passwords")
struct ActivationPasswordTests {
    private func read(_ text: String) throws(ChannelError) -> (ChannelSuite, String) {
        let password = try TestCard.typed(text)
        return (password.suite, String(decoding: password.symbols.octets(0..<password.symbols.count), as: UTF8.self))
    }

    private func printed(_ suite: ChannelSuite) throws -> String {
        let text = try ActivationPassword(generatingFor: suite).printed()
        return String(decoding: text.octets(0..<text.count), as: UTF8.self)
    }

    @Test("What is printed can be typed, in groups of four", arguments: ChannelSuite.allCases)
    func roundTrip(_ suite: ChannelSuite) throws {
        let text = try printed(suite)
        let groups = text.split(separator: "-").map(\.count)
        let expected: [ChannelSuite: [Int]] = [.modern: [4, 4, 4, 1], .p256: [4, 4, 4, 3], .legacy: [4, 4, 4, 4, 1]]
        #expect(groups == expected[suite])
        let (read, symbols) = try read(text)
        #expect(read == suite)
        #expect(symbols.count == suite.parameters.passwordLength)
        #expect(symbols == String(text.filter { $0 != "-" }.dropLast()))
        #expect(!symbols.contains("O") && !symbols.contains("0"))
    }

    @Test("Small letters, spaces and hyphens make no difference")
    func normalisation() throws {
        let text = try printed(.modern)
        let plain = text.filter { $0 != "-" }
        for form in [plain, plain.lowercased(), " " + plain.map { "\($0) " }.joined(), "--\(text)-"] {
            #expect(try read(form) == read(text))
        }
    }

    @Test(
        "Other characters and lengths are no password",
        arguments: [
            "", "K7M2", "K7M2QXRT4HW", "K7M2QXRT4HWZZZ", "K7M2QXRT4HWZZZZZ", "K7M2QXRT4HWZK7M2QXR", "K7M2QXRT4HW0A",
            "K7M2QXRT4HWOA",
            "K7M2QXRT4HWÄA", "K7M2_QXRT4HWZA", "K7M2\u{0}QXRT4HWZ", String(repeating: "A", count: 65),
        ]
    )
    func malformed(_ text: String) {
        #expect(throws: ChannelError(.passwordMalformed)) { try read(text) }
    }

    @Test("P12: Every single wrong symbol is seen", arguments: ChannelSuite.allCases)
    func singleErrors(_ suite: ChannelSuite) throws {
        let text = Array(try printed(suite).filter { $0 != "-" }.utf8)
        for place in text.indices {
            for symbol in PasswordAlphabet.symbols where symbol != text[place] {
                var wrong = text
                wrong[place] = symbol
                #expect(throws: ChannelError(.passwordMistyped)) {
                    try read(String(decoding: wrong, as: UTF8.self))
                }
            }
        }
    }

    @Test("P12: Every swap of neighbours is seen but that of the alphabet's first and last symbol")
    func swaps() {
        // The rule looks at a symbol's place from the right only, so three places stand for all.
        var missed: Set<Set<Int>> = []
        for first in 0..<34 {
            for second in 0..<34 where first != second {
                for prefix in [[], [7], [7, 9]] {
                    let right = PasswordAlphabet.checkSymbol(of: prefix + [first, second, 3])
                    let swapped = PasswordAlphabet.checkSymbol(of: prefix + [second, first, 3])
                    if right == swapped { missed.insert([first, second]) }
                    // The last symbol against the check symbol.
                    let values = prefix + [first]
                    let check = PasswordAlphabet.value(of: PasswordAlphabet.checkSymbol(of: values)) ?? 0
                    let other = PasswordAlphabet.value(of: PasswordAlphabet.checkSymbol(of: prefix + [check]))
                    if check != first, other == first { missed.insert([first, check]) }
                }
            }
        }
        #expect(missed == [[0, 33]])
    }

    @Test("Every symbol turns up in new passwords, and none twice as often as another")
    func distribution() throws {
        var counts: [Character: Int] = [:]
        for _ in 0..<600 {
            let (_, symbols) = try read(try printed(.legacy))
            for symbol in symbols { counts[symbol, default: 0] += 1 }
        }
        // 9,600 symbols, 282 of each; twelve standard deviations on either side.
        #expect(counts.count == 34)
        #expect(counts.values.allSatisfy { (85...480).contains($0) })
    }

    @Test(
        "P2: A label has at most 32 octets of printable text",
        arguments: [
            ("", true), ("laptop", true), (String(repeating: "x", count: 32), true),
            (String(repeating: "x", count: 33), false), (String(repeating: "ä", count: 16), true),
            (String(repeating: "ä", count: 17), false), ("a\u{0}b", false), ("a\nb", false), ("a\u{202E}b", false),
        ]
    )
    func labels(_ text: String, _ isLabel: Bool) {
        let label = PeerLabel(text)
        #expect((label != nil) == isLabel)
        guard let label else { return }
        #expect(label.field.count == 32)
        #expect(PeerLabel(field: label.field) == label)
    }

    @Test(
        "P2: A label's field that is not text and then zeros is refused",
        arguments: [
            [0xFF], [0xC3], [0x61, 0x00, 0x62], [0x0A],
        ] as [[UInt8]]
    )
    func labelFields(_ start: [UInt8]) {
        let field = start + [UInt8](repeating: 0, count: 32 - start.count)
        #expect(PeerLabel(field: field) == nil)
        #expect(PeerLabel(field: Array(field.dropLast())) == nil)
    }

    @Test("P2: A label is cut between characters")
    func truncation() {
        #expect(PeerLabel(truncating: String(repeating: "ä", count: 20)).text == String(repeating: "ä", count: 16))
        #expect(PeerLabel(truncating: "a\nb").text == "ab")
    }
}
