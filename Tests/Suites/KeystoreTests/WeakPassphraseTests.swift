import JetonKeystore
import JetonOctets
import Testing

@Suite("Passphrases that are refused as trivial")
struct WeakPassphraseTests {
    @Test(
        "A trivial passphrase has a reason, and a good one has none",
        arguments: [
            ("Tr0ub4dor&3", false), ("correct horse battery", false), ("kobat-vudiz", false),
            ("größer-als-heute", false),
            ("1q2w3e4r", false), ("P@ssw0rd", true), ("anna1987", true), ("abcdefgh", true), ("zyxwvuts", true),
            ("abababab", true), ("aaaabbbbcccc", true), ("1234567890", true), ("", true),
        ]
    )
    func weak(passphrase: String, isWeak: Bool) {
        let secret = Secret(copying: Array(passphrase.utf8).span)
        #expect((WeakPassphrase.reason(secret, names: ["Anna"]) != nil) == isWeak)
    }
}
