import TestRig
import Testing

@Suite("gpg with gnupg-pkcs11-scd on the provider", .timeLimit(.minutes(5)))
struct GPGTests {
    @Test("gpg shows the card, and gpg-agent learns its RSA key and certificate")
    func learn() async throws {
        let place = try await ClientPlace()
        try await place.makeCertifiedKey("k", "rsa:2048")
        let home = try place.directory.makeDirectory("gnupg")
        try place.directory.write(
            "providers jeton\nprovider-jeton-library \(place.module)\n",
            to: "gnupg/gnupg-pkcs11-scd.conf"
        )
        try place.directory.write("scdaemon-program /usr/bin/gnupg-pkcs11-scd\n", to: "gnupg/gpg-agent.conf")
        let text = try await place.runAlone(
            """
            chmod 700 "$GNUPGHOME"
            gpg --card-status
            gpg-connect-agent 'scd learn --force' /bye
            gpgconf --kill gpg-agent
            """,
            environment: ["GNUPGHOME": home]
        )
        #expect(text.contains("Application type .: OpenPGP"), "\(text)")
        #expect(text.contains("S APPTYPE PKCS11"), "\(text)")
        #expect(text.contains("/CN=k on alpha"), "\(text)")
        // "S KEYPAIRINFO 0123... Jeton/Virtual\x20card/0123abcd/alpha/01"
        #expect(text.contains("S KEYPAIRINFO ") && text.contains("/alpha/01"), "\(text)")
    }
}
