import SecureChannel
import TestRig
import Testing
import VirtualCard

@Suite("Rutoken's extension in a C program", .timeLimit(.minutes(5)))
struct ExtensionTests {
    @Test("The table has 34 functions, each exported by name, and the size of the structure is negotiated")
    func table() async throws {
        let provider = try await Provider()
        #expect(
            try await provider.probe(["extension", "table"]) == """
                no list: 0x7
                before C_Initialize: 0x190
                version 2.40, 34 places, 34 exported, 34 alike
                size 0: 0x7, then 0, written 0
                size 112: 0x7, then 112, written 0
                size 200: 0x7, then 200, written 0
                size 208: 0, then 208, written 208
                size 256: 0, then 256, written 256
                size 288: 0, then 256, written 256

                """
        )
    }

    @Test(
        "Passwords, unblocking, initializing and new keys through the channel, with exact codes",
        arguments: ChannelSuite.allCases
    )
    func administration(_ suite: ChannelSuite) async throws {
        let (provider, passwords) = try await Provider.withChannel(suite)
        let length = suite.parameters.passwordLength + 1
        var lines = try await provider.probe(["extension", passwords[0], "12345678"]).split(separator: "\n")
            .map(String.init)
        // Any program can pair with the new password; that it is one of the card's is tested with the engine.
        let made = lines.firstIndex { $0.hasPrefix("password ") }.map { lines.remove(at: $0) }
        #expect(made?.count == 9 + length)
        let mode = suite.parameters.secureMessagingMode
        #expect(
            lines.joined(separator: "\n") == """
                no list: 0x7
                before C_Initialize: 0x190
                generate: 0x101
                unblock: 0x101
                new keys: 0x101
                power off: 0x54
                load key: 0x54
                load key, no session: 0xb3
                drive, no slot: 0x3
                drive: 0x54
                local PIN: 0x30
                no local PIN: 0x7
                PIN to be changed: 0xa3
                no such user: 0x7
                features: 1
                in a search for all: 0
                attributes: 0
                available 1, mode \(mode), modes \(mode), interface unknown: 1, model 'Virtual card'
                no size: 0x7
                capitals only: 0x7
                number 7: 0x7
                size: 0
                size is \(length)
                one too few: 0x150
                size is \(length), nothing written: 1
                made: 0
                size is \(length), of the alphabet: \(length), a NUL behind: 1
                no parameters: 0x7
                short structure: 0x7
                policy of the user alone: 0x7
                longer PINs: 0x7
                two tries: 0x7
                eleven tries: 0x7
                mode 4: 0x7
                short PIN: 0xa2
                letters: 0xa1
                no SO PIN: 0x7
                repair of a token that is not locked: 0xa2
                a session is open: 0xb6
                wrong SO PIN: 0xa0
                formatted: 0
                tries: SO 7 of 7, user 5 of 5; flags 0x10f
                user's login: 0
                fifth wrong PIN: 0xa0
                locked: 0xa4
                unblock: 0
                the old PIN: 0
                no size: 0x7
                size: 0
                size is 9
                one too few: 0x150
                size is 9, nothing written: 1
                name: 0
                'formatted', no NUL behind: 1
                read-only: 0xb5
                security officer: 0x101
                nobody: 0x101
                no name: 0x7
                33 octets: 0x7
                32 octets: 0
                name: 0
                'A name as long as there can be 3'
                new keys: 0
                its session: 0x32
                another session: 0x54
                """
        )
    }

    @Test("A card on a cable has no channel: its feature says so, and its passwords are not made")
    func withoutChannel() async throws {
        let provider = try await Provider([])
        _ = try SoftwareCard.create(at: provider.folder.path("alpha.card"))
        let text = try await provider.probe(["extension", "", "12345678"])
        #expect(text.contains("available 0, mode 255, modes, interface unknown: 1, model 'Virtual card'\n"), "\(text)")
        #expect(text.contains("\nnumber 7: 0x54\nsize: 0x54\n"), "\(text)")
        // Mode 3 of secure messaging is none for this card.
        #expect(text.contains("\nformatted: 0x54\n"), "\(text)")
    }
}
