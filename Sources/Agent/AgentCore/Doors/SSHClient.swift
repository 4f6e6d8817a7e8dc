internal import PeerIdentity
internal import Synchronization

/// A client at the ssh door.
final class SSHClient: Sendable {
    /// Who connected.
    let peer: SocketPeer
    /// Ends what its requests wait for, once it has gone.
    let cancellation = Cancellation()
    private let state = Mutex(SSHSessionState())

    init(_ peer: SocketPeer) { self.peer = peer }

    /// What the connection has proven.
    var session: SSHSessionState {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
