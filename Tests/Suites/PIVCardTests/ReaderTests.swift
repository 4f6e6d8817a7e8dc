import Foundation
import TestRig
import Testing
import VirtualCard

@Suite("PIV client over a reader", .timeLimit(.minutes(5)))
struct ReaderTests {
    @Test("The client does over pcscd what it does in process")
    func pcscd() async throws {
        let pcscd = try await PrivatePCSCD()
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        let card = try SoftwareCard.create(at: path, VirtualCardOptions(serialNumber: 4_711))
        let server = try ChildProcess(
            pcscd.command([try BuildProducts.path("virtual-card-tool"), "serve", path, "35963"])
        )
        let probe = try BuildProducts.path("piv-probe")
        let output = try await pcscd.run([
            "sh", "-c", "until opensc-tool --list-readers | grep -q '^0 *Yes'; do sleep 0.05; done; exec \"$0\"", probe,
        ])
        #expect(
            output.text == """
                extended length: true
                serial number: 4711
                object: 10000
                signature: 256, key as described: true

                """,
            "\(output.errorText)"
        )
        // The same card, seen in process.
        #expect(try card.status().keyReferences == [0x9C])
        server.signal(SIGTERM)
        try await pcscd.stop()
    }
}
