import TestRig
import Testing

@Suite("p11-kit and its proxy on the provider", .timeLimit(.minutes(5)))
struct P11KitTests {
    /// What makes p11-kit see one folder of module files only, in a mount namespace of the script's own.
    private static let registered = """
        mkdir modules
        printf 'module: %s\\n' "$PROVIDER" >modules/jeton.module
        mount --bind modules /usr/share/p11-kit/modules
        [ ! -d /etc/pkcs11/modules ] || mount -t tmpfs tmpfs /etc/pkcs11/modules

        """

    @Test("p11-kit lists the module and both its tokens")
    func list() async throws {
        let place = try await ClientPlace(cards: ["alpha", "beta"])
        let text = try await place.runAlone(
            Self.registered + "p11-kit list-modules",
            environment: ["PROVIDER": place.module]
        )
        #expect(text.contains("jeton: ") && text.contains("token: alpha") && text.contains("token: beta"), "\(text)")
    }

    @Test("p11-kit-proxy passes listing, key generation and signing on")
    func proxy() async throws {
        let place = try await ClientPlace()
        try place.directory.write("a letter\n", to: "letter")
        let text = try await place.runAlone(
            Self.registered + """
                proxy() { pkcs11-tool --module p11-kit-proxy.so --token-label alpha --login --pin 246813 "$@"; }
                proxy --keypairgen --key-type EC:prime256v1 --label k --id 21
                proxy --list-objects
                proxy --sign --mechanism ECDSA-SHA256 --id 21 --input-file letter -o signature --signature-format openssl
                proxy --read-object --type pubkey --id 21 -o key.der
                openssl pkey -pubin -inform DER -in key.der -out key.pem
                openssl dgst -sha256 -verify key.pem -signature signature letter
                """,
            environment: ["PROVIDER": place.module]
        )
        #expect(text.contains("Verified OK"), "\(text)")
    }
}
