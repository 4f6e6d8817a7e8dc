import AsyncHTTPClient
import Jeton
import JetonNIOSSL
import NIOSSL

// Fetches a page with a client certificate whose key is on a token.
//
//     web-client MODULE TOKEN KEY PIN-SOURCE ANCHORS URL
//
// ANCHORS is a file in PEM with the authorities of the server.

@main
struct WebClient {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 7 else {
            return print("usage: web-client MODULE TOKEN KEY PIN-SOURCE ANCHORS URL")
        }
        let token = try await Token.find(arguments[2], in: .paths(arguments[1]))
        try await token.login(PINSource(parsing: arguments[4]))
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(arguments[5])
        try tls.setClientCertificate(key: await token.key(arguments[3], for: .tls))

        let client = HTTPClient(configuration: .init(tlsConfiguration: tls))
        do {
            let response = try await client.execute(HTTPClientRequest(url: arguments[6]), timeout: .seconds(30))
            let body = try await response.body.collect(upTo: 1 << 20)
            print("\(response.status.code)\n\(String(buffer: body))", terminator: "")
        } catch {
            print("error: \(error)")
        }
        try await client.shutdown()
    }
}
