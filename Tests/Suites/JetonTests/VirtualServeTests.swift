import Foundation
import TestRig
import Testing

/// `jeton virtual serve` in a real pcscd.
@Suite("Virtual cards in readers", .timeLimit(.minutes(15)))
struct VirtualServeTests {
    private let place: Workplace
    private let pcscd: PrivatePCSCD

    init() async throws {
        place = try Workplace(modules: [])
        pcscd = try await PrivatePCSCD()
        for name in ["alpha", "beta"] { try await place.jeton("virtual", "create", name).exits(0) }
    }

    private func serve(_ words: String...) throws -> ChildProcess {
        try ChildProcess(
            pcscd.command(place.words(["virtual", "serve"] + words)),
            environment: place.variables()
        )
    }

    /// Waits for what `serve --json` says of a card.
    private func expect(_ name: String, _ event: String, from server: ChildProcess) async throws {
        _ = try await server.lines(upTo: { line in
            guard let document = try? JSONNode(Array(line.utf8)) else { return false }
            #expect(JSONSchema.faults(inOutput: Array(line.utf8)) == [])
            return document["schema"].text == "jeton.virtual.serve.event/1" && document["name"].text == name
                && document["event"].text == event
        })
    }

    /// Waits until `serve --json` has said the same of several cards, in any order.
    private func expect(_ names: Set<String>, _ event: String, from server: ChildProcess) async throws {
        var missing = names
        _ = try await server.lines(upTo: { line in
            guard let document = try? JSONNode(Array(line.utf8)), document["event"].text == event else { return false }
            missing.remove(document["name"].text ?? "")
            return missing.isEmpty
        })
    }

    private func state(_ name: String) async throws -> String? {
        try await place.jeton("virtual", "show", name, "--json").exits(0).json()["state"].text
    }

    /// Waits until a card is in a state: a reader that goes away may take a card that comes back once more.
    private func expectState(_ wanted: String, of name: String) async throws {
        var last: String?
        for _ in 0..<600 {
            last = try await state(name)
            if last == wanted { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("\(name) is \(last ?? "unknown"), not \(wanted)")
    }

    /// Waits until pcscd has, or has not, a card in a slot of its reader.
    private func expectCard(_ isThere: Bool, slot: Int) async throws {
        var last = ""
        for _ in 0..<2400 {
            let output = try await pcscd.run(["opensc-tool", "--list-readers"])
            last = output.text + output.errorText
            let line = last.split(separator: "\n").first { $0.hasPrefix("\(slot) ") }
            if let line, line.contains(isThere ? " Yes " : " No ") { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("slot \(slot) has \(isThere ? "no" : "a") card: \(last)")
    }

    @Test("Two cards go into two slots, come out when ejected, and are back after a restart of pcscd")
    func two() async throws {
        let server = try serve("alpha", "beta", "--json")
        try await expect(["alpha", "beta"], "inReader", from: server)
        for (slot, name) in ["alpha", "beta"].enumerated() {
            try await expectCard(true, slot: slot)
            #expect(try await state(name) == "inReader")
        }
        try await place.jeton("virtual", "eject", "alpha").exits(0)
        try await expect("alpha", "ejected", from: server)
        try await expectCard(false, slot: 0)
        try await expectCard(true, slot: 1)
        try await place.jeton("virtual", "insert", "alpha").exits(0)
        try await expect("alpha", "inReader", from: server)
        try await expectCard(true, slot: 0)

        try await pcscd.stopService()
        try await expect("alpha", "noReader", from: server)
        try await expectState("inserted", of: "alpha")
        try await pcscd.startService()
        try await expect("alpha", "inReader", from: server)
        try await expectCard(true, slot: 0)
        try await expectCard(true, slot: 1)

        server.signal(SIGTERM)
        #expect(try await server.finish().ending == .killed(signal: SIGTERM))
        try await expectCard(false, slot: 0)
        #expect(try await state("alpha") == "inserted")
        try await pcscd.stop()
    }

    /// How many TCP connections the namespace of pcscd has opened: `ActiveOpens` of `/proc/net/snmp`.
    private func connectionCount() async throws -> Int {
        let table = try await pcscd.run(["cat", "/proc/net/snmp"]).text.split(separator: "\n")
        let rows = table.filter { $0.hasPrefix("Tcp:") }.map { $0.split(separator: " ") }
        try #require(rows.count == 2)
        let column = try #require(rows[0].firstIndex(of: "ActiveOpens"))
        return try #require(Int(rows[1][column]))
    }

    @Test("A card that waits for pcscd does not take the reader's port by connecting to itself")
    func ownPort() async throws {
        try await pcscd.stopService()
        // The kernel gives these few ports in turn, so that the reader's is among the first.
        let ports = try await pcscd.run([
            "sh", "-c", "echo 35960 35971 >/proc/sys/net/ipv4/ip_local_port_range",
        ])
        #expect(ports.exitStatus == 0, "\(ports.errorText)")
        let server = try serve("alpha", "--port", "35964", "--json")
        try await expect("alpha", "noReader", from: server)
        let opened = try await connectionCount()
        // Some tries; fewer on a busy machine make the test weaker, not wrong.
        try await Task.sleep(for: .seconds(2))
        // Where nothing listens no connection is opened, which could hold the port that the reader is about to take.
        #expect(try await connectionCount() == opened)
        #expect(!server.collectedOutput.contains("inReader"))
        try await pcscd.startService()
        try await expect("alpha", "inReader", from: server)
        try await expectCard(true, slot: 1)
        server.signal(SIGTERM)
        _ = try await server.finish()
        try await pcscd.stop()
    }

    @Test("Without vpcd, serve names its package and ends with exit code 3; with --wait it waits")
    func withoutVPCD() async throws {
        try await pcscd.stopService()
        let hidden = try await pcscd.run(["mount", "-t", "tmpfs", "tmpfs", "/usr/lib/pcsc/drivers"])
        #expect(hidden.exitStatus == 0, "\(hidden.errorText)")
        let ended = try serve("alpha", "beta", "--json")
        #expect(try await ended.finish().exitStatus == 3)
        #expect(ended.collectedError.contains("vpcd is not installed"), "\(ended.collectedError)")
        #expect(ended.collectedError.contains("package vsmartcard-vpcd"))
        #expect(JSONSchema.faults(inOutput: Array(ended.collectedOutput.utf8)) == [])
        let waiting = try serve("alpha", "beta", "--wait", "--json")
        try await expect(["alpha", "beta"], "noReader", from: waiting)
        waiting.signal(SIGTERM)
        _ = try await waiting.finish()
        let hints = waiting.collectedError.components(separatedBy: "`sudo systemctl start pcscd`").count - 1
        #expect(hints == 1, "\(waiting.collectedError)")
        try await pcscd.stop()
    }

    @Test("A card that another program serves waits its turn")
    func twice() async throws {
        let first = try serve("alpha")
        _ = try await first.lines(upTo: { $0 == "alpha: in the reader at 127.0.0.1:35963" })
        let second = try serve("alpha", "--port", "35964")
        _ = try await second.lines(upTo: { $0 == "alpha: another program has the card in a reader; trying again" })
        first.signal(SIGKILL)
        _ = try await second.lines(upTo: { $0 == "alpha: in the reader at 127.0.0.1:35964" })
        try await expectCard(true, slot: 1)
        try await pcscd.stop()
    }

    @Test("A card that is deleted while it is served ends with exit code 3, and the other is served on")
    func deleted() async throws {
        let server = try serve("alpha", "beta", "--json")
        try await expect("beta", "inReader", from: server)
        try await place.jeton("virtual", "delete", "alpha", "--yes").exits(0)
        // The card notices with its next command.
        for _ in 0..<2400 where !server.collectedError.contains("alpha.card") {
            _ = try await pcscd.run(["opensc-tool", "--reader", "0", "--name"])
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(server.collectedError.contains("warning: virtual card not found"), "\(server.collectedError)")
        try await expectCard(true, slot: 1)
        try await place.jeton("virtual", "delete", "beta", "--yes").exits(0)
        _ = try await pcscd.run(["opensc-tool", "--reader", "1", "--name"])
        #expect(try await server.finish().exitStatus == 3)
        try await pcscd.stop()
    }
}
