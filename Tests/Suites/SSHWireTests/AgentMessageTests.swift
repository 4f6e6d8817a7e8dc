import JetonOctets
import SSHWire
import TestRig
import Testing

@Suite("Messages of the agent protocol")
struct AgentMessageTests {
    @Test("A message is found once all of it has come")
    func frames() {
        let stream = AgentFrame.encode(type: 11) + AgentFrame.encode(type: 18, payload: [0, 0, 0, 0])
        #expect(AgentFrame.first(in: stream[...]) == .message(type: 11, payload: [], taken: 5))
        #expect(AgentFrame.first(in: stream.dropFirst(5)) == .message(type: 18, payload: [0, 0, 0, 0], taken: 9))
        for count in 0..<5 { #expect(AgentFrame.first(in: stream.prefix(count)) == .incomplete) }
    }

    @Test("A length that no message has breaks the stream", arguments: ["00000000", "00040001", "ffffffff"])
    func lengths(hex: String) throws {
        #expect(AgentFrame.first(in: try #require(Hex.decode(hex))[...]) == .broken)
    }

    @Test(
        "A message with more or less than it must have is refused",
        arguments: [11, 18, 19, 20, 21, 22, 23, 13] as [UInt8]
    )
    func trailing(type: UInt8) {
        #expect(throws: EncodingError.self) { try AgentRequest(type: type, payload: [0]) }
    }

    @Test(
        "A constraint that is unknown, or given twice, fails the whole message",
        arguments: ["03", "0202", "ff0000000178"]
    )
    func constraints(hex: String) throws {
        let octets = try #require(Hex.decode(hex))
        #expect(throws: EncodingError.self) { try KeyConstraints(octets) }
    }

    @Test("Lifetime, confirmation and certificates are read")
    func knownConstraints() throws {
        var writer = SSHWriter()
        writer.write(byte: 1)
        writer.write(number: 60)
        writer.write(byte: 2)
        writer.write(byte: 255)
        writer.write(text: "associated-certs-v00@openssh.com")
        writer.write(flag: true)
        var list = SSHWriter()
        list.write(text: "one")
        writer.write(string: list.octets)
        let constraints = try KeyConstraints(writer.octets)
        #expect(constraints.lifetime == 60)
        #expect(constraints.needsConfirmation)
        #expect(constraints.certificatesOnly == true)
        #expect(constraints.certificates == [Array("one".utf8)])
    }

    @Test("A hop leads to a host, by a key of its own or of its authority")
    func hops() throws {
        func end(_ host: String, _ keys: [([UInt8], Bool)]) -> [UInt8] {
            var writer = SSHWriter()
            writer.write(text: "")
            writer.write(text: host)
            writer.write(text: "")
            for key in keys {
                writer.write(string: key.0)
                writer.write(flag: key.1)
            }
            return writer.octets
        }
        var writer = SSHWriter()
        writer.write(string: end("", []))
        writer.write(string: end("host", [(MadeData.key, false)]))
        writer.write(text: "")
        let hop = try DestinationHop(writer.octets)
        #expect(hop.from.keys.isEmpty)
        #expect(hop.to.fits(HostKey(MadeData.key)))
        #expect(!hop.to.fits(HostKey(SSHPublicKey.ed25519([UInt8](repeating: 8, count: 32)).blob)))
        var endless = SSHWriter()
        endless.write(string: end("", []))
        endless.write(string: end("host", []))
        endless.write(text: "")
        #expect(throws: EncodingError.self) { try DestinationHop(endless.octets) }
    }

    @Test("No bytes trap a reader", arguments: [1, 2, 3, 4] as [UInt64])
    func noise(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let seeds = [
            MadeData.login(), MadeData.message(), MadeData.key, AgentMessageTests.bind, AgentMessageTests.added,
        ]
        for _ in 0..<4_000 {
            var octets = seeds[numbers.next(below: seeds.count)]
            for _ in 0...numbers.next(below: 4) {
                switch numbers.next(below: 3) {
                case 0: octets[numbers.next(below: octets.count)] = UInt8(numbers.next(below: 256))
                case 1: octets = Array(octets.prefix(1 + numbers.next(below: octets.count)))
                default: octets.insert(UInt8(numbers.next(below: 256)), at: numbers.next(below: octets.count))
                }
            }
            _ = SignedData(octets)
            _ = HostKey(octets)
            _ = try? KeyConstraints(octets)
            _ = try? SSHSignature(octets).ecdsaNumbers()
            _ = try? AgentRequest(type: UInt8(numbers.next(below: 32)), payload: octets)
            _ = AgentFrame.first(in: octets[...])
        }
    }

    private static var bind: [UInt8] {
        var writer = SSHWriter()
        writer.write(text: AgentRequest.bindName)
        writer.write(string: MadeData.key)
        writer.write(string: [UInt8](repeating: 3, count: 32))
        writer.write(string: SSHSignature(algorithm: "ssh-ed25519", value: [UInt8](repeating: 0, count: 64)).blob)
        writer.write(flag: false)
        return writer.octets
    }

    private static var added: [UInt8] {
        var writer = SSHWriter()
        writer.write(text: "/usr/lib/module.so")
        writer.write(text: "0000")
        writer.write(byte: 1)
        writer.write(number: 9)
        return writer.octets
    }
}
