import Foundation
import TestRig
import Testing

@Suite("Watching what comes and goes")
struct WatchTests {
    @Test(
        "list --watch --json gives a document a line: the list, a card inserted, a card removed, a reader removed",
        .timeLimit(.minutes(15))
    )
    func watching() async throws {
        let pcscd = try await PrivatePCSCD(readers: [.init("First Reader")])
        let module = try Workplace.fault("")
        let place = try Workplace.with(module)
        let child = try ChildProcess(
            pcscd.command(place.words(["list", "--watch", "--json"])),
            environment: place.variables()
        )
        func next(_ reader: String, _ event: String) async throws -> JSONNode {
            while let line = try await child.nextLine() {
                let document = try JSONNode(Array(line.utf8))
                #expect(document["schema"].text == "jeton.list.event/1")
                #expect(JSONSchema.faults(inOutput: Array(line.utf8)) == [])
                if document["name"].text == reader, document["event"].text == event { return document }
            }
            throw TestRigError("the watch ended: \(child.collectedError)")
        }
        let line = try #require(try await child.nextLine())
        let list = try JSONNode(Array(line.utf8))
        #expect(list["schema"].text == "jeton.list/1")
        #expect(list["readers"].list.contains { $0["name"].text == "First Reader 00 00" })

        let card = try VirtualCardServer(in: pcscd, atr: [0x3B, 0x80, 0x80, 0x01, 0x01], script: [:])
        let inserted = try await next("First Reader 00 00", "changed")
        #expect(inserted["previousState"].text == "empty" && inserted["state"].text == "unknown")
        try await card.remove()
        let removed = try await next("First Reader 00 00", "changed")
        #expect(removed["state"].text == "empty")
        // pcscd can't be made to plug a virtual reader out, so it goes with its readers and comes back.
        try await pcscd.stopService()
        let gone = try await next("First Reader 00 01", "removed")
        #expect(gone["state"].text == nil && gone["previousState"].text == "empty")
        try await pcscd.startService()
        _ = try await next("First Reader 00 01", "added")

        child.signal(SIGTERM)
        let output = try await child.finish(within: .seconds(10))
        #expect(output.ending == .killed(signal: SIGTERM) || output.exitStatus == 128 + SIGTERM)
        try await pcscd.stop()
    }

    @Test("list --watch shows a token of a module without a reader coming and going", .timeLimit(.minutes(15)))
    func watchingSlots() async throws {
        let softHSM = try await SoftHSM.withToken(label: "alpha", pin: Workplace.pin)
        let place = try Workplace(
            modules: [softHSM.modulePath],
            environment: [SoftHSM.configurationVariable: softHSM.configurationPath],
            holding: [softHSM]
        )
        let child = try place.start(["list", "--watch"])
        _ = try await child.lines(upTo: { $0.contains("pkcs11:token=alpha") })
        try await softHSM.addToken(label: "beta", pin: Workplace.pin)
        let lines = try await child.lines(upTo: { $0.contains("not there -> softhsm_") })
        #expect(lines.last?.contains("(ready)") == true)
    }
}
