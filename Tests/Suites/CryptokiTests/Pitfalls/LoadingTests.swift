import Cryptoki
import Glibc
import JetonOctets
import TestRig
import Testing

@Suite("Pitfalls: loading and initialization")
struct LoadingTests {
    @Test("P3: a forked child is told so instead of using its parent's sessions")
    func fork() async {
        await #expect(processExitsWith: .success) {
            let token = try FaultToken()
            var session = try Session(slot: token.slot)
            _ = try session.state()
            // Swift hides fork, since a child can do little safely; this one makes a few calls and leaves.
            guard let symbol = unsafe dlsym(nil, "fork") else { throw TestRigError("no fork") }
            let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
            let child = fork()
            if child == 0 {
                var answers: [CryptokiError.Fault?] = []
                do throws(CryptokiError) { _ = try session.state() } catch { answers.append(error.fault) }
                do throws(CryptokiError) { _ = try token.module.slots() } catch { answers.append(error.fault) }
                _exit(answers == [.usedAfterFork, .usedAfterFork] ? 0 : 1)
            }
            var status: Int32 = -1
            let waited = unsafe waitpid(child, &status, 0)
            try #require(waited == child)
            #expect(status == 0)
            // The parent goes on.
            _ = try session.state()
        }
    }

    @Test(
        "P4, P5: two users of one library share its initialization, whatever a second one would answer",
        arguments: ["", "initialize.second = 0\nfinalize.second = 0\n"]
    )
    func shared(_ settings: String) async throws {
        let calls = try await FaultToken.counting(settings) { token in
            do {
                let second = try Module(path: token.copy.path)
                #expect(second.library.realPath == token.module.library.realPath)
                _ = try second.info()
            }
            _ = try token.module.info()
        }
        #expect(calls["C_Initialize"] == 1)
        #expect(calls["C_Finalize"] == 1)
    }

    @Test("A module that cannot lock by the system's means is initialized without arguments")
    func locking() throws {
        let token = try FaultToken("initialize.locking = 0xA\n")
        #expect(try token.module.slots().count == 1)
    }

    @Test("A refusal to initialize is an error with the module's name", arguments: [0x6, 0x30, 0x8000_0001] as [UInt])
    func refused(_ code: UInt) throws {
        let error = #expect(throws: CryptokiError.self) { try FaultToken("fault.C_Initialize = rv:\(code)\n") }
        #expect(error?.code == ReturnValue(rawValue: code))
        #expect(error?.function == .initialize)
        #expect(error?.description.contains("fault-module.so") == true)
    }

    @Test(
        "P12: whatever C_GetInterface does, the module is used",
        arguments: ["rv:0x54", "null", "unreadable", "wrong_name"]
    )
    func badInterface(_ behaviour: String) throws {
        let token = try FaultToken("interface = 3.0\ninterface = \(behaviour)\n")
        #expect(try token.module.slots().count == 1)
        #expect(token.module.library.interfaceOrigin == .functionList)
        #expect(token.module.library.interfaceVersion.major == 2)
    }

    @Test(
        "P12: an interface of each version is found by its name",
        arguments: [("3.0", 0), ("3.1", 1), ("3.2", 2)] as [(String, UInt8)]
    )
    func interfaceVersions(_ text: String, _ minor: UInt8) throws {
        let token = try FaultToken("interface = \(text)\n")
        #expect(token.module.library.interfaceOrigin == .namedInterface)
        #expect(token.module.library.interfaceVersion == Version(major: 3, minor: minor))
        #expect(try token.module.slots().count == 1)
    }

    @Test("P12: a vendor's default interface does not hide the standard one")
    func vendorDefault() throws {
        let token = try FaultToken("interface = 3.0\ninterface = vendor_default\n")
        #expect(try token.module.slots().count == 1)
    }

    @Test("P12: a function list that misstates its version is used for what it is", arguments: ["2.1", "2.20"])
    func listVersion(_ version: String) throws {
        let token = try FaultToken("list.version = \(version)\n")
        #expect(try token.module.slots().count == 1)
        #expect(try token.module.info().cryptokiVersion == Version(major: 2, minor: 40))
    }

    @Test(
        "P13: a function that the table lacks is an error that names it",
        arguments: [
            ("C_GetInfo", Function.getInfo), ("C_GetSlotList", .getSlotList), ("C_GetTokenInfo", .getTokenInfo),
            ("C_OpenSession", .openSession), ("C_Login", .login), ("C_FindObjectsInit", .findObjectsInit),
            ("C_SignInit", .signInit), ("C_Sign", .sign), ("C_GenerateRandom", .generateRandom),
            ("C_GetMechanismList", .getMechanismList), ("C_GetAttributeValue", .getAttributeValue),
        ]
    )
    func missingFunction(_ name: String, _ function: Function) throws {
        let token = try FaultToken(FaultToken.keys + "null = \(name)\n")
        let error = #expect(throws: CryptokiError.self) {
            _ = try token.module.info()
            _ = try token.module.slots()
            _ = try token.slot.tokenInfo()
            _ = try token.slot.mechanisms()
            var session = try token.session()
            let key = try session.only(.privateKey, "rsa")
            _ = try session.attributes([.label], of: key)
            _ = try session.sign(digest, with: .rsaPKCS, key: key)
            _ = try session.random(count: 8)
        }
        #expect(error?.fault == .missingFunction)
        #expect(error?.function == function)
        #expect(error?.code == .functionNotSupported)
        #expect(error?.description.hasPrefix("\(name) is missing") == true)
    }

    @Test("P13: a module without a function for closing loses a session, not the program")
    func noClose() throws {
        let token = try FaultToken("null = C_CloseSession\n")
        let error = #expect(throws: CryptokiError.self) { try Session(slot: token.slot).close() }
        #expect(error?.fault == .missingFunction)
        _ = try Session(slot: token.slot)
    }

    @Test("P17: a table shorter than its version claims is not read beyond what that version has for sure")
    func overstatedVersion() throws {
        let token = try FaultToken("interface = 3.0\ninterface.version = 3.2\n")
        #expect(try token.module.slots().count == 1)
        var session = try token.session()
        #expect(try session.random(count: 16).count == 16)
    }

    @Test("P28: a module that faults on NULL is never given one")
    func nullArguments() throws {
        let token = try FaultToken(FaultToken.keys + "null_argument = crash\n")
        let empty: [UInt8] = []
        var session = try token.session()
        let key = try session.only(.privateKey, "rsa")
        let secret = try session.only(.secretKey, "aes")
        #expect(try session.find().count == 6)
        _ = try session.attributes([.label, .id, .value], of: key)
        _ = try session.sign(empty, with: Mechanism(.sha256RSAPKCS), key: key)
        _ = try session.digest(empty, with: Mechanism(.sha256))
        let gcm = Mechanism(
            .aesGCM,
            .gcm(initializationVector: [UInt8](repeating: 1, count: 12), additionalData: [], tagBits: 128)
        )
        _ = try session.encrypt(empty, with: gcm, key: secret)
        let empties = try session.createObject([.objectClass(.data), .label(""), Attribute(.value, empty)])
        _ = try session.copyObject(empties)
        try session.setAttributes([], of: empties)
        try session.destroyObject(empties)
        try session.seedRandom(empty.span)
        try session.logout()
    }
}
