internal import BenchmarkSupport
internal import Cryptoki
internal import Glibc
internal import JetonNetwork
internal import JetonOctets
internal import JetonX509
internal import TokenKit

/// Asks a server for a file over a new TLS connection each time, with a client certificate whose key lies on a token.
///
/// Each line of the standard input says how many connections to make; a line comes back when they are done. So the
/// program that compares can take the CPU time of this process before and after.
@main
enum HandshakeBenchmark {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let line = Array("handshake-benchmark: \(error)\n".utf8)
            _ = unsafe write(2, line, line.count)
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard arguments.count == 7 else {
            throw BenchmarkFailure("MODULE TOKEN PIN-FILE CERTIFICATE TRUST URL 1.2|1.3")
        }
        let key = try key(module: arguments[0], token: arguments[1], pinFile: arguments[2])
        let trust = TrustStore(try Certificate.parse(octets(of: arguments[4])))
        var settings = HTTPClient.Settings(trust: TLSTrust(trust))
        var policy = TLSPolicy()
        policy.rules.maximumVersion = arguments[6] == "1.2" ? .tls12 : .tls13
        settings.policy = policy
        settings.identity = try TLSIdentity(key: key, certificates: Certificate.parse(octets(of: arguments[3])))
        // As stunnel, which looks its target up at its start.
        settings.resolver = RememberingResolver(SystemResolver())
        let client = HTTPClient(settings)
        let request = HTTPRequest(try HTTPURL(arguments[5]))
        while let line = readLine(), let count = Int(line) {
            for _ in 0..<count {
                let head = try client.perform(request) { _ in }
                guard head.status == 200 else { throw BenchmarkFailure("the server answers \(head.status)") }
            }
            print("done")
            fflush(nil)
        }
    }

    private static func key(module: String, token: String, pinFile: String) throws -> TokenSigningKey {
        let loaded = try Module(path: module)
        guard
            let slot = try loaded.slots(withToken: true).first(where: { try $0.tokenInfo().label.description == token })
        else { throw BenchmarkFailure("there is no token '\(token)'") }
        var session = try Session(slot: slot)
        var pin = Array(try octets(of: pinFile).prefix { $0 != UInt8(ascii: "\n") })
        try session.login(pin: Secret(wiping: &pin))
        guard let handle = try session.find([.objectClass(.privateKey)]).first else {
            throw BenchmarkFailure("there is no private key on token '\(token)'")
        }
        return try TokenSigningKey(handle, session: session)
    }

    private static func octets(of path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { throw BenchmarkFailure("\(path) can't be read") }
        defer { unsafe fclose(file) }
        var octets = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe fread(&octets, 1, octets.count, file)
        return Array(octets.prefix(count))
    }
}
