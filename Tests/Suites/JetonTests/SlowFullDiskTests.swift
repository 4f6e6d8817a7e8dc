import Foundation
import TestRig
import Testing

/// The keystore on a small file system of its own (tmpfs), which is filled, remounted and freed for real.
@Suite("A keystore on a disk that is full or read-only", .timeLimit(.minutes(10)))
struct SlowFullDiskTests {
    /// What a script printed: the exit code of each step, and the secrets that were read.
    private struct Transcript {
        let lines: [String]
        let errors: String

        /// The values of `NAME VALUE`, in order.
        func values(_ name: String) -> [String] {
            lines.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
        }
    }

    /// Runs shell words on a fresh file system `disk` of 64 pages that only they see; `run LABEL ARGUMENT…` is a call of
    /// `jeton keystore` whose exit code is printed as `LABEL CODE`, and `secret LABEL ACCOUNT` prints one.
    private static func run(_ words: String) async throws -> Transcript {
        let place = try Workplace(modules: [])
        for name in ["one", "two", "three"] { try place.secret(String(repeating: name, count: 700), name) }
        let frame = """
            set -u
            mount -t tmpfs -o size=256k,mode=700 none disk || exit 70
            export JETON_DATA="$PWD/disk/data"
            run() { label=$1; shift; "$JETON" keystore "$@" >/dev/null 2>>errors; echo "$label $?"; }
            secret() {
                echo "$1 $("$JETON" keystore get --account "$2" --key-file key 2>>errors | head -c 5 | tr -d '\\n')"
            }
            add() { run "$1" add --group local.notes --service s --account "$2" --in "$3" --key-file key; }
            set_a() { run "$1" set --service s --account a --in "$2" --key-file key; }
            "$JETON" keystore init --new-key-file key >/dev/null || exit 71
            fill() { dd if=/dev/zero of=disk/filler bs=4k 2>/dev/null; }
            """
        try FileManager.default.createDirectory(
            atPath: place.directory.path("disk"),
            withIntermediateDirectories: false
        )
        let namespaces = geteuid() == 0 ? ["-m"] : ["-U", "-r", "-m"]
        let output = try await ChildProcess.run(
            ["unshare"] + namespaces + ["--propagation", "private", "sh", "-c", frame + "\n" + words],
            environment: place.variables(["JETON": try BuildProducts.path("jeton")]),
            workingDirectory: place.directory.path,
            deadline: .seconds(300)
        )
        try #require(output.exitStatus == 0, "\(output.text)\(output.errorText)")
        return Transcript(
            lines: output.text.split(separator: "\n").map(String.init),
            errors: String(decoding: place.contents("errors") ?? [], as: UTF8.self)
        )
    }

    @Test("On a full disk nothing is changed and nothing is lost, and the next change works once there is room")
    func full() async throws {
        let transcript = try await Self.run(
            """
            add before a one
            add before b two
            fill
            add refused c three
            set_a refused three
            run refused delete --service s --account b --yes
            secret kept a
            secret kept b
            run verified verify --key-file key
            rm disk/filler
            add after c three
            run after delete --service s --account b --yes
            secret new c
            run verified verify --key-file key
            echo "left $(find disk -name '.tmp-*' | wc -l)"
            """
        )
        #expect(transcript.values("before") == ["0", "0"], "\(transcript.errors)")
        #expect(transcript.values("refused") == ["8", "8", "8"], "\(transcript)")
        #expect(transcript.errors.contains("No space left on device"), "\(transcript.errors)")
        #expect(transcript.values("kept") == ["oneon", "twotw"])
        #expect(transcript.values("after") == ["0", "0"])
        #expect(transcript.values("new") == ["three"])
        #expect(transcript.values("verified") == ["0", "0"])
        #expect(transcript.values("left") == ["0"])
    }

    @Test("A disk that fills up in the middle of a change leaves the old secret or the new one, as the exit code says")
    func filling() async throws {
        let transcript = try await Self.run(
            """
            add before a one
            add before b two
            for pages in 0 1 2 3 4 5 6; do
                for secret in three two; do
                    rm -f disk/filler
                    fill
                    truncate -s "-$((pages * 4096))" disk/filler
                    set_a "change-$pages-$secret" "$secret"
                    secret "read-$pages-$secret" a
                    secret other b
                    run verified verify --key-file key
                done
            done
            """
        )
        var secret = "oneon"
        var codes: Set<String> = []
        for pages in 0...6 {
            for (name, start) in [("three", "three"), ("two", "twotw")] {
                let code = try #require(transcript.values("change-\(pages)-\(name)").first)
                codes.insert(code)
                if code == "0" { secret = start }
                #expect(transcript.values("read-\(pages)-\(name)") == [secret], "\(pages) pages, exit code \(code)")
            }
        }
        #expect(codes == ["0", "8"], "the disk was never, or always, full: \(transcript.lines)")
        #expect(Set(transcript.values("other")) == ["twotw"])
        #expect(Set(transcript.values("verified")) == ["0"], "\(transcript.errors)")
    }

    @Test("On a read-only disk secrets are read, changes are refused, and both work once it is writable")
    func readOnly() async throws {
        let transcript = try await Self.run(
            """
            add before a one
            mount -o remount,ro disk
            add refused b two
            run refused delete --service s --account a --yes
            secret kept a
            mount -o remount,rw disk
            add after b two
            secret new b
            run verified verify --key-file key
            """
        )
        #expect(transcript.values("refused") == ["8", "8"], "\(transcript)")
        #expect(transcript.errors.contains("read-only"), "\(transcript.errors)")
        #expect(transcript.values("kept") == ["oneon"])
        #expect(transcript.values("after") == ["0"] && transcript.values("new") == ["twotw"])
        #expect(transcript.values("verified") == ["0"])
    }
}
