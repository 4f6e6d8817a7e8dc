import Foundation
import TestRig
import Testing

/// The classes of items and files over processes and sessions, on the kernel's own keyring.
///
/// A new user namespace has a new user keyring, as the user has after the machine has restarted.
@Suite("The protection classes over processes and sessions")
struct SlowKeystoreSessionTests {
    private static let items = ["always", "after-first-unlock", "when-unlocked", "unless-open"]
    private static let files = ["none", "until-first-authentication", "complete", "complete-unless-open"]

    /// Rows that say which of read and write succeed; each command is a process of its own.
    private static let script = #"""
        set -u
        jeton=$1 stage=$2
        does() { if "$@" >/dev/null 2>&1 </dev/null; then printf ' yes'; else printf ' no'; fi; }
        rows() {
            for class in always after-first-unlock when-unlocked unless-open; do
                printf '%s %s' "$1" "$class"
                does "$jeton" keystore get "read/$class"
                does "$jeton" keystore add "$1/$class" --accessible "$class" --secret-source file:secret
                echo
            done
            for class in none until-first-authentication complete complete-unless-open; do
                printf '%s %s' "$1" "$class"
                does "$jeton" keystore file get "$class"
                does "$jeton" keystore file add "$class-$1" --in content --class "$class"
                echo
            done
        }
        # A program that has read the first part of the file, and reads the rest after the lock.
        handle() {
            "$jeton" keystore file open "$1" -- sh -c \
                'head -c 65536 >/dev/null; >"ready-$0"; until [ -e locked ]; do sleep 0.05; done; test "$(wc -c)" = 4128768' "$1"
        }
        if [ "$stage" = restarted ]; then rows restarted; exit; fi
        rows before
        "$jeton" keystore unlock --key-file key >/dev/null || exit
        rows unlocked
        for class in none until-first-authentication complete complete-unless-open; do
            { does handle "$class" >"handle-$class"; } & children="${children-} $!"
        done
        for class in none until-first-authentication complete complete-unless-open; do
            until [ -e "ready-$class" ]; do sleep 0.05; done
        done
        "$jeton" keystore lock >/dev/null || exit
        >locked
        wait $children
        for class in none until-first-authentication complete complete-unless-open; do
            echo "handle $class$(cat "handle-$class")"
        done
        rows locked
        """#

    /// What each class does, after the documents: read and write before the first unlock, unlocked, and locked.
    private static let expected: [String: (before: String, locked: String, handle: String)] = [
        "always": ("yes yes", "yes yes", ""), "after-first-unlock": ("no no", "yes yes", ""),
        "when-unlocked": ("no no", "no no", ""), "unless-open": ("no yes", "no yes", ""),
        "none": ("yes yes", "yes yes", "yes"), "until-first-authentication": ("no no", "yes yes", "yes"),
        "complete": ("no no", "no no", "no"), "complete-unless-open": ("no yes", "no yes", "yes"),
    ]

    @Test("Table of classes and states: before the first unlock, unlocked, locked, a handle open, after a restart")
    func table() async throws {
        let place = try await Workplace.withKeystore()
        try place.directory.write([UInt8](repeating: 7, count: 4 << 20), to: "content")
        try place.secret("text", "secret")
        for item in Self.items {
            let words = ["keystore", "add", "read/\(item)", "--accessible", item, "--secret-source", "file:secret"]
            try await place.jeton(words + Workplace.keyFileOption).exits(0)
        }
        for file in Self.files {
            try await place.keystore("file", "add", file, "--in", "content", "--class", file).exits(0)
        }
        var lines: [String] = []
        for stage in ["first", "restarted"] {
            let jeton = try BuildProducts.path("jeton")
            let session = ["unshare", "--user", "--map-root-user", "bash", "-c", Self.script, "bash", jeton, stage]
            let output = try await place.run(session[0], and: Array(session.dropFirst()))
            #expect(output.exitStatus == 0, "\(output.errorText)")
            lines += output.text.split(separator: "\n").map(String.init)
        }
        var expected: [String] = []
        for name in Self.items + Self.files {
            let row = try #require(Self.expected[name])
            expected += ["before \(name) \(row.before)", "unlocked \(name) yes yes", "locked \(name) \(row.locked)"]
            expected.append("restarted \(name) \(row.before)")
            if !row.handle.isEmpty { expected.append("handle \(name) \(row.handle)") }
        }
        #expect(lines.sorted() == expected.sorted())
    }
}
