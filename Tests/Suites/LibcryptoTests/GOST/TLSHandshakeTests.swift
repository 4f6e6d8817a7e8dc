import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Handshakes of TLS 1.2 by VKO, key tree, HMAC and ciphers (RFC 9189, A.1.3 and A.2.2)")
struct TLSHandshakeTests {
    private func key(_ hexadecimal: String, _ curve: GOSTCurve) throws -> GOSTPrivateKey {
        let octets = try Vector.octets(hexadecimal)
        return try GOSTPrivateKey(octets: octets.span, curve: curve)
    }

    @Test("Key exchange", arguments: TLSHandshakeVector.all)
    func keyExchange(_ vector: TLSHandshakeVector) throws {
        let server = try key(vector.serverKey, vector.curve)
        let ephemeral = try key(vector.ephemeralKey, vector.curve)
        #expect(Vector.text(server.publicKey.octets) == Vector.normalized(vector.serverPoint))
        #expect(Vector.text(ephemeral.publicKey.octets) == Vector.normalized(vector.ephemeralPoint))
        let hash = try Streebog.hash256((vector.clientRandom() + vector.serverRandom()).span)
        #expect(Vector.text(hash) == vector.randomHash)

        let keys = try TLSReference.exportKeys(vector.suite, ephemeral, server.publicKey, hash)
        // For KEG_28147 the RFC prints as K_EXP what is still to be diversified.
        let printed = vector.suite == .gost28147 ? try TLSReference.agreed(ephemeral, server.publicKey, hash) : keys
        #expect(Vector.text(printed) == Vector.normalized(vector.exportKeys))
        #expect(try TLSReference.exportKeys(vector.suite, server, ephemeral.publicKey, hash) == keys)
        let secret = try Vector.octets(vector.premasterSecret)
        let exported = try TLSReference.exported(vector.suite, secret, keys: keys, hash: hash)
        #expect(Vector.text(exported) == Vector.normalized(vector.exported))
        // What is sent of them: the certificate's key, and the client's with the exported secret.
        let messages = vector.messages.map(Vector.normalized)
        #expect(messages[2].contains(Vector.normalized(vector.serverPoint)))
        #expect(messages.last?.contains(Vector.normalized(vector.ephemeralPoint)) == true)
    }

    @Test("Master secret, keys and Finished", arguments: TLSHandshakeVector.all)
    func keyMaterial(_ vector: TLSHandshakeVector) throws {
        let randoms = (try vector.clientRandom(), try vector.serverRandom())
        let exchange = try vector.messages.flatMap { try Vector.octets($0) }
        // The first two have the extension of RFC 7627.
        let seed =
            vector.suite == .gost28147
            ? Array("master secret".utf8) + randoms.0 + randoms.1
            : Array("extended master secret".utf8) + (try Streebog.hash256(exchange.span))
        let secret = try Vector.octets(vector.premasterSecret)
        let master = try PseudorandomFunction.transportLayer(secret, seed, count: 48)
        #expect(Vector.text(master) == Vector.normalized(vector.masterSecret))
        let material = try PseudorandomFunction.transportLayer(
            master,
            Array("key expansion".utf8) + randoms.1 + randoms.0,
            count: Vector.normalized(vector.keyMaterial).count / 2
        )
        #expect(Vector.text(material) == Vector.normalized(vector.keyMaterial))

        let before = exchange + (try Vector.octets(vector.certificateVerify))
        let clientFinished = try Vector.octets(vector.clientFinished)
        let sides = [
            ("client finished", before, vector.clientHash, clientFinished),
            (
                "server finished", before + clientFinished, vector.serverHash,
                try Vector.octets(vector.serverFinished)
            ),
        ]
        for (label, messages, expectedHash, finished) in sides {
            let hash = try Streebog.hash256(messages.span)
            #expect(Vector.text(hash) == expectedHash, "\(label)")
            let data = try PseudorandomFunction.transportLayer(
                master,
                Array(label.utf8) + hash,
                count: finished.count - 4
            )
            #expect(finished == [0x14, 0, 0, UInt8(data.count)] + data, "\(label)")
        }
    }

    @Test("Records under these keys", arguments: TLSHandshakeVector.all)
    func records(_ vector: TLSHandshakeVector) throws {
        let material = try Vector.octets(vector.keyMaterial)
        let length = (material.count - 128) / 2
        let sides = [
            (0, vector.clientFinished, vector.clientRecords), (1, vector.serverFinished, vector.serverRecords),
        ]
        for (side, finished, expected) in sides {
            var protection = TLSReference.Protection(
                suite: vector.suite,
                macKey: Array(material[32 * side..<32 * side + 32]),
                key: Array(material[64 + 32 * side..<96 + 32 * side]),
                iv: Array(material[128 + length * side..<128 + length * (side + 1)])
            )
            let plaintexts: [(UInt8, [UInt8])] = [
                (0x16, try Vector.octets(finished)), (0x17, try Vector.octets(vector.data[side])), (0x15, [1, 0]),
            ]
            for ((type, plaintext), record) in zip(plaintexts, expected) {
                #expect(Vector.text(try protection.record(type, plaintext)) == Vector.normalized(record))
            }
        }
    }

    @Test("The client's signature of the messages (RFC 9189, A.1.3.2)")
    func certificateVerify() throws {
        let vector = try #require(TLSHandshakeVector.all.first { !$0.certificateVerify.isEmpty })
        let client = try key(
            Vector.text(
                Vector.littleEndian("0918AD3F7D209ABF89F1E8505DA894CEE10DA09D32E72E815D9C0ADA30B5A103")
            ),
            .tc26ParamSetA
        )
        let point =
            try Vector.littleEndian("0F5DB18A9E15F324B778676025BFD7B5DF066566EABAA1C51CD879F87B0B4975")
            + Vector.littleEndian("9EE5BBF18361F842D3F087DEC2943939E0FA2BFB4EDEC25A8D10ABB22C48F386")
        #expect(client.publicKey.octets == point)
        let messages = try vector.messages.flatMap { try Vector.octets($0) }
        let digest = try Streebog.hash256(messages.span)
        let signature = try Internals.sign(
            .library(.tc26ParamSetA),
            key: Vector.octets(of: client.octets),
            digest: digest,
            k: Vector.littleEndian("163962EEA268203E7C6B3F70BF8D4A3634CE6E2CFC424687951D70ACE0B4292A")
        )
        // r and s behind the header and the names of the algorithms.
        let octets = try Vector.octets(vector.certificateVerify)
        #expect(Array(octets.dropFirst(8)) == signature.r + signature.s)
        let verified = try Internals.verify(
            .library(.tc26ParamSetA),
            point: point,
            digest: digest,
            r: signature.r,
            s: signature.s
        )
        #expect(verified.r == signature.r)
    }
}
