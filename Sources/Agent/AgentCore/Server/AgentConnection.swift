internal import Glibc
internal import JetonOctets
internal import SSHWire

/// A client's connection, which the server's thread alone uses.
final class AgentConnection {
    /// Bytes that are read ahead at most.
    private static let inputLimit = AgentFrame.longest + 4

    let descriptor: Int32
    let kind: ListeningSocket.Kind
    let client: SSHClient
    /// Whether a request is being answered; the next one is not begun before.
    var isBusy = false
    private(set) var hasEnded = false
    private var input: [UInt8] = []
    private var output: [UInt8] = []

    init(_ descriptor: Int32, _ kind: ListeningSocket.Kind, _ client: SSHClient) {
        self.descriptor = descriptor
        self.kind = kind
        self.client = client
    }

    /// What is waited for.
    var events: Int16 {
        let reads = !isBusy && !hasEnded && output.isEmpty
        return Int16((reads ? POLLIN : 0) | (output.isEmpty ? 0 : POLLOUT))
    }

    /// Whether nothing is left to be done.
    var isDone: Bool { hasEnded && !isBusy && output.isEmpty }

    /// Reads what has come.
    ///
    /// - Returns: Whether the connection stays open.
    func read() -> Bool {
        var block = [UInt8](repeating: 0, count: 16_384)
        while input.count < AgentConnection.inputLimit {
            let count = unsafe recv(descriptor, &block, block.count, 0)
            if count > 0 {
                input += block.prefix(count)
                if count < block.count { return true }
            } else if count == 0 {
                hasEnded = true
                return true
            } else if errno != EINTR {
                return errno == EAGAIN
            }
        }
        return true
    }

    /// Takes the next message; nil if it is not whole yet, or a request is being answered.
    func next() -> AgentFrame.Found {
        guard !isBusy else { return .incomplete }
        let found = AgentFrame.first(in: input[...])
        guard case .message(let type, _, let taken) = found else { return found }
        if AgentRequest.isSecret(type: type) {
            unsafe input.withUnsafeMutableBytes { buffer in
                if let base = buffer.baseAddress { unsafe explicit_bzero(base, taken) }
            }
        }
        input.removeFirst(taken)
        return found
    }

    /// Writes an answer, as far as it goes now.
    ///
    /// - Returns: Whether the connection stays open.
    func write(_ octets: [UInt8]) -> Bool {
        output += octets
        return flush()
    }

    /// Writes what is left.
    ///
    /// - Returns: Whether the connection stays open.
    func flush() -> Bool {
        while !output.isEmpty {
            let sent = unsafe output.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return errno == EAGAIN }
            output.removeFirst(sent)
        }
        return true
    }

    deinit {
        client.cancellation.cancel()
        close(descriptor)
    }
}
