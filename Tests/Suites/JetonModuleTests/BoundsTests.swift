import TestRig
import Testing

/// What the provider writes and reads of a caller's memory, with a page behind it that can't be touched.
@Suite("The caller's buffers", .timeLimit(.minutes(5)))
struct BoundsTests {
    @Test("No function writes past the caller's room, reads past a PIN, or loses an operation to a buffer too small")
    func bounds() async throws {
        let provider = try await Provider(["alpha", "beta"])
        try await provider.makeKey("EC:prime256v1", identifier: "01", ["--token-label", "alpha"])
        try await provider.makeKey("rsa:2048", identifier: "03", ["--token-label", "alpha"])
        let pins = ["100", "1000", "100000", "ffffffffffffffff"].map { length in
            "PIN of \(length): C_Login 0xa0, security officer 0xa0, C_SetPIN old 0xa0, new 0xa2, C_InitPIN 0xa2, "
                + "C_InitToken 0xa2\n"
        }
        // Without a buffer the length is told; with one that is too small too, and nothing is written.
        let output = try await provider.probe(["bounds", Provider.pin])
        #expect(
            output == pins.joined() + """
                C_GetSlotList: null 0, none 0x150 2, short 0x150 +1, exact 0 =
                C_GetMechanismList: null 0, none 0x150 58, short 0x150 +1, exact 0 =
                C_GetInterfaceList: null 0, none 0x150 4, short 0x150 +1, exact 0 =
                C_GetAttributeValue: null 0, none 0x150 ?, short 0x150 ?, exact 0 =
                C_Digest: null 0, none 0x150 32, short 0x150 +1, exact 0 =
                C_DigestFinal: null 0, none 0x150 32, short 0x150 +1, exact 0 =
                C_Sign ECDSA: null 0, none 0x150 64, short 0x150 +1, exact 0 =
                C_Sign RSA: null 0, none 0x150 256, short 0x150 +1, exact 0 =
                C_SignFinal: null 0, none 0x150 64, short 0x150 +1, exact 0 =
                C_Encrypt: null 0, none 0x150 256, short 0x150 +1, exact 0 =
                C_Decrypt: null 0, none 0x150 20, short 0x150 +1, exact 0 =
                C_EX_GetTokenName: null 0, none 0x150 5, short 0x150 +1, exact 0 =
                structures: 0
                C_GenerateRandom: 0
                C_GenerateRandom null: 0x7
                C_GenerateRandom too long: 0x7
                C_OpenSession parallel: 0xb4
                C_OpenSession parallel, writing: 0xb4
                C_FindObjects of 3: 0 3
                C_FindObjects null: 0x7

                """
        )
    }
}
