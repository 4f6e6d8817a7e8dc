import Foundation
import TestRig
import Testing

@Suite("A token with the maximum number of programs as it takes", .timeLimit(.minutes(10)))
struct SlowChannelProgramsTests {
    private static let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

    private static func group(_ name: String) -> String { "ABCDE12345.rutoken.\(name)" }

    @Test(
        "Eight programs of eight groups pair and sign; a ninth is refused as one too many until one of them makes room",
        arguments: ChannelEndToEndTests.ways
    )
    func ninePrograms(_ suite: String, _ reach: ChannelPlace.Reach) async throws {
        let place = try await ChannelPlace(suite, reach)
        let jeton = place.workplace
        let media = place.cards[0].media
        try await DemoProgram.trustTeams(in: jeton)
        var programs: [ChannelProgram] = []
        for name in Self.names {
            let program = try await place.program(name)
            try await program.share([Self.group(name)])
            programs.append(program)
        }
        for (number, program) in programs.prefix(6).enumerated() {
            let paired = try await program.pair(place.passwords[number])
            try #require(paired.pairing == 0 && paired.session == 0, "\(number): \(paired)")
        }
        #expect(try await place.slots() == Array(repeating: "used", count: 6))
        // The owner's tool sets up the card through the first program's pairing, and makes more passwords.
        #expect(try await place.listed()["state"].text == "unpaired")
        try await jeton.jeton("pairings", "allow", media, BuildProducts.path("jeton"), "--group", Self.group("one"))
            .exits(0)
        try await place.prepareKey()
        for (number, program) in programs.enumerated().dropFirst(6).prefix(2) {
            let paired = try await program.pair(try await newPassword(number - 5, place))
            try #require(paired.pairing == 0 && paired.session == 0, "\(number): \(paired)")
        }
        for program in programs.prefix(8) {
            #expect(try await program.sign(2, pin: Workplace.pin) == 2, "\(program.demo.name)")
        }
        #expect(
            Set(try await place.keys().compactMap { $0["group"].text }) == Set(Self.names.prefix(8).map(Self.group))
        )

        let password = try await newPassword(3, place)
        let refused = try await programs[8].pair(password)
        #expect(refused.pairing == 0x201 && refused.session == 0x54, "\(refused)")
        try jeton.secret(password, "ninth")
        let words = ["pair", place.cards[0].reader, "--password-source", "file:ninth"]
        let ninth = words + ["--group", Self.group("nine"), "--json"]
        let answer = try await jeton.jeton(ninth)
        let document = try answer.exits(8).json()
        #expect(document["error"]["reason"].text == "full")
        answer.says("CKR_TOKEN_RESOURCE_EXCEEDED", "the maximum number of programs", "`jeton unpair`")
        #expect(try await place.keys().count == 8)
        #expect(try await place.slots().filter { $0 == "unused" }.count == 1)

        try await jeton.jeton("unpair", media, "--yes").exits(3).says(
            "jeton itself has no pairing",
            Self.group("eight")
        )
        try await jeton.jeton("unpair", media, "--group", Self.group("eight"), "--yes").exits(0).prints("is ended")
        #expect(try await programs[7].open().session == 0x54)
        let paired = try await programs[8].pair(password)
        #expect(paired.pairing == 0 && paired.session == 0, "\(paired)")
        for program in [programs[0], programs[6], programs[8]] {
            #expect(try await program.sign(2, pin: Workplace.pin) == 2, "\(program.demo.name)")
        }
        #expect(try await place.keys().count == 8)
    }

    /// Makes a new activation password in the place of a used one.
    private func newPassword(_ number: Int, _ place: ChannelPlace) async throws -> String {
        try await place.workplace.jeton(
            ["pairings", "new-password", "--token", place.cards[0].name, "--number", "\(number)"]
                + ["--out", "new-\(number)", "--so-pin-source", "file:factory-puk"]
        ).exits(0)
        let text = try #require(place.workplace.contents("new-\(number)"))
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
