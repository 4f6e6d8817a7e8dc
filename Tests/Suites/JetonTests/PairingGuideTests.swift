import Foundation
import TestRig
import Testing

/// `jeton pair` without a token named, at a terminal.
@Suite("The guide to the first pairing")
struct PairingGuideTests {
    @Test(
        "It says what to do, goes on when the token appears, asks for the password without showing it",
        .timeLimit(.minutes(5))
    )
    func firstRun() async throws {
        let (place, module) = try await PairingTests.place("slot.0.present = false\n")
        let screen = try Terminal.start(place, ["pair"])
        try await Terminal.expect("no token is there yet", on: screen)
        try await Terminal.expect("1. ", on: screen)
        try module.configure(PairingTests.settings)
        try await Terminal.expect("token 'Anna' in '\(PairingTests.name)' is not paired yet", on: screen)
        try await Terminal.expect("Activation password of token 'Anna': ", on: screen)
        screen.send(line: "q1w2-e3r4-t5y6-u7i8")
        let output = try await screen.finish()
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(output.text.contains("token 'Anna' is paired: rutoken_ecp_4894721a"))
        #expect(!output.text.lowercased().contains("q1w2"))
        // What was said once is not said at every look.
        #expect(output.text.components(separatedBy: "no token is there yet").count == 2, "\(output.text)")

        let second = try await Terminal.start(place, ["pair"]).finish()
        #expect(second.exitStatus == 0 && second.text.contains("nothing to do"), "\(second.text)")
    }

    @Test("Control-C ends the waiting", .timeLimit(.minutes(5)))
    func interrupted() async throws {
        let (place, _) = try await PairingTests.place("slot.0.present = false\n")
        let screen = try Terminal.start(place, ["pair"])
        try await Terminal.expect("no token is there yet", on: screen)
        screen.send([0x03])
        let output = try await screen.finish()
        #expect(output.ending != .exited(0), "\(output.text)")
    }
}
