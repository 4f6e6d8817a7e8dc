import Cryptoki
import TestRig
import Testing

/// NSS's own token, the one module of Debian with the message functions of PKCS #11 3.0.
@Suite("NSS softokn: an interface of 3.0 and its message functions")
struct SoftoknTests {
    private static let module: Result<Module, any Error> = Result {
        let directories = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"]
        for directory in directories {
            guard let library = try? ModuleLibrary(path: "\(directory)/libsoftokn3.so") else { continue }
            return try Module(library, initializationString: "configdir='' flags=noCertDB,noModDB")
        }
        throw TestRigError("libsoftokn3.so is not installed (package libnss3)")
    }

    @Test("It is used by its interface of 3.0, and wants its initialisation string")
    func interface() throws {
        let module = try Self.module.get()
        #expect(module.library.interfaceOrigin == .namedInterface)
        #expect(module.library.interfaceVersion.major == 3)
        #expect(try module.info().manufacturer.description.contains("Mozilla"))
        #expect(try !module.slots(withToken: true).isEmpty)
    }

    @Test("AES-GCM by messages: many messages under one Init, each with its vector and tag")
    func messages() throws {
        let slot = try #require(try Self.module.get().slots(withToken: true).first)
        var session = try Session(slot: slot)
        let key = try session.createObject([
            .objectClass(.secretKey), .keyType(.aes), .token(false),
            Attribute(.value, [UInt8](repeating: 0, count: 16)),
            Attribute(.encrypt, true), Attribute(.decrypt, true),
        ])
        let zeros = [UInt8](repeating: 0, count: 16)
        let nothing: [UInt8] = []
        try session.messageEncryptInit(Mechanism(.aesGCM), key: key)
        var parameters = GCMMessageParameters(initializationVector: [UInt8](repeating: 0, count: 12))
        let first = try session.encryptMessage(zeros.span, parameters: &parameters, additionalData: nothing.span)
        // Test case 2 of the specification of GCM.
        #expect(
            first == [
                0x03, 0x88, 0xDA, 0xCE, 0x60, 0xB6, 0xA3, 0x92, 0xF3, 0x28, 0xC2, 0xB9, 0x71, 0xB2, 0xFE, 0x78,
            ]
        )
        #expect(
            parameters.tag == [
                0xAB, 0x6E, 0x47, 0xD4, 0x2C, 0xEC, 0x13, 0xBD, 0xF5, 0x3A, 0x67, 0xB2, 0x12, 0x57, 0xBD, 0xDF,
            ]
        )
        try session.messageEncryptFinal()

        let blank = [UInt8](repeating: 0, count: 12)
        var own = GCMMessageParameters(initializationVector: blank, fixedBits: 32, generator: .token)
        let data: [UInt8] = [1, 2, 3]
        try session.messageEncryptInit(Mechanism(.aesGCM), key: key)
        _ = try session.encryptMessage(zeros.span, parameters: &own, additionalData: data.span)
        let second = try session.encryptMessage(zeros.span, parameters: &own, additionalData: data.span)
        try session.messageEncryptFinal()
        #expect(own.initializationVector != blank)
        #expect(own.initializationVector.prefix(4) == blank.prefix(4))

        try session.messageDecryptInit(Mechanism(.aesGCM), key: key)
        let firstBack = try session.decryptMessage(first.span, parameters: parameters, additionalData: nothing.span)
        #expect(firstBack == zeros)
        let secondBack = try session.decryptMessage(second.span, parameters: own, additionalData: data.span)
        #expect(secondBack == zeros)
        parameters.tag[0] ^= 1
        #expect(throws: CryptokiError.self) {
            try session.decryptMessage(first.span, parameters: parameters, additionalData: nothing.span)
        }
        try session.messageDecryptFinal()
    }
}
