import Foundation
import JetonLibcrypto
import JetonOctets

// Prints what the GOST functions and one other say, a line for each. A test runs this where OpenSSL's GOST provider is
// missing, or under an environment that must not matter.

/// Prints a name, and what came of a call.
func say(_ name: String, _ body: () throws -> [UInt8]) {
    let result: String
    do { result = Hex.encode(try body()) } catch { result = "error: \(error)" }
    FileHandle.standardOutput.write(Data("\(name) \(result)\n".utf8))
}

/// The octets of a secret that is none here.
func octets(_ secret: borrowing Secret) -> [UInt8] { secret.withBytes { span in (0..<span.count).map { span[$0] } } }

let key = [UInt8](0..<32)
let iv = [UInt8](0..<8)
let nonce = [UInt8](0..<16)
let data = (0..<1100).map { UInt8(truncatingIfNeeded: $0) }
let point = try GOSTPrivateKey(octets: key.span, curve: .tc26ParamSetA).publicKey.octets

say("hash256") { try Streebog.hash256(data.span) }
say("hash512") { try Streebog.hash512(data.span) }
say("hmac256") { try Streebog.hmac256(key: key.span, data.span) }
say("hmac512") { try Streebog.hmac512(key: key.span, data.span) }
say("pbkdf2") { octets(try Streebog.pbkdf2(password: key.span, salt: iv.span, iterations: 2, count: 32)) }
say("keyTree") {
    octets(try Streebog.keyTree(key: key.span, label: iv.span, seed: iv.span, counterOctets: 1, count: 40))
}
say("messageKey") { octets(try MessageKeyTree.key(root: key.span, first: 1, second: 2, third: 3)) }
say("hash94") { try Digest.gost341194.hash(data.span) }
say("hash94 empty") { try Digest.gost341194.hash([UInt8]().span) }
say("counterMode") { try GOST28147.counterMode(data.span, key: key.span, iv: iv.span) }
say("imit") { try GOST28147.imit(data.span, key: key.span) }
say("encrypt") { try Kuznyechik.encrypt(nonce.span, key: key.span) }
say("cmac") { try Kuznyechik.cmac(data.span, key: key.span) }
say("seal") {
    try KuznyechikMGM.seal(data.span, key: key.span, nonce: nonce.span, authenticating: iv.span, tagCount: 16).tag
}
for curve in [GOSTCurve.cryptoProA, .tc26ParamSetA] {
    say("agree \(curve)") {
        let other = [UInt8](repeating: 3, count: 32)
        let peer = try GOSTPrivateKey(octets: other.span, curve: curve).publicKey
        return octets(try GOSTPrivateKey(octets: key.span, curve: curve).agree(with: peer, ukm: iv.span))
    }
}
say("passwordPoint") { octets(try SESPAKE.passwordPoint(password: key.span, salt: nonce.span)) }
say("server") {
    let parameters = SESPAKEParameters(
        clientIdentifier: [],
        serverIdentifier: [],
        salt: nonce,
        algorithmIdentifier: []
    )
    let ephemeral = try GOSTPrivateKey(octets: key.span, curve: .tc26ParamSetA)
    let server = try SESPAKEServer(
        parameters,
        passwordPoint: Secret(copying: point.span),
        receiving: point,
        ephemeral: ephemeral
    )
    return octets(server.finish().secret)
}
// What works without the provider.
say("public key") { point }
say("digest") { try Digest.sha256.hash(data) }
say("random") { [try Random.octets(8).isEmpty ? 0 : 1] }
