import Foundation
import TestRig
import Testing

@testable import VirtualCard

/// vpcd's ports are anybody's: who listens there instead of pcscd must not get the card.
@Suite("The user at the other end of a plug", .timeLimit(.minutes(5)))
struct ReaderOwnerTests {
    /// The question for the answer to reset, and VERIFY with the PIN from the factory after SELECT.
    private static let conversation: [UInt8] =
        [0, 1, 0x04, 0, 10, 0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0x00, 0x00, 0x03, 0x08]
        + [0, 13, 0x00, 0x20, 0x00, 0x80, 0x08, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0xFF, 0xFF]
    private static let stranger: uid_t = 54_321

    /// Runs a plug until it has reported a place, and gives all reports.
    private func places(
        _ reader: FakeReader,
        host: String = "127.0.0.1",
        until last: @escaping @Sendable (VPCDPlug.Placement) -> Bool
    ) async throws -> [VPCDPlug.Placement] {
        let plug = try VPCDPlug(try SoftwareCard(inMemory: VirtualCardOptions()), host: host, port: reader.port)
        return try await onOwnThread {
            var places: [VPCDPlug.Placement] = []
            try plug.run { place in
                places.append(place)
                if last(place) { plug.stop() }
            }
            return places
        }
    }

    @Test("A reader of the same user is answered")
    func same() async throws {
        let reader = try FakeReader(sending: Self.conversation)
        let places = try await places(reader) { $0 == .noReader }
        #expect(places == [.inReader, .noReader])
        let answer = try #require(reader.answers.first)
        #expect(answer.starts(with: [0, UInt8(SoftwareCard.answerToReset.count)] + SoftwareCard.answerToReset))
    }

    @Test(
        "A listener of another user gets no octet, whatever it sends",
        .enabled(if: geteuid() == 0, "giving a socket to another user needs root")
    )
    func foreignListener() async throws {
        let reader = try FakeReader(sending: Self.conversation, listening: Self.stranger, accepting: Self.stranger)
        #expect(try await places(reader) { $0 != .inReader } == [.foreignReader])
        #expect(reader.answers.flatMap { $0 }.isEmpty)
    }

    @Test(
        "A connection that another user has accepted gets no octet, though root listens by then",
        .enabled(if: geteuid() == 0, "giving a socket to another user needs root")
    )
    func foreignConnection() async throws {
        let reader = try FakeReader(sending: Self.conversation, accepting: Self.stranger)
        #expect(try await places(reader) { $0 != .inReader } == [.inReader, .foreignReader])
        #expect(reader.answers.flatMap { $0 }.isEmpty)
    }

    @Test(
        "nobody's listener is refused: in a user namespace every user without a number shows as nobody",
        .enabled(if: geteuid() == 0, "giving a socket to another user needs root")
    )
    func nobody() async throws {
        let reader = try FakeReader(sending: Self.conversation, listening: 65_534, accepting: 65_534)
        #expect(try await places(reader) { $0 != .inReader } == [.foreignReader])
    }

    @Test("Rows of the kernel's table are read in each family, and what is not a row is left out")
    func rows() throws {
        let text = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 00000000:8C7B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1 0000 100 0 0 10 0
               1: 0100007F:8C7B 0100007F:D2F4 01 00000000:00000000 00:00000000 00000000     0        0 77 1 0000 20 4 30 10 -1
               2: 0100007F:8C7B 0100007F:D2F6 01 00000000:00000000 00:00000000 00000000     0        0 0 1 0000 20 4 30 10 -1
               3: 00000000000000000000000001000000:8C7C 00000000000000000000000000000000:0000 0A 0:0 00:0 0  33        0 5 1
               4: 0000000000000000FFFF00000100007F:8C7B 0000000000000000FFFF00000100007F:D2F8 01 0:0 00:0 0  44        0 6 1
               5: 0100007F:8C7B 0100007F:ZZZZ 01 0:0 00:0 0  0        0 77 1
               6: 0100007F:8C7B
            """
        let table = SocketTable(Array(text.utf8))
        #expect(table.rows.count == 5)
        let reader = try #require(SocketEnd("0100007F:8C7B"))
        #expect(reader.port == 35_963 && reader.address.suffix(6) == [0xFF, 0xFF, 127, 0, 0, 1])
        #expect(table.listeners(at: reader) == [1000])
        let version6 = "00000000000000000000000001000000:"
        let users = try ["8C7C", "8C7B"].map { table.listeners(at: try #require(SocketEnd(version6 + $0))) }
        #expect(users == [[33], []])
        func owner(_ port: String) throws -> uid_t? {
            table.owner(of: reader, connectedTo: try #require(SocketEnd("0100007F:" + port)))
        }
        #expect(try owner("D2F4") == 0)
        // Not accepted yet: the kernel shows root as the owner of what nobody owns.
        #expect(try owner("D2F6") == nil)
        #expect(try owner("D2F8") == 44)
        #expect(try owner("D2F9") == nil)
    }

    @Test("An address as the system calls give it is that of the table", arguments: ["127.0.0.1", "::1"])
    func addresses(host: String) throws {
        var octets = [UInt8](repeating: 0, count: 28)
        let family = host == "::1" ? AF_INET6 : AF_INET
        octets[0] = UInt8(family)
        (octets[2], octets[3]) = (0x8C, 0x7B)
        if host == "::1" { octets[23] = 1 } else { octets.replaceSubrange(4..<8, with: [127, 0, 0, 1]) }
        let text = host == "::1" ? "00000000000000000000000001000000:8C7B" : "0100007F:8C7B"
        #expect(SocketEnd(socketAddress: octets) == SocketEnd(text))
    }

    @Test(
        "Where the kernel's table can't be read, nothing is answered",
        .enabled(if: geteuid() == 0, "a mount namespace needs root")
    )
    func unidentified() async throws {
        let directory = try TemporaryDirectory()
        _ = try SoftwareCard.create(at: directory.path("a.card"))
        let reader = try FakeReader(sending: Self.conversation)
        let server = try ChildProcess([
            "unshare", "--mount", "--propagation", "private", "sh", "-c",
            "mount -t tmpfs none /proc/$$/net && exec \"$@\"",
            "sh",
            try BuildProducts.path("virtual-card-tool"), "serve", directory.path("a.card"), "\(reader.port)",
        ])
        // It comes back again and again, and never says a word.
        while reader.answers.count < 3 { try await Task.sleep(for: .milliseconds(20)) }
        server.signal(SIGKILL)
        _ = try await server.finish()
        #expect(reader.answers.flatMap { $0 }.isEmpty)
    }
}
