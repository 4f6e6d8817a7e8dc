import Foundation
import TestRig
import Testing

/// What an ordinary user can make up around a signed program by namespaces, to be taken for a higher level.
@Suite("Levels of evidence in surroundings that a user has made up")
struct ForgedSurroundingsTests {
    /// A way to forge what the program sees of itself.
    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Options of unshare.
        let options: String
        /// Shell words that prepare `/proc` below `root`, in the namespaces.
        let preparation: String
        /// What the check says.
        let reason: String
    }

    static let attacks = [
        Attack(
            testDescription: "the user's own files look like root's",
            options: "-Urmpf",
            preparation: "mount -t proc proc root/proc || mount --rbind /proc root/proc",
            reason:
                "namespace: failed: the process is in a user namespace, where a user's files can appear to be "
                + "owned by root"
        ),
        Attack(
            testDescription: "/proc is a directory of invented files",
            options: "-Urm",
            // Swift's run-time looks for the program's arguments by way of `maps`.
            preparation: "mount --bind forged root/proc && mount --bind /proc/$$/maps root/proc/self/maps",
            reason:
                "namespace: failed: the user namespace is unknown: '/proc/self' can't be reached in the kernel's procfs"
        ),
        Attack(
            testDescription: "an invented directory lies over one of the program's in /proc",
            options: "-Urm",
            preparation: "mount --rbind /proc root/proc && mount --bind forged/self/ns root/proc/$$/ns",
            reason: "namespace: failed: the user namespace is unknown: open failed on '/proc/self/ns/user'"
        ),
    ]

    @Test(
        "A user who starts the signed program in namespaces, with a library inside and a forged .flatpak-info, gets L0",
        arguments: attacks
    )
    func namespaces(_ attack: Attack) async throws {
        let place = try Workplace(modules: [])
        try await Self.prepare(place)
        let start =
            "\(attack.preparation) && LD_PRELOAD=/evil.so JETON_DATA=/data HOME=/ exec chroot root /usr/bin/jeton "
            + "entitlements whoami --explain"
        let user = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
        let output = try await place.run("sh", "-c", "\(user)unshare \(attack.options) sh -c '\(start)'")
        let lines = output.text.split(separator: "\n").map(String.init)
        try #require(lines.contains("EVIL LOADED"), "the attack did not run: \(output.text)\(output.errorText)")
        #expect(lines.contains { $0.hasPrefix(attack.reason) }, "\(output.text)\(output.errorText)")
        #expect(lines.contains { $0.hasPrefix("manifest: failed: ") && $0.contains("[level]") }, "\(output.text)")
        #expect(lines.contains("kernel: noted: nothing isolates the process from other processes of its user"))
        #expect(lines.contains("level: L0") && lines.contains("team: none"))
        #expect(lines.contains("isolation: none between programs of this user"))
    }

    /// The signed program and all it loads in a directory `root` of the user's, and an invented `/proc` in `forged`.
    private static func prepare(_ place: Workplace) async throws {
        _ = try await place.run("openssl", "genpkey", "-algorithm", "ED25519", "-out", "team.key")
        _ = try await place.run("openssl", "pkey", "-in", "team.key", "-pubout", "-out", "team.pub")
        try place.directory.write(DemoProgram.resource([], team: DemoProgram.team), to: "signing.plist")
        try place.directory.write(
            "#include <stdio.h>\n__attribute__((constructor)) static void load(void) { puts(\"EVIL LOADED\"); }\n",
            to: "evil.c"
        )
        let words = """
            set -eu
            mkdir -p root/usr/bin root/proc root/data forged/self/ns
            cp "$1" root/usr/bin/jeton
            for library in $(ldd "$1" | grep -o '/[^ ]*'); do cp -L --parents "$library" root; done
            cc -shared -fPIC -o root/evil.so evil.c
            printf '[Application]\\nname=org.example.Victim\\n' >root/.flatpak-info
            ln -s /usr/bin/jeton forged/self/exe
            ln -s / forged/self/root
            ln -s 'user:[4026531837]' forged/self/ns/user
            printf 'TracerPid:\\t0\\nUid:\\t120\\t120\\t120\\t120\\nGid:\\t0\\t0\\t0\\t0\\n' >forged/self/status
            : >forged/self/maps
            printf 'jeton\\000entitlements\\000whoami\\000--explain\\000' >forged/self/cmdline
            """
        let made = try await place.run("sh", "-c", words, "sh", and: [try BuildProducts.path("jeton")])
        try #require(made.exitStatus == 0, "\(made.errorText)")
        let sign = [
            "entitlements", "sign", "root/usr/bin/jeton", "--resource", "signing.plist", "--team-key", "team.key",
        ]
        try await place.jeton(sign + ["--require", "L1"]).exits(0)
        try await place.jeton(
            ["entitlements", "trust", DemoProgram.team, "--team-key", "team.pub", "--yes"],
            environment: ["JETON_DATA": place.directory.path("root/data")]
        ).exits(0)
        let given = try await place.run(
            "sh",
            "-c",
            "chmod 755 . && if [ \"$(id -u)\" = 0 ]; then chown -R 65534:65534 root forged; fi"
        )
        try #require(given.exitStatus == 0, "\(given.errorText)")
    }
}
