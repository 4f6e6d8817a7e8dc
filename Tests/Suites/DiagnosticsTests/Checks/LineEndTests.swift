import JetonDiagnostics
import JetonPCSC
import Testing

@Suite("Configuration files with line ends of Windows")
struct LineEndTests {
    private static let snap = "/home/anna/snap/firefox/common/.mozilla/firefox"
    private static let openSSL = """
        openssl_conf = main
        [main]
        providers = list
        [list]
        legacy = on
        [on]
        activate = 1

        """

    @Test(
        "What is found in a file does not depend on its line ends",
        arguments: ["\n", "\r\n"],
        [
            ("/home/anna/.ssh/config", "User anna\nPKCS11Provider /none/m.so\n", "mod-path-missing", .ssh),
            ("/home/anna/.gnupg/scdaemon.conf", "verbose\nreader-port \"Gemalto\"\n", "gpg-reader-port", .gpg),
            ("/etc/ssl/openssl.cnf", openSSL, "ossl-provider-no-default", .openssl),
            ("\(snap)/profiles.ini", "[Profile0]\nIsRelative=1\nPath=p\n", "mod-snap-sandbox", .firefox),
        ] as [(String, String, CheckID, Application)]
    )
    func found(end: String, row: (path: String, text: String, id: CheckID, application: Application)) {
        let probe = FixtureProbe()
        probe.survey.readers = [.init(name: ReaderName("Yubico YubiKey 00 00"), flags: [.empty])]
        probe.write("", to: "/usr/lib/openssh/ssh-pkcs11-helper")
        probe.write("library=/usr/lib/opensc-pkcs11.so\(end)name=OpenSC\(end)", to: "\(Self.snap)/p/pkcs11.txt")
        probe.write(
            row.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end),
            to: row.path
        )
        let finding = examine(probe, applications: [row.application]).findings.first { $0.id == row.id }
        #expect(finding?.severity == .failure)
    }

    @Test("A value at the end of a line has no carriage return", arguments: ["\n", "\r\n"])
    func value(end: String) {
        let probe = FixtureProbe()
        probe.survey.readers = [.init(name: ReaderName("Yubico YubiKey 00 00"), flags: [.empty])]
        probe.write("verbose\(end)reader-port Yubico YubiKey\(end)", to: "/home/anna/.gnupg/scdaemon.conf")
        #expect(!examine(probe, applications: [.gpg]).findings.contains { $0.id == "gpg-reader-port" })
    }
}
