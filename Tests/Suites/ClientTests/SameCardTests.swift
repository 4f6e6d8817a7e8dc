import Foundation
import TestRig
import Testing

/// One card in process and in a reader of a real pcscd, with jeton on the provider.
@Suite("The same card in process and in a reader", .timeLimit(.minutes(5)))
struct SameCardTests {
    /// Asks for a request and a signature by a key and has openssl verify both.
    private func use(_ label: String, _ place: ClientPlace, in pcscd: PrivatePCSCD? = nil) async throws {
        let pin = ["--token", "alpha", "--key", label, "--pin-source", "file:pin"]
        for name in ["request", "request.pub", "letter.sig"] {
            try? FileManager.default.removeItem(atPath: place.directory.path(name))
        }
        _ = try await jeton(place, in: pcscd, ["csr", "create", "--subject", "CN=\(label)", "--out", "request"] + pin)
        try await place.openssl("req", "-in", "request", "-noout", "-verify", "-pubkey", "-out", "request.pub")
        _ = try await jeton(place, in: pcscd, ["sign", "letter", "--format", "raw", "--out", "letter.sig"] + pin)
        let verified = try await place.openssl(
            "dgst",
            "-sha256",
            "-verify",
            "request.pub",
            "-signature",
            "letter.sig",
            "letter"
        )
        #expect(verified == "Verified OK\n")
    }

    /// Runs jeton, in the reader's namespace or outside of it.
    private func jeton(_ place: ClientPlace, in pcscd: PrivatePCSCD?, _ arguments: [String]) async throws -> String {
        let words = [try BuildProducts.path("jeton")] + arguments + ["--module", place.module]
        guard let pcscd else { return try await place.run(words) }
        // Entering the namespace goes to the root directory.
        return try await place.run(
            pcscd.command(["sh", "-c", "cd \"$0\" && exec \"$@\"", place.directory.path] + words)
        )
    }

    private func make(_ label: String, _ place: ClientPlace, in pcscd: PrivatePCSCD?) async throws {
        _ = try await jeton(
            place,
            in: pcscd,
            ["key", "generate", "--token", "alpha", "--type", "ec:p256", "--label", label, "--pin-source", "file:pin"]
        )
    }

    @Test("list, key generate, csr create and sign do the same in both places, with keys made in either")
    func both() async throws {
        let place = try await ClientPlace()
        try place.directory.write("a letter\n", to: "letter")
        let pcscd = try await PrivatePCSCD()
        try await make("inside", place, in: nil)
        try await use("inside", place)
        let before = try await jeton(place, in: nil, ["list"])
        #expect(before.contains("alpha") && before.contains("ready"), "\(before)")

        let server = try place.start(pcscd.command([BuildProducts.path("jeton"), "virtual", "serve", "alpha"]))
        _ = try await server.lines(upTo: { $0.hasPrefix("alpha: in the reader") })
        var list = ""
        for _ in 0..<200 where !list.contains("Virtual PCD 00 00") || !list.contains("alpha") {
            list = try await jeton(place, in: pcscd, ["list"])
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(list.split(separator: "\n").filter { $0.contains("alpha") }.count == 1, "\(list)")
        try await use("inside", place, in: pcscd)
        try await make("outside", place, in: pcscd)
        try await use("outside", place, in: pcscd)

        server.signal(SIGTERM)
        _ = try await server.finish(within: .seconds(20))
        try await use("outside", place)
        try await pcscd.stop()
    }

    @Test("jeton list --watch sees a card in process ejected and inserted")
    func hotplug() async throws {
        let place = try await ClientPlace()
        let watch = try place.start([BuildProducts.path("jeton"), "list", "--watch", "--module", place.module])
        _ = try await watch.lines(upTo: { $0.contains("alpha") })
        try await place.jeton("virtual", "eject", "alpha")
        let gone = try await watch.lines(upTo: { $0.contains("->") })
        #expect(gone.last?.contains("NO_MEDIA") == true || gone.last?.contains("not there") == true, "\(gone)")
        try await place.jeton("virtual", "insert", "alpha")
        let back = try await watch.lines(upTo: { $0.contains("->") })
        #expect(back.last?.contains("(ready)") == true, "\(back)")
    }
}
