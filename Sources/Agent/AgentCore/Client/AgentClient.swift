internal import Glibc
package import JetonJSON
package import JetonOctets
internal import SSHWire

/// A client of the agent's control door; each request is a connection, and blocks until it is answered.
package struct AgentClient: Sendable {
    /// Why a request was not done.
    package struct Failure: CodedError {
        /// The kind of failure.
        package enum Code: Hashable, Sendable {
            /// No agent listens.
            case notRunning
            /// The connection broke, or the answer is malformed.
            case broken
            /// The agent says no; its own code is in ``Failure/reason``.
            case refused
        }

        /// The kind of failure.
        package let code: Code
        /// The agent's code, such as `wrong-pin`; empty without one.
        package var reason = ""
        /// One sentence for people.
        package let description: String
    }

    /// The path of the socket.
    package let path: String

    /// Makes a client.
    package init(path: String) { self.path = path }

    /// Asks the agent.
    ///
    /// - Parameters:
    ///   - name: What is asked.
    ///   - members: Further members of the request.
    ///   - pin: A PIN that goes with it.
    /// - Returns: The members of the answer.
    /// - Throws: ``Failure``.
    package func ask(
        _ name: String,
        _ members: [String: CanonicalJSON] = [:],
        pin: SharedSecret? = nil
    ) throws(Failure) -> [String: CanonicalJSON] {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(code: .broken, description: "no socket") }
        defer { close(descriptor) }
        guard unsafe ListeningSocket.with(path, { unsafe connect(descriptor, $0, $1) }) == 0 else {
            throw Failure(code: .notRunning, description: "no agent listens on \(path)")
        }
        let object = CanonicalJSON.object(members.merging(["do": .string(name)]) { $1 }).encoded
        guard AgentClient.send(object, pin, to: descriptor), let answer = AgentClient.receive(descriptor) else {
            throw Failure(code: .broken, description: "the agent broke the connection")
        }
        guard case .object(let members)? = try? JSONReader<CanonicalJSON>.read(answer, as: .interchange) else {
            throw Failure(code: .broken, description: "the agent's answer is malformed")
        }
        guard case .string(let reason)? = members["error"] else { return members }
        var text = "the agent refused"
        if case .string(let explanation)? = members["explanation"] { text = ForeignText(explanation).shown() }
        throw Failure(code: .refused, reason: reason, description: text)
    }

    /// Sends a request; the PIN goes from its own pages into the socket.
    private static func send(_ object: [UInt8], _ pin: SharedSecret?, to descriptor: Int32) -> Bool {
        let type = pin == nil ? ControlDoor.request : ControlDoor.requestWithPIN
        let length = 1 + 4 + object.count + (pin.map { 4 + $0.count } ?? 0)
        let head = UInt32(length).bigEndianOctets + [type] + UInt32(object.count).bigEndianOctets + object
        let tail = pin.map { UInt32($0.count).bigEndianOctets } ?? []
        guard sendAll((head + tail).span, to: descriptor) else { return false }
        return pin?.withBytes { sendAll($0, to: descriptor) } ?? true
    }

    private static func sendAll(_ octets: Span<UInt8>, to descriptor: Int32) -> Bool {
        var offset = 0
        while offset < octets.count {
            let sent = unsafe octets.extracting(offset...).withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return false }
            offset += sent
        }
        return true
    }

    private static func receive(_ descriptor: Int32) -> [UInt8]? {
        var octets: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16_384)
        while true {
            switch AgentFrame.first(in: octets[...]) {
            case .message(ControlDoor.answer, let payload, _): return payload
            case .message, .broken: return nil
            case .incomplete: break
            }
            let count = unsafe recv(descriptor, &block, block.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            octets += block.prefix(count)
        }
    }
}
