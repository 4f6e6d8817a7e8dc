import Foundation
import JetonLibcrypto
import JetonOctets
import PIVCard
import SmartCard
import TestRig
import Testing
import VirtualCard

@Suite("PIV client", .timeLimit(.minutes(5)))
struct PIVCardTests {
    typealias Client = PIVClient<CardChannel<VirtualCardTransport>>

    private func client(_ options: VirtualCardOptions = VirtualCardOptions()) throws -> Client {
        try Client(CardChannel(VirtualCardTransport(SoftwareCard(inMemory: options))))
    }

    private func secret(_ text: String) -> Secret {
        var octets = Array(text.utf8)
        return Secret(wiping: &octets)
    }

    private func factoryKey(_ length: Int) -> Secret {
        var octets = (0..<length).map { UInt8($0 % 8 + 1) }
        return Secret(wiping: &octets)
    }

    @Test("A card without the application is told as that")
    func noApplication() throws {
        struct Empty: CardTransport {
            var supportsExtendedLength: Bool { false }
            mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] { [0x6A, 0x82] }
        }
        #expect(throws: PIVError(.noApplication)) { _ = try PIVClient(CardChannel(Empty())) }
    }

    @Test("Version, serial number, discovery and card holder are read")
    func description() throws {
        var card = try client(VirtualCardOptions(serialNumber: 4_711))
        #expect(try card.version() == [5, 7, 1])
        #expect(try card.serialNumber() == 4_711)
        let discovery = try #require(try card.discovery())
        #expect(discovery.usesApplicationPIN && !discovery.usesGlobalPIN && !discovery.prefersGlobalPIN)
        #expect(discovery.applicationIdentifier.count == 11)
        let holder = try #require(try card.cardHolder())
        #expect(holder.expiry == "20991231" && holder.credentialNumber.count == 25)
    }

    @Test("Every count of tries shown is the card's, from wrong PINs to a blocked PUK and the reset")
    func pins() throws {
        var card = try client()
        let right = secret("123456")
        let wrong = secret("000000")
        let new = secret("87654321")
        let unblockingKey = secret("12345678")
        #expect(try card.pinTriesLeft() == 3)
        try card.verify(right)
        #expect(try card.pinTriesLeft() == nil)
        try card.endVerification()
        #expect(try card.pinTriesLeft() == 3)
        #expect(throws: PIVError(.pinIncorrect, triesLeft: 2)) { try card.verify(wrong) }
        #expect(throws: PIVError(.pinIncorrect, triesLeft: 1)) { try card.changePIN(from: wrong, to: new) }
        #expect(try card.pinMetadata() == card.pinMetadata())
        #expect(try card.pinMetadata()?.triesLeft == 1)
        #expect(throws: PIVError(.pinIncorrect, triesLeft: 0)) { try card.verify(wrong) }
        #expect(throws: PIVError(.pinBlocked, triesLeft: 0)) { try card.verify(right) }
        #expect(throws: PIVError(.pinIncorrect, triesLeft: 2)) { try card.unblockPIN(with: wrong, newPIN: new) }
        try card.unblockPIN(with: unblockingKey, newPIN: new)
        try card.verify(new)
        #expect(try card.pinMetadata()?.isFactoryValue == false)
        #expect(try card.unblockingKeyMetadata()?.triesLeft == 3)
        try card.changeUnblockingKey(from: unblockingKey, to: new)
        let short = secret("12345")
        #expect(throws: PIVError(.pinMalformed)) { try card.changeUnblockingKey(from: short, to: unblockingKey) }
        #expect(throws: PIVError(.pinMalformed)) { try card.unblockPIN(with: short, newPIN: new) }
        #expect(try card.unblockingKeyMetadata()?.triesLeft == 3)
        #expect(throws: PIVError(.conditionsNotMet)) { try card.reset() }
        for left in [2, 1, 0] {
            #expect(throws: PIVError(.pinIncorrect, triesLeft: left)) { try card.verify(wrong) }
            #expect(throws: PIVError(.pinIncorrect, triesLeft: left)) {
                try card.unblockPIN(with: wrong, newPIN: new)
            }
        }
        try card.reset()
        try card.verify(right)
    }

    @Test("A PIN that can't be right is not sent", arguments: ["", "12345", "123456789", "12345a", "123 56"])
    func malformed(_ text: String) throws {
        var card = try client()
        let pin = secret(text)
        #expect(throws: PIVError(.pinMalformed)) { try card.verify(pin) }
        #expect(try card.pinTriesLeft() == 3)
    }

    @Test("The management key is proved both ways, and changed", arguments: [0x03, 0x08, 0x0A, 0x0C])
    func management(_ factory: UInt8) throws {
        let options = VirtualCardOptions(
            managementAlgorithm: try #require(ManagementAlgorithm(rawValue: factory))
        )
        var card = try client(options)
        let algorithm = try #require(try card.managementAlgorithm())
        #expect(algorithm.rawValue == factory)
        #expect(throws: PIVError(.notAuthenticated)) { try card.putObject(0x5FC105, [1]) }
        let wrong = try Random.secret(algorithm.keyLength)
        #expect(throws: PIVError(.managementKeyIncorrect)) { try card.authenticate(wrong) }
        let key = factoryKey(algorithm.keyLength)
        try card.authenticate(key)
        try card.putObject(0x5FC105, [1])
        let new = try Random.secret(32)
        try card.setManagementKey(new, .aes256)
        try card.select()
        #expect(throws: PIVError(.managementKeyIncorrect)) { try card.authenticate(key, algorithm) }
        try card.authenticate(new)
        #expect(try card.managementAlgorithm() == .aes256)
    }

    /// A card some of whose answers are changed on their way.
    private struct ChangedCard: ~Copyable, CardTransport {
        var base: VirtualCardTransport
        let change: @Sendable (_ command: [UInt8], _ answer: [UInt8]) -> [UInt8]

        var supportsExtendedLength: Bool { base.supportsExtendedLength }

        mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
            change(command, try base.transmit(command))
        }
    }

    private func client(
        _ change: @escaping @Sendable (_ command: [UInt8], _ answer: [UInt8]) -> [UInt8]
    ) throws -> PIVClient<CardChannel<ChangedCard>> {
        let card = try SoftwareCard(inMemory: VirtualCardOptions())
        return try PIVClient(CardChannel(ChangedCard(base: VirtualCardTransport(card), change: change)))
    }

    @Test("A card that does not prove that it has the management key is none")
    func unprovedCard() throws {
        var card = try client { command, answer in
            // The answer of GENERAL AUTHENTICATE with 9B that brings the card's proof: 7C, 82, the octets, 9000.
            guard command[1] == 0x87, command[3] == 0x9B, answer.count > 6, answer[0] == 0x7C, answer[2] == 0x82 else {
                return answer
            }
            var changed = answer
            changed[changed.count - 3] ^= 1
            return changed
        }
        let key = factoryKey(24)
        #expect(throws: PIVError(.cardNotProved)) { try card.authenticate(key) }
    }

    @Test("A public key whose point has another length than its curve's is malformed", arguments: [-1, 1])
    func pointLength(_ difference: Int) throws {
        var card = try client { command, answer in
            // GENERATE ASYMMETRIC KEY PAIR answers 7F49, 86, the point, 9000.
            guard command[1] == 0x47, answer.starts(with: [0x7F, 0x49]) else { return answer }
            var point = Array(answer[5..<(answer.count - 2)])
            if difference < 0 { point.removeLast() } else { point.append(0) }
            return TLV(tag: 0x7F49, members: [TLV(tag: 0x86, value: point)]).encoded + [0x90, 0x00]
        }
        let key = factoryKey(24)
        try card.authenticate(key)
        #expect(throws: PIVError(.answerMalformed)) { _ = try card.generateKey(.p256, in: .authentication) }
    }

    @Test("Objects and certificates are written, read and deleted; a compressed certificate is expanded")
    func objects() async throws {
        var card = try client()
        try card.authenticate(factoryKey(24))
        let value = try Random.octets(3000)
        try card.putObject(0x5FC10C, value)
        #expect(try card.object(0x5FC10C) == value)
        try card.putObject(0x5FC10C, [])
        #expect(try card.object(0x5FC10C) == nil)
        #expect(throws: PIVError(.notAuthenticated)) { _ = try card.object(0x5FC109) }
        #expect(throws: PIVError(.noMemory)) { try card.putObject(0x5FC10C, [UInt8](repeating: 1, count: 20_000)) }
        let certificate = try Random.octets(1500) + [UInt8](repeating: 7, count: 500)
        for slot in KeySlot.standard {
            try card.putCertificate(certificate, in: slot)
            #expect(try card.certificate(in: slot) == certificate)
        }
        try card.putCertificate([], in: .authentication)
        #expect(try card.certificate(in: .authentication) == nil)
        let compressed = try await ChildProcess.run(["gzip", "-c"], input: certificate).standardOutput
        func container(_ octets: [UInt8], _ form: UInt8) -> [UInt8] {
            [TLV(tag: 0x70, value: octets), TLV(tag: 0x71, value: [form]), TLV(tag: 0xFE, value: [])]
                .flatMap(\.encoded)
        }
        try card.putObject(0x5FC105, container(compressed, 1))
        #expect(try card.certificate(in: .authentication) == certificate)
        try card.putObject(0x5FC105, container(Array(compressed.dropLast()), 1))
        #expect(throws: PIVError(.answerMalformed)) { _ = try card.certificate(in: .authentication) }
        try card.putObject(0x5FC105, container(compressed + [0], 1))
        #expect(throws: PIVError(.answerMalformed)) { _ = try card.certificate(in: .authentication) }
        let bomb = try await ChildProcess.run(["sh", "-c", "head -c 70000 /dev/zero | gzip -c"]).standardOutput
        try card.putObject(0x5FC105, container(bomb, 1))
        #expect(throws: PIVError(.answerMalformed)) { _ = try card.certificate(in: .authentication) }
        try card.putObject(0x5FC105, container(certificate, 2))
        #expect(throws: PIVError(.unsupported)) { _ = try card.certificate(in: .authentication) }
    }

    @Test(
        "Keys are made, described, attested and used",
        arguments: [KeyAlgorithm.rsa2048, .rsa3072, .p256, .p384, .ed25519, .x25519]
    )
    func keys(_ algorithm: KeyAlgorithm) throws {
        var card = try client()
        #expect(try card.metadata(of: .keyManagement) == nil)
        #expect(throws: PIVError(.notAuthenticated)) { _ = try card.generateKey(algorithm, in: .keyManagement) }
        try card.authenticate(factoryKey(24))
        let key = try card.generateKey(algorithm, in: .keyManagement, pinPolicy: .always, touchPolicy: .never)
        let metadata = try #require(try card.metadata(of: .keyManagement))
        #expect(metadata.publicKey == key && metadata.isGenerated && metadata.algorithm == algorithm)
        #expect(metadata.pinPolicy == .always && metadata.touchPolicy == .never)
        #expect(try card.attestation(of: .keyManagement).first == 0x30)
        let input: [UInt8]
        switch key {
        case .rsa(let modulus, let exponent):
            #expect(exponent == [1, 0, 1])
            input = [0] + [UInt8](repeating: 3, count: modulus.count - 1)
        case .ec(let point): input = algorithm == .p256 ? Array(point[1...32]) : Array(point[1...48])
        case .curve25519(let octets): input = octets
        case .gost(let value): input = Array(value.prefix(value.count / 2))
        }
        func use(_ card: inout Client) throws -> [UInt8] {
            algorithm == .x25519
                ? try card.agree(with: input, algorithm, in: .keyManagement)
                : try card.sign(input, with: algorithm, in: .keyManagement)
        }
        #expect(throws: PIVError(.notAuthenticated)) { _ = try use(&card) }
        let pin = secret("123456")
        let result = try card.withTransaction { (card) throws(PIVError) in
            try card.verify(pin)
            return algorithm == .x25519
                ? try card.agree(with: input, algorithm, in: .keyManagement)
                : try card.sign(input, with: algorithm, in: .keyManagement)
        }
        #expect(!result.isEmpty)
        #expect(throws: PIVError(.notAuthenticated)) { _ = try use(&card) }
    }

    @Test("An RSA key deciphers what its public half has enciphered")
    func decipher() async throws {
        let directory = try TemporaryDirectory()
        var card = try client()
        try card.authenticate(factoryKey(24))
        guard case .rsa(let modulus, let exponent) = try card.generateKey(.rsa2048, in: .keyManagement) else {
            Issue.record("no RSA key")
            return
        }
        try card.verify(secret("123456"))
        func sequence(_ octets: [UInt8]) -> [UInt8] { TLV(tag: 0x30, value: octets).encoded }
        let numbers = TLV(tag: 0x02, value: [0] + modulus).encoded + TLV(tag: 0x02, value: exponent).encoded
        try directory.write(sequence(numbers), to: "key.der")
        let output = try await ChildProcess.run(
            [
                "openssl", "pkeyutl", "-encrypt", "-pubin", "-inkey", "key.der", "-keyform", "DER", "-pkeyopt",
                "rsa_padding_mode:pkcs1",
            ],
            input: Array("hidden".utf8),
            workingDirectory: directory.path
        )
        try #require(output.exitStatus == 0, "\(output.errorText)")
        let block = try card.decipher(output.standardOutput, with: .rsa2048, in: .keyManagement)
        #expect(block.count == 256 && Array(block.suffix(7)) == [0] + Array("hidden".utf8))
        #expect(throws: PIVError(.inputMalformed)) { _ = try card.decipher([1], with: .rsa2048, in: .keyManagement) }
    }

    @Test(
        "Imported keys are those that they were",
        arguments: [KeyAlgorithm.p256, .p384, .ed25519, .x25519] + KeyAlgorithm.gostAlgorithms
    )
    func imported(_ algorithm: KeyAlgorithm) throws {
        var card = try client()
        try card.authenticate(factoryKey(24))
        let (expected, drawn) = try material(algorithm)
        var copy = drawn
        let octets = Secret(wiping: &copy)
        let key = try ImportedKey(algorithm, privateOctets: octets)
        let slot = try #require(KeySlot.retired(20))
        try card.importKey(key, in: slot, pinPolicy: .never)
        let metadata = try #require(try card.metadata(of: slot))
        #expect(metadata.publicKey == expected && !metadata.isGenerated && metadata.pinPolicy == .never)
        #expect(throws: PIVError(.inputMalformed)) { _ = try card.attestation(of: slot) }
        #expect(throws: PIVError(.inputMalformed)) { _ = try ImportedKey(.rsa2048, privateOctets: octets) }
    }

    /// A new key: the public half and the private octets.
    private func material(_ algorithm: KeyAlgorithm) throws -> (CardPublicKey, [UInt8]) {
        func octets(_ secret: borrowing Secret) -> [UInt8] {
            secret.withBytes { span in (0..<span.count).map { span[$0] } }
        }
        if let gost = algorithm.gost {
            let key = try GOSTPrivateKey(generatingOn: gost.curve)
            return (.gost(key.publicKey.octets), octets(key.octets))
        }
        switch algorithm {
        case .p256, .p384:
            let key = try ECPrivateKey(generatingOn: algorithm == .p256 ? .p256 : .p384)
            return (.ec(point: key.publicPoint), octets(try key.scalar()))
        default:
            let key = try Curve25519PrivateKey(generatingFor: algorithm == .ed25519 ? .signing : .agreement)
            return (.curve25519(key.publicOctets), octets(try key.privateOctets()))
        }
    }
}
