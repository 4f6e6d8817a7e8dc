import Foundation
import TestRig
import Testing

/// `jeton keystore copy` with the programs that hold the clipboard, on an X server and a Wayland compositor without a
/// screen.
@Suite("The clipboard of a real desktop")
struct SlowClipboardTests {
    /// The display server is up when it has told its number, or its socket is there.
    private static let x11 = #"""
        set -eu
        jeton=$1 holder=$2
        mkdir bin
        for name in "$holder" timeout sleep; do ln -s "$(command -v "$name")" bin/; done
        Xvfb -displayfd 3 -nolisten tcp -noreset -screen 0 64x64x8 3>display >/dev/null 2>&1 & server=$!
        trap 'kill $server; wait $server 2>/dev/null || :' EXIT
        until [ -s display ]; do sleep 0.05; done
        DISPLAY=:$(cat display)
        export DISPLAY
        paste() { xclip -selection clipboard -o 2>/dev/null || :; }
        put() { printf '%s' "$1" | xclip -selection clipboard >/dev/null 2>&1; }
        copy() { PATH=$PWD/bin "$jeton" keystore copy mail/me --seconds "$1" --key-file key; }
        """#

    private static let wayland = #"""
        set -eu
        jeton=$1
        mkdir -m 700 runtime
        export XDG_RUNTIME_DIR=$PWD/runtime WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
        echo 'xwayland disable' >sway.conf
        # sway refuses to run as root: in a namespace of its own it does not.
        unshare --user --map-user=1000 --map-group=1000 sway -c "$PWD/sway.conf" >sway.log 2>&1 & server=$!
        trap 'kill $server; wait $server 2>/dev/null || :' EXIT
        until socket=$(ls runtime | grep '^wayland-[0-9]*$'); do sleep 0.05; done
        export WAYLAND_DISPLAY=$socket
        paste() { wl-paste --no-newline 2>/dev/null || :; }
        put() { printf '%s' "$1" | wl-copy; }
        copy() { "$jeton" keystore copy mail/me --seconds "$1" --key-file key; }
        """#

    /// The secret comes and goes; what was copied meanwhile stays.
    ///
    /// Its time is longer than a busy machine needs to start the program that looks for it.
    private static let scenario = #"""
        until_is() { until [ "$(paste)" = "$1" ]; do sleep 0.05; done; }
        put before
        until_is before
        copy 10
        until_is hush-hush
        until_is ''
        echo "it is cleared"
        copy 10
        until_is hush-hush
        put 'something else'
        until_is 'something else'
        sleep 10
        echo "then there is: $(paste)"
        """#

    private func run(_ desktop: String, _ arguments: [String]) async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("hush-hush", "mail/me")
        let words = ["-c", "\(desktop)\n\(Self.scenario)", "bash", try BuildProducts.path("jeton")] + arguments
        let output = try await place.run("timeout", and: ["120", "bash"] + words)
        #expect(output.exitStatus == 0, "\(output.text)\(output.errorText)")
        #expect(output.text.contains("is on the clipboard for 10 seconds"))
        #expect(output.text.hasSuffix("then there is: something else\n"), "\(output.text)")
        #expect(output.text.contains("it is cleared"))
        #expect(!output.text.contains("hush-hush"))
    }

    @Test("xclip and xsel hold the secret for its time, and clear nothing else", arguments: ["xclip", "xsel"])
    func x11(holder: String) async throws { try await run(Self.x11, [holder]) }

    @Test("wl-copy holds the secret for its time, and clears nothing else")
    func wayland() async throws { try await run(Self.wayland, []) }
}
