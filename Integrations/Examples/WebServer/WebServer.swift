import Hummingbird
import HummingbirdTLS
import Jeton
import JetonNIOSSL
import NIOSSL

// A web server whose key is on a token.
//
//     web-server MODULE TOKEN KEY PIN-SOURCE PORT
//
// PIN-SOURCE is such as prompt, credential:pin or fd:3. The certificate is the one on the token with the id of the key.

@main
struct WebServer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let port = Int(arguments[5]) else {
            return print("usage: web-server MODULE TOKEN KEY PIN-SOURCE PORT")
        }
        let router = Router()
        router.get("/") { _, _ in "signed on a token\n" }

        let token = try await Token.find(arguments[2], in: .paths(arguments[1]))
        try await token.login(PINSource(parsing: arguments[4]))
        let tls = try TLSConfiguration.makeServerConfiguration(key: await token.key(arguments[3], for: .tls))
        let address = BindAddress.hostname("127.0.0.1", port: port)
        let server = try Application(
            router: router,
            server: .tls(tlsConfiguration: tls),
            configuration: .init(address: address)
        )
        try await server.runService()
    }
}
