import JetonNetwork
import Testing

@Suite("Addresses")
struct IPAddressTests {
    @Test(
        "Loopback, link-local, private and reserved addresses are not public, in any clothing",
        arguments: [
            "127.0.0.1", "127.255.255.255", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
            "169.254.169.254", "100.64.0.1", "192.0.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1",
            "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
            "64:ff9b::7f00:1", "2002:7f00:1::", "2002:c0a8:101::1", "2001:db8::1", "fec0::1", "::127.0.0.1",
            "2001:0:4136:e378:8000:63bf:80ff:fffe",
        ]
    )
    func special(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(
        "Other addresses are public",
        arguments: [
            "1.1.1.1", "8.8.8.8", "172.32.0.1", "172.15.255.255", "100.128.0.1", "192.0.1.1", "2606:4700::1111",
            "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
        ]
    )
    func ordinary(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(
        "Text that only inet_aton reads is not an address",
        arguments: ["127.1", "0x7f.0.0.1", "2130706433", "1.2.3", ""]
    )
    func other(text: String) { #expect(IPAddress(text) == nil) }

    @Test("The system's resolver knows this host, and says when it does not know a name")
    func resolver() throws {
        let found = try SystemResolver().addresses(of: "localhost", by: .after(.seconds(60)))
        #expect(found.contains { !$0.isPublic })
        #expect(throws: NetworkError(.hostNotFound, "")) {
            try SystemResolver().addresses(of: "no-such-name.invalid", by: .after(.seconds(60)))
        }
    }
}
