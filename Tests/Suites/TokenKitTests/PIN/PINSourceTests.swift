import Testing
import TokenKit

@Suite("PIN sources")
struct PINSourceTests {
    @Test(
        "Each form is read and written back",
        arguments: [
            ("prompt", PINSource.prompt), ("pinpad", .pinpad), ("pinentry", .pinentry), ("fd:0", .descriptor(0)),
            ("fd:2147483647", .descriptor(.max)), ("file:/etc/pin", .file("/etc/pin")), ("file:pin", .file("pin")),
            ("file:a:b", .file("a:b")), ("env:PIN_1", .environment("PIN_1")), ("env:_x", .environment("_x")),
            ("credential:token.pin", .credential("token.pin")),
        ]
    )
    func forms(text: String, source: PINSource) throws {
        #expect(try PINSource(parsing: text) == source)
        #expect(source.description == text)
    }

    @Test(
        "Anything else is a usage error that does not repeat the text",
        arguments: [
            "", "12345678", "/etc/pin", "./pin", "Prompt", "prompt ", "prompt:", "pinpad:1", "fd:", "fd:-1", "fd:+1",
            "fd:x", "fd:2147483648", "fd:1 ", "file:", "file:a\u{0}b", "env:", "env:1X", "env:A-B", "env:A=B",
            "env:\u{E4}", "credential:", "credential:a/b", "credential:..", "credential:.", "pin:12345678",
            "12345678:fd", ":", "file", "exec:cat", "credential:\(String(repeating: "a", count: 256))",
        ]
    )
    func refused(text: String) throws {
        let error = try #require(throws: PINError.self) { try PINSource(parsing: text) }
        #expect(error == PINError(.unknownSource))
        #expect(error.isUsage)
        #expect(!error.hints.isEmpty)
        #expect(error.detail == nil)
        if text.contains("12345678") { #expect(!"\(error)\(error.hints)".contains("12345678")) }
    }

    @Test(
        "A prompt names what is asked, the token and the tries",
        arguments: [
            (PINPrompt(role: .user), "PIN"),
            (PINPrompt(role: .user, tokenLabel: "alpha", tries: .last), "PIN of token 'alpha' (last try)"),
            (PINPrompt(role: .securityOfficer, tries: .left(3)), "Security officer's PIN (3 tries left)"),
            (PINPrompt(role: .puk, tokenLabel: "a", tries: .left(1)), "PUK of token 'a' (last try)"),
            (PINPrompt(role: .activation), "Activation password"),
            (PINPrompt(role: .contextSpecific, tokenLabel: "a"), "PIN of token 'a' to use the key once"),
            (PINPrompt(role: .user, isNew: true, tries: .low), "New PIN"),
            (PINPrompt(role: .user, tokenLabel: "a", channel: .clear), "PIN of token 'a'"),
            (
                PINPrompt(role: .user, tokenLabel: "a", tries: .left(3), channel: .secure(suite: "modern")),
                "PIN of token 'a' (modern secure channel; 3 tries left)"
            ),
            (
                PINPrompt(role: .user, isNew: true, tries: .low, channel: .clearBeside(pairedToken: "b\u{1B}[2J")),
                "New PIN (in clear; paired token 'b\u{FFFD}[2J' was last seen in this reader)"
            ),
            (PINPrompt(role: .securityOfficer, isNew: true), "New security officer's PIN"),
            (PINPrompt(role: .user, tries: .low), "PIN (a wrong PIN was entered before)"),
        ]
    )
    func prompts(prompt: PINPrompt, text: String) { #expect(prompt.text == text) }

    @Test("A token's label can't control the terminal")
    func harmlessLabel() {
        let label = "a\u{1B}[2Jb\r\n\u{202E}c\u{0}\u{9B}1m" + String(repeating: "x", count: 100)
        let text = PINPrompt(role: .user, tokenLabel: label).text
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E || $0.value == 0x9B })
        #expect(text.count < 90)
    }

    @Test("Flags are taken from CK_TOKEN_INFO by role")
    func flags() {
        #expect(PINFlags(tokenFlags: 0x0005_0000, role: .user) == [.countLow, .locked])
        #expect(PINFlags(tokenFlags: 0x000A_0000, role: .contextSpecific) == [.finalTry, .toBeChanged])
        #expect(PINFlags(tokenFlags: 0x00A0_0000, role: .securityOfficer) == [.finalTry, .toBeChanged])
        #expect(PINFlags(tokenFlags: 0x000F_FFFF, role: .securityOfficer) == [])
        #expect(PINFlags(tokenFlags: .max, role: .puk) == [])
        #expect(PINFlags([.countLow, .finalTry]).tries == .last)
        #expect(PINFlags([.countLow]).tries == .low)
        #expect(PINFlags([]).tries == .unknown)
    }
}
