import Foundation
import JetonLibcrypto
import JetonOctets
import SmartCard
import TestRig
import Testing
import VirtualCard

/// What the card's keys do, judged by the openssl command.
@Suite("Keys of the virtual card", .timeLimit(.minutes(5)))
struct KeyTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func openssl(_ arguments: String...) async throws -> ChildProcess.Output {
        try await ChildProcess.run(["openssl"] + arguments, workingDirectory: directory.path)
    }

    /// Writes the public key that a card gave as DER that openssl reads.
    private func write(_ members: [TLV], _ algorithm: UInt8, to name: String) throws {
        func sequence(_ octets: [UInt8]) -> [UInt8] { TLV(tag: 0x30, value: octets).encoded }
        let prefix: String
        let key: [UInt8]
        switch algorithm {
        case 0x11: (prefix, key) = ("301306072A8648CE3D020106082A8648CE3D030107", members.firstValue(tag: 0x86) ?? [])
        case 0x14: (prefix, key) = ("301006072A8648CE3D020106052B81040022", members.firstValue(tag: 0x86) ?? [])
        case 0xE0: (prefix, key) = ("300506032B6570", members.firstValue(tag: 0x86) ?? [])
        case 0xE1: (prefix, key) = ("300506032B656E", members.firstValue(tag: 0x86) ?? [])
        default:
            prefix = "300D06092A864886F70D0101010500"
            let modulus = TLV(tag: 0x02, value: [0] + (members.firstValue(tag: 0x81) ?? [])).encoded
            key = sequence(modulus + TLV(tag: 0x02, value: members.firstValue(tag: 0x82) ?? []).encoded)
        }
        let algorithm = try #require(Hex.decode(prefix))
        try directory.write(sequence(algorithm + TLV(tag: 0x03, value: [0] + key).encoded), to: name)
    }

    @Test("ECDSA signatures verify", arguments: [(0x11, Digest.sha256, "-sha256"), (0x14, .sha384, "-sha384")])
    func ecdsa(_ algorithm: UInt8, _ digest: Digest, _ option: String) async throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        try write(exchange.generate(algorithm, at: 0x9A), algorithm, to: "key.der")
        #expect(try exchange.verify() == "9000")
        let data = Array("what is signed".utf8)
        try directory.write(data, to: "data")
        try directory.write(
            Exchange.result(exchange.use(algorithm, 0x9A, try digest.hash(data))),
            to: "signature"
        )
        let output = try await openssl(
            "dgst",
            option,
            "-verify",
            "key.der",
            "-keyform",
            "DER",
            "-signature",
            "signature",
            "data"
        )
        #expect(output.text == "Verified OK\n", "\(output.errorText)")
        // A digest longer than the curve's order is not one of PIV.
        let long = [UInt8](repeating: 1, count: algorithm == 0x11 ? 33 : 49)
        #expect(try exchange.use(algorithm, 0x9A, long).status == .incorrectData)
    }

    @Test("RSA signatures verify", arguments: [0x07, 0x05, 0x16])
    func rsa(_ algorithm: UInt8) async throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        let members = try exchange.generate(algorithm, at: 0x9A)
        try write(members, algorithm, to: "key.der")
        #expect(try exchange.verify() == "9000")
        let data = Array("what is signed".utf8)
        try directory.write(data, to: "data")
        let length = try #require(members.firstValue(tag: 0x81)).count
        let info = try #require(Hex.decode("3031300D060960864801650304020105000420")) + (try Digest.sha256.hash(data))
        let padded = [0x00, 0x01] + [UInt8](repeating: 0xFF, count: length - 3 - info.count) + [0x00] + info
        try directory.write(Exchange.result(exchange.use(algorithm, 0x9A, padded)), to: "signature")
        let output = try await openssl(
            "dgst",
            "-sha256",
            "-verify",
            "key.der",
            "-keyform",
            "DER",
            "-signature",
            "signature",
            "data"
        )
        #expect(output.text == "Verified OK\n", "\(output.errorText)")
        #expect(try exchange.use(algorithm, 0x9A, Array(padded.dropLast())).status == .incorrectData)
        #expect(
            try exchange.use(algorithm, 0x9A, [UInt8](repeating: 0xFF, count: length)).status == .incorrectData
        )
    }

    @Test("Ed25519 signatures verify")
    func ed25519() async throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        try write(exchange.generate(0xE0, at: 0x9A), 0xE0, to: "key.der")
        #expect(try exchange.verify() == "9000")
        let data = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        try directory.write(data, to: "data")
        try directory.write(Exchange.result(exchange.use(0xE0, 0x9A, data)), to: "signature")
        let output = try await openssl(
            "pkeyutl",
            "-verify",
            "-pubin",
            "-inkey",
            "key.der",
            "-keyform",
            "DER",
            "-rawin",
            "-in",
            "data",
            "-sigfile",
            "signature"
        )
        #expect(output.exitStatus == 0, "\(output.text) \(output.errorText)")
    }

    @Test("Agreed secrets are openssl's", arguments: [(0x11, "P-256", 65), (0x14, "P-384", 97), (0xE1, "X25519", 32)])
    func agreement(_ algorithm: UInt8, _ curve: String, _ length: Int) async throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        try write(exchange.generate(algorithm, at: 0x9D), algorithm, to: "key.der")
        #expect(try exchange.verify() == "9000")
        let made =
            algorithm == 0xE1
            ? try await openssl("genpkey", "-algorithm", "X25519", "-out", "peer.pem")
            : try await openssl(
                "genpkey",
                "-algorithm",
                "EC",
                "-pkeyopt",
                "ec_paramgen_curve:" + curve,
                "-out",
                "peer.pem"
            )
        #expect(made.exitStatus == 0)
        let peer = try await openssl("pkey", "-in", "peer.pem", "-pubout", "-outform", "DER").standardOutput
        let expected = try await openssl(
            "pkeyutl",
            "-derive",
            "-inkey",
            "peer.pem",
            "-peerkey",
            "key.der",
            "-peerform",
            "DER"
        )
        let shared = try Exchange.result(exchange.use(algorithm, 0x9D, tag: 0x85, Array(peer.suffix(length))))
        #expect(shared == expected.standardOutput, "\(expected.errorText)")
        #expect(
            try exchange.use(algorithm, 0x9D, tag: 0x85, [UInt8](repeating: 0, count: length)).status == .incorrectData
        )
    }

    @Test("Imported keys sign as those they were", arguments: [2048, 3072])
    func imported(_ bits: Int) async throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        let key = try RSAPrivateKey(generatingBits: bits)
        let primes = try key.primes().withBytes { span in (0..<span.count).map { span[$0] } }
        let half = primes.count / 2
        let filler = [UInt8](repeating: 1, count: half)
        let parts = [Array(primes.prefix(half)), Array(primes.suffix(half)), filler, filler, filler]
        let data = parts.enumerated().flatMap { TLV(tag: UInt32($0 + 1), value: $1).encoded }
        let algorithm: UInt8 = bits == 2048 ? 0x07 : 0x05
        let command = CommandAPDU(0x00, 0xFE, algorithm, 0x9E, data: data)
        #expect(try exchange.send(command).status == .success)
        let input = [0] + [UInt8](repeating: 7, count: bits / 8 - 1)
        #expect(try Exchange.result(exchange.use(algorithm, 0x9E, input)) == key.privateOperation(input))
        // What the card did not make it does not attest.
        #expect(try exchange.status("00F99E00000000") == "6A80")
        #expect(try exchange.send("00F7009E000000").hasPrefix("0101" + Hex.encode([algorithm]) + "02020101030102"))
    }

    @Test("MOVE KEY moves to an empty reference, and never over a key")
    func moving() throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        let first = try #require(try exchange.generate(0x11, at: 0x9A, policy: 1).firstValue(tag: 0x86))
        let second = try #require(try exchange.generate(0x11, at: 0x82, policy: 1).firstValue(tag: 0x86))
        func point(_ reference: String) throws -> [UInt8]? {
            let answer = try #require(Hex.decode(try exchange.send("00F700" + reference + "00")))
            guard answer.suffix(2) == [0x90, 0x00] else { return nil }
            let members = try TLV.parse(Array(answer.dropLast(2)))
            return try TLV.parse(members.firstValue(tag: 0x04) ?? []).firstValue(tag: 0x86)
        }
        #expect(try exchange.status("00F6829A") == "6985")
        #expect(try exchange.status("00F69A9A") == "6985")
        #expect(try point("9A") == first)
        #expect(try point("82") == second)
        #expect(try exchange.status("00F6839A") == "9000")
        #expect(try point("9A") == nil)
        #expect(try point("83") == first)
        #expect(try point("82") == second)
        #expect(try exchange.card.status().keyReferences == [0x82, 0x83])
    }

    @Test("Keys ask for the PIN as their policy says")
    func policies() throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        for (reference, policy) in [(0x82, 1), (0x83, 2), (0x84, 3)] as [(UInt8, UInt8)] {
            _ = try exchange.generate(0x11, at: reference, policy: policy)
        }
        for reference in [0x9A, 0x9C] as [UInt8] { _ = try exchange.generate(0x11, at: reference) }
        let digest = [UInt8](repeating: 5, count: 32)
        func status(_ reference: UInt8) throws -> StatusWord { try exchange.use(0x11, reference, digest).status }
        #expect(try status(0x82) == .success)
        #expect(try status(0x83) == .securityStatusNotSatisfied)
        #expect(try status(0x84) == .securityStatusNotSatisfied)
        #expect(try status(0x9A) == .securityStatusNotSatisfied)
        #expect(try exchange.verify() == "9000")
        #expect(try status(0x84) == .success)
        #expect(try status(0x84) == .securityStatusNotSatisfied)
        #expect(try status(0x83) == .success)
        #expect(try status(0x9A) == .success)
        #expect(try status(0x9A) == .success)
        #expect(try exchange.verify() == "9000")
        #expect(try status(0x9C) == .success)
        #expect(try status(0x9C) == .securityStatusNotSatisfied)
        #expect(try exchange.verify() == "9000")
        #expect(try status(0x83) == .success)
        #expect(try status(0x9C) == .securityStatusNotSatisfied)
    }

    @Test(
        "The management key proves itself in each algorithm, and a wrong proof proves nothing",
        arguments: ManagementAlgorithm.allCases
    )
    func management(_ algorithm: ManagementAlgorithm) throws {
        let exchange = try Exchange(selected: VirtualCardOptions(managementAlgorithm: algorithm))
        let cipher: BlockCipher =
            switch algorithm {
            case .tripleDES: .tripleDES
            case .aes128: .aes128
            case .aes192: .aes192
            case .aes256: .aes256
            }
        try exchange.authenticate(algorithm.rawValue, cipher)
        #expect(try exchange.status("00DB3FFF095C035FC10553020102") == "9000")
        // External authentication: the card's challenge comes back encrypted, once.
        let ask = CommandAPDU(
            0x00,
            0x87,
            algorithm.rawValue,
            0x9B,
            data: [0x7C, 0x02, 0x81, 0x00],
            expectedLength: 256
        )
        func answer(_ octets: [UInt8]) throws -> StatusWord {
            let template = TLV(tag: 0x7C, members: [TLV(tag: 0x82, value: octets)])
            return try exchange.send(CommandAPDU(0x00, 0x87, algorithm.rawValue, 0x9B, data: template.encoded)).status
        }
        let challenge = Array(try exchange.send(ask).data.suffix(cipher.blockLength))
        #expect(try answer(challenge) == .securityStatusNotSatisfied)
        #expect(try exchange.status("00DB3FFF095C035FC10553020102") == "6982")
        let right = try cipher.encrypt(
            Array(try exchange.send(ask).data.suffix(cipher.blockLength)),
            key: Exchange.factoryKey(cipher)
        )
        #expect(try answer(right) == .success)
        #expect(try exchange.status("00DB3FFF095C035FC10553020102") == "9000")
        #expect(try answer(right) == .securityStatusNotSatisfied)
        // Mutual authentication: octets of the witness's length that are not the witness.
        let begin = CommandAPDU(
            0x00,
            0x87,
            algorithm.rawValue,
            0x9B,
            data: [0x7C, 0x02, 0x80, 0x00],
            expectedLength: 256
        )
        let witness = Array(try exchange.send(begin).data.suffix(cipher.blockLength))
        let members = [TLV(tag: 0x80, value: witness), TLV(tag: 0x81, value: challenge), TLV(tag: 0x82, value: [])]
        let reply = CommandAPDU(
            0x00,
            0x87,
            algorithm.rawValue,
            0x9B,
            data: TLV(tag: 0x7C, members: members).encoded,
            expectedLength: 256
        )
        #expect(try exchange.send(reply).status == .securityStatusNotSatisfied)
        #expect(try exchange.status("00DB3FFF095C035FC10553020102") == "6982")
    }

    @Test(
        "An attestation verifies under the card's attestation certificate",
        arguments: [0x11, 0x14, 0x07, 0xE0, 0xE1]
    )
    func attestation(_ algorithm: UInt8) async throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        try write(exchange.generate(algorithm, at: 0x9A), algorithm, to: "key.der")
        let attest = CommandAPDU(0x00, 0xF9, 0x9A, 0x00, expectedLength: 65_536)
        try directory.write(exchange.send(attest).data, to: "attestation.der")
        let read = CommandAPDU(0x00, 0xCB, 0x3F, 0xFF, data: [0x5C, 0x03, 0x5F, 0xFF, 0x01], expectedLength: 65_536)
        let container = try TLV.parse(try TLV.parse(exchange.send(read).data)[0].value)
        try directory.write(try #require(container.firstValue(tag: 0x70)), to: "issuer.der")
        for name in ["attestation", "issuer"] {
            let output = try await openssl("x509", "-inform", "DER", "-in", name + ".der", "-out", name + ".pem")
            #expect(output.exitStatus == 0, "\(output.errorText)")
        }
        let plain = try await openssl("verify", "-CAfile", "issuer.pem", "attestation.pem")
        #expect(plain.text == "attestation.pem: OK\n", "\(plain.errorText)")
        let key = try await openssl("x509", "-in", "attestation.pem", "-noout", "-pubkey")
        let expected = try await openssl("pkey", "-pubin", "-inform", "DER", "-in", "key.der", "-pubout")
        #expect(key.text == expected.text)
    }
}
