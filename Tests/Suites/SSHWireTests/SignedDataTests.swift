import JetonOctets
import SSHWire
import TestRig
import Testing

/// Data that programs have agents sign, made by hand after the standards.
enum MadeData {
    static let key = SSHPublicKey.ed25519([UInt8](repeating: 7, count: 32)).blob

    static func login(hostKey: [UInt8]? = key, method: String? = nil, flag: UInt8 = 1, rest: [UInt8] = []) -> [UInt8] {
        var writer = SSHWriter()
        writer.write(string: [UInt8](repeating: 1, count: 32))
        writer.write(byte: 50)
        writer.write(text: "git")
        writer.write(text: "ssh-connection")
        writer.write(text: method ?? (hostKey == nil ? "publickey" : "publickey-hostbound-v00@openssh.com"))
        writer.write(byte: flag)
        writer.write(text: "ssh-ed25519")
        writer.write(string: key)
        if let hostKey { writer.write(string: hostKey) }
        return writer.octets + rest
    }

    static func message(namespace: String = "git", hash: String = "sha512", size: Int = 64) -> [UInt8] {
        var writer = SSHWriter()
        writer.write(text: namespace)
        writer.write(text: "")
        writer.write(text: hash)
        writer.write(string: [UInt8](repeating: 9, count: size))
        return Array("SSHSIG".utf8) + writer.octets
    }
}

@Suite("What an agent is asked to sign")
struct SignedDataTests {
    @Test("A login names its user, and its host's key if the signature covers it")
    func login() throws {
        guard case .login(let bound) = SignedData(MadeData.login()) else { throw TestRigError("no login") }
        #expect(bound.user.unescaped == "git")
        #expect(bound.hostKey == MadeData.key)
        guard case .login(let plain) = SignedData(MadeData.login(hostKey: nil)) else { throw TestRigError("no login") }
        #expect(plain.hostKey == nil)
    }

    @Test(
        "What only resembles a login is raw data",
        arguments: [
            MadeData.login(flag: 0), MadeData.login(rest: [0]), MadeData.login(method: "publickey"),
            MadeData.login(hostKey: nil, method: "password"), Array(MadeData.login().dropLast()),
        ]
    )
    func noLogin(data: [UInt8]) { #expect(SignedData(data).purpose == .raw) }

    @Test("A message of SSHSIG names its namespace")
    func message() throws {
        guard case .message(let message) = SignedData(MadeData.message()) else { throw TestRigError("no message") }
        #expect(message.namespace.unescaped == "git")
        #expect(message.hash == "sha512")
    }

    @Test(
        "What only resembles a message of SSHSIG is raw data",
        arguments: [
            MadeData.message(namespace: ""), MadeData.message(hash: "sha1", size: 20), MadeData.message(size: 32),
            MadeData.message() + [0], Array(MadeData.message().dropFirst()),
        ]
    )
    func noMessage(data: [UInt8]) { #expect(SignedData(data).purpose == .raw) }

    @Test(
        "Raw data that belongs to another protocol is named",
        arguments: [
            ("310b3009060355040331020500", RawForm.signedAttributes), ("3007a003020102300005", .unknown),
            ("300aa0030201020201053000", .certificate),
            ("3031300d060960864801650304020105000420" + String(repeating: "ab", count: 32), .digestInfo),
            (String(repeating: "20", count: 64) + "544c5320312e332c20636c69656e74", .tlsHandshake),
            (String(repeating: "ab", count: 32), .digest), ("", .unknown), ("31847fffffff", .unknown), ("30", .unknown),
        ]
    )
    func raw(hex: String, form: RawForm) throws {
        #expect(RawForm(try #require(Hex.decode(hex))) == form)
    }
}
