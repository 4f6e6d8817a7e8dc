import Foundation
import JetonOctets
import SSHWire
import TestRig

/// A client that sends what it wants to the agent's ssh socket.
final class RawClient: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            for (index, octet) in path.utf8.enumerated() { unsafe buffer[index] = octet }
        }
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { throw TestRigError("no agent: errno \(errno)") }
    }

    func send(_ type: UInt8, _ payload: [UInt8] = []) {
        let frame = AgentFrame.encode(type: type, payload: payload)
        _ = unsafe Glibc.send(descriptor, frame, frame.count, Int32(MSG_NOSIGNAL))
    }

    /// The next answer; nil if the agent ends the connection.
    func receive() -> (type: UInt8, payload: [UInt8])? {
        var octets: [UInt8] = []
        while true {
            if case .message(let type, let payload, _) = AgentFrame.first(in: octets[...]) { return (type, payload) }
            // One byte, so that no part of the next answer is taken.
            var octet: UInt8 = 0
            guard unsafe recv(descriptor, &octet, 1, 0) == 1 else { return nil }
            octets.append(octet)
        }
    }

    func ask(_ type: UInt8, _ payload: [UInt8] = []) -> UInt8? {
        send(type, payload)
        return receive()?.type
    }

    /// The request to sign a message of SSHSIG.
    static func signing(_ blob: [UInt8], namespace: String = "file") -> [UInt8] {
        var data = SSHWriter()
        data.write(text: namespace)
        data.write(text: "")
        data.write(text: "sha256")
        data.write(string: [UInt8](repeating: 1, count: 32))
        var request = SSHWriter()
        request.write(string: blob)
        request.write(string: Array("SSHSIG".utf8) + data.octets)
        request.write(number: 0)
        return request.octets
    }

    deinit { close(descriptor) }
}
