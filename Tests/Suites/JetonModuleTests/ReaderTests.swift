import Foundation
import TestRig
import Testing
import VirtualCard

@Suite("The provider and a card in a reader", .timeLimit(.minutes(5)))
struct ReaderTests {
    @Test("A card in a reader of pcscd is one token, and works as it does in process")
    func reader() async throws {
        let provider = try await Provider()
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        let pcscd = try await PrivatePCSCD()
        let path = provider.folder.path("alpha.card")
        let server = try ChildProcess(
            pcscd.command([try BuildProducts.path("virtual-card-tool"), "serve", path, "35963"])
        )
        let script = """
            until opensc-tool --list-readers | grep -q '^0 *Yes'; do sleep 0.05; done
            tool="pkcs11-tool --module $1"
            $tool -L
            $tool --login --pin $2 --token-label alpha --keypairgen --key-type EC:prime256v1 --id 0a --label 'in reader'
            $tool --login --pin $2 --token-label alpha --sign --mechanism ECDSA-SHA256 --id 0a -i "$0" -o signature \
                --signature-format openssl
            $tool --token-label alpha --read-object --type pubkey --id 0a -o public.der
            openssl pkey -pubin -inform DER -in public.der -out public.pem
            openssl dgst -sha256 -verify public.pem -signature signature "$0"
            """
        let output = try await ChildProcess.run(
            pcscd.command(["sh", "-ec", script, "/bin/sh", provider.module, Provider.pin]),
            environment: provider.environment,
            workingDirectory: provider.folder.path,
            deadline: .seconds(120)
        )
        let text = output.text + output.errorText
        #expect(output.exitStatus == 0, "\(text)")
        #expect(text.contains("Verified OK"), "\(text)")
        // The slot of the image is empty meanwhile, so that the card is not there twice.
        #expect(text.components(separatedBy: "token label        : alpha").count == 2, "\(text)")
        #expect(text.contains(/Slot 0 \(0x0\): Jeton virtual card alpha [0-9]{8}\n  \(empty\)/), "\(text)")
        server.signal(SIGTERM)
        // Until the server is gone its card is in the reader.
        _ = try await server.finish()
        try await pcscd.stop()
        // The same card, in process again, has the key that was made in the reader.
        let list = try await provider.succeed(provider.loggedIn(["-O"]))
        #expect(list.contains("in reader") && list.contains("key 01"), "\(list)")
    }

    @Test("A card that is taken out of its reader ends its sessions, and one that is put in again works")
    func removal() async throws {
        let provider = try await Provider()
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        let pcscd = try await PrivatePCSCD()
        let path = provider.folder.path("alpha.card")
        let server = try ChildProcess(
            pcscd.command([try BuildProducts.path("virtual-card-tool"), "serve", path, "35963"])
        )
        let wait = "until opensc-tool --list-readers | grep -q '^0 *Yes'; do sleep 0.05; done; exec \"$@\""
        let probe = [try BuildProducts.path("provider-probe"), provider.module, "removal", Provider.pin]
        let child = try ChildProcess(
            pcscd.command(["sh", "-c", wait, "sh"] + probe),
            environment: provider.environment
        )
        #expect(try await child.nextLine(within: .seconds(60)) == "sign: 0")
        try SoftwareCard.eject(at: path)
        // The reader sees it a moment later than this process.
        let isEmpty = "until opensc-tool --list-readers | grep -q '^0 *No'; do sleep 0.05; done"
        _ = try await pcscd.run(["sh", "-c", isEmpty])
        child.send(line: "")
        #expect(try await child.nextLine() == "sign without card: 0x32")
        #expect(try await child.nextLine() == "sign again without card: 0x32")
        #expect(try await child.nextLine() == "C_GetTokenInfo without card: 0xe0")
        #expect(try await child.nextLine() == "C_WaitForSlotEvent: 0")
        try SoftwareCard.insert(at: path)
        child.send(line: "")
        #expect(try await child.nextLine() == "C_OpenSession: 0")
        #expect(try await child.nextLine() == "C_Login: 0")
        #expect(try await child.nextLine() == "sign after recovery: 0")
        server.signal(SIGTERM)
        try await pcscd.stop()
    }
}
