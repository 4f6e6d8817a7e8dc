import JetonDiagnostics
import JetonOctets
import Testing

@Suite("Distributions")
struct DistributionTests {
    @Test(
        "The family is found by ID, then by ID_LIKE",
        arguments: [
            ("ID=debian", Distribution.debian), ("NAME=\"X\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"", .debian),
            ("ID=\"rhel\"\nID_LIKE=\"fedora\"", .fedora), ("ID=arch", .arch), ("ID=manjaro\nID_LIKE=arch", .arch),
            ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"", .suse), ("ID=altlinux", .alt),
        ]
    )
    func families(_ text: String, _ family: Distribution) {
        #expect(Distribution(osRelease: ForeignText(text)) == family)
    }

    @Test("A system that is not known gets the commands of all")
    func unknown() {
        #expect(Distribution(osRelease: "ID=plan9") == nil)
        let commands = Remedy.install(.service).commands(on: nil)
        #expect(commands.count == 5)
        #expect(commands[0].text.hasPrefix("apt-get install pcscd"))
    }
}
