import Cryptoki
import Testing

@Suite("Message functions")
struct MessageTests {
    @Test("A module of 2.40 lacks the message functions, one of 3.0 may answer that it can't")
    func unsupported() throws {
        for (settings, fault) in [("", CryptokiError.Fault?.some(.missingFunction)), ("interface = 3.0\n", nil)] {
            let token = try FaultToken(FaultToken.keys + settings)
            var session = try token.session()
            let key = try session.only(.privateKey, "rsa")
            let error = #expect(throws: CryptokiError.self) { try session.messageSignInit(.rsaPKCS, key: key) }
            #expect(error?.code == .functionNotSupported)
            #expect(error?.function == .messageSignInit)
            #expect(error?.fault == fault)
        }
    }
}
