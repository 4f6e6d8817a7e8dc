import TestRig
import Testing

/// What modules do wrong, as a user of `jeton` meets it: the module is used all the same, or named in one sentence.
///
/// The numbers are those by which the tests of `Cryptoki` know the same pitfalls. P3, P8, P11 and P18 concern programs
/// that use the library; P9 is among the tests of PINs.
@Suite("Pitfalls of modules, at the command line")
struct PitfallTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let pitfall: String
        let settings: String
        let command: String
        let code: Int32
        let words: [String]

        init(_ pitfall: String, _ settings: String, _ command: String, _ code: Int32, _ words: String...) {
            self.pitfall = pitfall
            self.settings = settings
            self.command = command
            self.code = code
            self.words = words
        }

        var testDescription: String { "\(pitfall): \(settings)" }
    }

    private static let sign = "sign letter --format raw --key k --pin-source file:pin"
    private static let keys = "key list --pin-source file:pin"
    /// The fault module's signatures are silly: this is what becomes of one that it made and handed out.
    private static let handedOut = "does not match its key"

    static let rows = [
        Row("P1", "length_query = ends", sign, 5, handedOut), Row("P1", "length_query = rejected", sign, 5, handedOut),
        Row("P1", "length_query = runs", sign, 5, handedOut),
        Row("P2", "buffer_too_small = keeps_length\nfault.C_Sign = rv:0x150", sign, 5, "C_Sign", "buffer"),
        Row("P4", "initialize.second = 0", "list", 0, "token 0"),
        Row("P5", "finalize.second = 0", "list", 0, "token 0"),
        Row("P6", "fault.C_FindObjects = rv:0x5", keys, 5, "C_FindObjects", "CKR_GENERAL_ERROR, 0x5"),
        Row("P7", "wait = blocks", "list", 0, "token 0"), Row("P7", "wait = removed", "list", 0, "token 0"),
        Row("P10", "exit = crash", "list", 0, "token 0"), Row("P10", "exit = crash", keys, 0, "private"),
        Row("P12", "interface = 3.0\ninterface = null", "list", 0, "token 0"),
        Row("P12", "interface = 3.0\ninterface = unreadable", "list", 0, "token 0"),
        Row("P12", "interface = 3.0\ninterface = wrong_name", "list", 0, "token 0"),
        Row("P12", "interface = 3.0\ninterface = vendor_default", "list", 0, "token 0"),
        Row("P12", "list = null", "list", 5, "C_GetFunctionList handed out a NULL table"),
        Row("P12", "list = unreadable", "list", 5, "C_GetFunctionList handed out a table in memory"),
        Row("P12", "list = rv:0x30", "list", 5, "C_GetFunctionList failed (CKR_DEVICE_ERROR, 0x30)"),
        Row("P13", "null = C_GetSlotList", "list", 5, "C_GetSlotList"), Row("P13", "null = C_Sign", sign, 5, "C_Sign"),
        Row("P13", "null = C_GetMechanismList, C_WaitForSlotEvent", "list", 0, "token 0"),
        Row("P14", "length.C_GetSlotList = unavailable", "list", 5, "C_GetSlotList"),
        Row("P14", "length.C_Sign = unavailable", sign, 5, "C_Sign"),
        Row("P14", "length.C_FindObjects = unavailable32", keys, 5, "C_FindObjects"),
        Row("P14", "token.0.memory = unavailable32", "token show --json", 0, "\"freePublicMemory\": null"),
        Row("P14", "attribute.label = overlong:5000", keys, 0, "private", "ec:p256"),
        Row("P15", "attribute.label = poison:0x5", keys, 0, "private", "ec:p256"),
        Row("P15", "attribute.ec_params = sensitive", keys, 0, "private"),
        Row("P16", "ulong_attributes = four_octets", "key list --public", 0, "public  ec:p256"),
        Row("P17", "interface = 3.0\ninterface.version = 3.2", sign, 5, handedOut),
        Row("P19", "ec_point = raw", sign, 5, handedOut), Row("P19", "ec_point = bit_string", sign, 5, handedOut),
        Row("P20", "ecdsa_signature = x962", sign, 5, handedOut),
        Row("P21", "attribute.wrap_template = nested", "object show k --public", 0, "CKA_EC_POINT"),
        Row("P22", "token.0.label = nul:alpha", "token show alpha", 0, "label:         alpha\n"),
        Row("P23", "slots = 3\nslot_list = grows_on_query", "list", 0, "token 2"),
        Row("P23", "slots = 2\nslot_list = races:3", "list", 0, "token 1"),
        Row("P23", "slots = 2\nslot_list = races:1000000", "list", 5, "C_GetSlotList"),
        Row("P24", "token.0.protected_path = true", "key list --pin-source pinpad", 0, "private"),
        Row("P25", "token.0.max_sessions = 1", sign, 5, handedOut),
        Row("P25", "fault.C_OpenSession = rv:0xB1", sign, 5, "C_OpenSession", "CKR_SESSION_COUNT, 0xB1"),
        Row("P26", "mechanism.0x1041 = rv:0x70", sign, 5, "C_SignInit", "CKM_ECDSA", "--mechanisms"),
        Row("P27", "verify = accepts_all", sign, 5, handedOut),
        Row("P28", "null_argument = crash", "list", 0, "token 0"),
        Row("P28", "null_argument = crash", keys, 0, "private"),
        Row("P28", "null_argument = crash", sign, 5, handedOut),
    ]

    @Test("A module is used in spite of it, or named with its function, exit code 5 and a document", arguments: rows)
    func pitfall(row: Row) async throws {
        let place = try Workplace.withFault(row.settings + "\n" + Workplace.faultKey)
        try place.directory.write("x", to: "letter")
        let arguments = row.command.split(separator: " ").map(String.init)
        let answer = try await place.jeton(arguments).exits(row.code)
        for word in row.words { #expect(answer.all.contains(word), "\(answer.testDescription)") }
        guard row.code != 0 else { return }
        answer.says("error: ")
        let document = try await place.jeton(arguments + ["--json"]).exits(row.code).json()
        #expect(document["error"]["exitCode"].number == Int(row.code))
        #expect(place.contents("letter.sig") == nil)
    }
}
