import Foundation
import TestRig
import Testing

@Suite("gpg with gnupg-pkcs11-scd on the provider", .timeLimit(.minutes(5)))
struct GPGTests {
    @Test("gpg shows the card, and gpg-agent learns its RSA key and certificate")
    func learn() async throws {
        let (place, home) = try await placeWithKey()
        let text = try await place.runAlone(
            """
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

    @Test("An apt repository is signed by a key on a card, and apt takes it, but not a changed index of it")
    func repository() async throws {
        let (place, home) = try await placeWithKey()
        try place.directory.write(
            "batch\npinentry-mode loopback\npassphrase-file \(place.directory.path("pin"))\n",
            to: "gnupg/gpg.conf"
        )
        let scripts = BuildProducts.packageDirectory.appendingPathComponent("scripts").path
        let text = try await place.runAlone(
            Self.repository,
            environment: ["GNUPGHOME": home, "SCRIPTS": scripts, "APT_CONFIG": place.directory.path("apt.conf")]
        )
        #expect(text.contains("stable has 2 packages, signed by Jeton"), "\(text)")
        #expect(text.contains("Candidate: 0.2.0-1"), "\(text)")
        #expect(text.contains("fetched: jeton_0.2.0-1_all.deb"), "\(text)")
        #expect(text.contains("has it with another content: refused"), "\(text)")
        #expect(text.contains("a changed index: refused"), "\(text)")
        #expect(text.contains("a repository without a key: 2"), "\(text)")
    }

    /// A card with a certified RSA key, and a home of gpg whose agent reaches it by the provider.
    private func placeWithKey() async throws -> (ClientPlace, home: String) {
        let place = try await ClientPlace()
        try await place.makeCertifiedKey("k", "rsa:2048")
        let home = try place.directory.makeDirectory("gnupg")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home)
        try place.directory.write(
            "providers jeton\nprovider-jeton-library \(place.module)\n",
            to: "gnupg/gnupg-pkcs11-scd.conf"
        )
        try place.directory.write(
            "scdaemon-program /usr/bin/gnupg-pkcs11-scd\nallow-loopback-pinentry\n",
            to: "gnupg/gpg-agent.conf"
        )
        return (place, home)
    }

    /// Makes two packages, a repository of them and a user's apt of its own, which gets one of them.
    private static let repository = """
        gpg --card-status >/dev/null
        trap 'gpgconf --kill gpg-agent' EXIT
        grip=$(basename gnupg/private-keys-v1.d/*.key .key)
        printf 'Key-Type: RSA\nKey-Grip: %s\nKey-Usage: sign\nName-Real: Jeton\nExpire-Date: 0\n%%commit\n' "$grip" |
            gpg --generate-key
        package() {
            mkdir -p tree/DEBIAN packages
            printf 'Package: %s\nVersion: 0.2.0-1\nArchitecture: %s\nMaintainer: A <a@example.org>\nDescription: %s\n' \
                "$1" "$2" "$3" >tree/DEBIAN/control
            dpkg-deb --root-owner-group --build tree packages/"$1_0.2.0-1_$2.deb"
        }
        package jeton all first
        package libjeton-pkcs11 "$(dpkg --print-architecture)" first
        "$SCRIPTS/repository" --key Jeton --packages packages --output repository
        mkdir -p apt/etc/preferences.d apt/lists/partial apt/cache/archives/partial
        : >apt/status
        cat >apt.conf <<END
        Dir::Etc "$PWD/apt/etc";
        Dir::Etc::SourceList "$PWD/apt/sources.list";
        Dir::Etc::SourceParts "-";
        Dir::State "$PWD/apt";
        Dir::State::status "$PWD/apt/status";
        Dir::Cache "$PWD/apt/cache";
        APT::Sandbox::User "$(id -un)";
        END
        echo "deb [signed-by=$PWD/repository/jeton-archive-keyring.gpg] file://$PWD/repository stable main" >apt/sources.list
        apt-get update
        apt-cache policy jeton
        apt-get download jeton
        echo "fetched: $(echo jeton_*.deb)"
        package jeton all second
        "$SCRIPTS/repository" --key Jeton --packages packages --output repository ||
            echo "has it with another content: refused"
        code=0
        "$SCRIPTS/repository" --packages packages --output repository || code=$?
        echo "a repository without a key: $code"
        sed -i 's/^Origin: Jeton/Origin: Other/' repository/dists/stable/InRelease
        rm repository/dists/stable/Release
        apt-get update 2>&1 | tee changed
        grep -q 'BADSIG' changed && echo "a changed index: refused"
        """
}
