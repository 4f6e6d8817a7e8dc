import JetonNetwork
import Testing

@Suite("URLs of HTTP")
struct HTTPURLTests {
    @Test(
        "A URL is cut into its parts",
        arguments: [
            ("http://Example.test", false, "example.test", 80, "/"),
            ("HTTPS://example.test:8443/a/b?c=d#e", true, "example.test", 8443, "/a/b?c=d"),
            ("https://[2001:DB8::1]/x", true, "2001:db8::1", 443, "/x"),
            ("http://127.0.0.1:8080?q", false, "127.0.0.1", 8080, "/?q"),
            ("http://host:/", false, "host", 80, "/"),
        ] as [(String, Bool, String, UInt16, String)]
    )
    func parts(text: String, isSecure: Bool, host: String, port: UInt16, target: String) throws {
        let url = try HTTPURL(text)
        #expect(url.isSecure == isSecure)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.target == target)
    }

    @Test(
        "What is not a URL of HTTP is refused",
        arguments: [
            "", "http:", "http://", "http:///x", "ftp://h/", "file:///etc/passwd", "ldap://h/", "//h/", "h",
            "http://user@h/", "http://user:pw@h/", "http://h:0/", "http://h:65536/", "http://h:+80/", "http://h:8x/",
            "http://[::1/", "http://[127.0.0.1]/", "http://[::1]x/", "http://a..b/", "http://.a/", "http://a b/",
            "http://h/\r\nX: y", "http://h/\u{E4}", "http://h%41/", "http://h\\@x/", "javascript://h/",
        ]
    )
    func refused(text: String) {
        #expect(throws: NetworkError(.invalidURL, "")) { try HTTPURL(text) }
    }

    @Test("The variables of the environment choose a proxy")
    func environment() throws {
        let settings = try ProxySettings(environment: [
            "http_proxy": "http://one.test:3128", "HTTPS_PROXY": "DOMAIN%5Cuser:p%40ss@two.test",
            "no_proxy": "direct.test,.below.test 10.0.0.0/8,[::1],port.test:8443",
        ])
        #expect(try settings.server(for: HTTPURL("http://a.test/"))?.host == "one.test")
        #expect(try settings.server(for: HTTPURL("http://a.test/"))?.port == 3128)
        let secure = try #require(try settings.server(for: HTTPURL("https://a.test/")))
        #expect(secure.host == "two.test" && secure.port == 80)
        #expect(secure.credentials?.user == "user" && secure.credentials?.domain == "DOMAIN")
        for direct in [
            "http://direct.test/", "http://x.direct.test/", "http://below.test/", "http://a.below.test/",
            "http://10.9.8.7/", "http://[::1]/", "https://port.test:8443/",
        ] {
            #expect(try settings.server(for: HTTPURL(direct)) == nil, "\(direct)")
        }
        for proxied in ["http://indirect.test/", "http://11.0.0.1/", "https://port.test/", "http://direct.test.org/"] {
            #expect(try settings.server(for: HTTPURL(proxied)) != nil, "\(proxied)")
        }
    }

    @Test("HTTP_PROXY does not count in a web server's program")
    func gateway() throws {
        let plain = try HTTPURL("http://a.test/")
        let evil = "http://evil.test:1"
        #expect(try ProxySettings(environment: ["HTTP_PROXY": evil]).server(for: plain) != nil)
        #expect(
            try ProxySettings(environment: ["HTTP_PROXY": evil, "REQUEST_METHOD": "GET"]).server(for: plain) == nil
        )
        #expect(try ProxySettings(environment: ["all_proxy": evil, "no_proxy": "*"]).server(for: plain) == nil)
        #expect(try ProxySettings(environment: ["http_proxy": "", "all_proxy": evil]).server(for: plain) == nil)
        for other in ["socks5://h:1", "https://h:1", "http://h:99999", "http://a%zz@h"] {
            #expect(throws: NetworkError(.invalidURL, ""), "\(other)") {
                try ProxySettings(environment: ["http_proxy": other])
            }
        }
    }
}
