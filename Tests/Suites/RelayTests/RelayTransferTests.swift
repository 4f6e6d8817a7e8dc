import Foundation
import JetonLibcrypto
import JetonNetwork
import TestRig
import Testing

@testable import JetonRelay

@Suite("A body that a relay compares as it passes")
struct RelayTransferTests {
    private static let size = 200_000
    private static let body = [UInt8](repeating: UInt8(ascii: "x"), count: size)
    /// A body of 8 bytes in chunks.
    private static let chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nxxxxx\r\n3\r\nxxx\r\n0\r\n\r\n"
    private static let endless = "HTTP/1.1 200 OK\r\n\r\nxxxxxxxx"

    /// Takes a body from a server to a target; `change` makes the digest another one.
    private func transfer(_ path: String, size: Int, isSame: Bool) async throws -> (RelayTransfer.Result, String) {
        let source = try await RelayTargetServer()
        let target = try await RelayTargetServer()
        let trust = try await RelayAuthority.shared.value.trust
        let client = HTTPClient(HTTPClient.Settings(trust: trust))
        let directory = try TemporaryDirectory()
        let output = try #require(FileHandle(forWritingAtPath: directory.write("", to: "answer")))
        let digest = try Digest.sha256.hash(Array(Self.body.prefix(size)) + (isSame ? [] : [1]))
        let way = RelayTarget(
            try RelaySettings(target: HTTPURL("https://localhost:\(target.port)/whole")),
            client: RelayClient(client),
            open: { RelayClient(client) },
            report: { _ in }
        )
        let url = try HTTPURL("https://localhost:\(source.port)\(path)")
        let result = try await onOwnThread {
            var transfer = RelayTransfer(
                from: url,
                client,
                to: way,
                answer: .output(RelayOutput(output.fileDescriptor))
            )
            let hash = try RunningDigest(.sha256)
            transfer.body = RelayBody(size: UInt64(size), hash: hash, digest: digest, mediaType: "a/b")
            return try transfer.run()
        }
        #expect(try await target.next() == "POST /whole")
        return (result, try await target.next())
    }

    private static func raw(_ text: String, _ path: String = "/raw/") -> String {
        path + Array(text.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test(
        "The expected body arrives, however its end is found",
        arguments: [("/big/\(size)", size), (raw(chunked), 8), (raw(endless), 8), ("/big/0", 0)]
    )
    func same(path: String, size: Int) async throws {
        let (result, said) = try await transfer(path, size: size, isSame: true)
        #expect(result.status == 200 && result.up == UInt64(size) && said == "whole \(size)")
    }

    @Test(
        "Another body never arrives whole",
        arguments: [
            ("/big/\(size)", size, false), ("/big/\(size)", size - 1, true), ("/big/\(size)", size + 1, true),
            ("/big/0", 0, false), ("/big/0", 8, true), (raw(chunked), 8, false), (raw(chunked), 7, true),
            (raw(chunked), 9, true), (raw(endless), 9, true), (raw(endless), 7, true),
            // The server ends the body, and not the connection.
            (raw(chunked, "/hold/"), 9, true), (raw(chunked, "/hold/"), 7, true),
        ] as [(String, Int, Bool)]
    )
    func other(path: String, size: Int, isSame: Bool) async throws {
        await #expect(throws: RelayBodyMismatch.self) { try await transfer(path, size: size, isSame: isSame) }
    }
}
