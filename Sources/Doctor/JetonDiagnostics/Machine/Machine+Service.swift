package import TokenKit

extension Machine {
    /// The way to the PC/SC service, by our own connection: the client library folds all failures into one code.
    package enum ServiceState: Hashable, Sendable {
        /// There is no socket: `ENOENT` or `ENOTDIR`.
        case noSocket
        /// The socket exists, but nothing listens.
        case refused
        /// The socket must not be used by this user.
        case denied
        /// The connection failed in another way.
        case failed(SystemFailure)
        /// Connections are not taken, or not answered, for as long as was waited.
        case silent(milliseconds: Int, isConnected: Bool)
        /// The service closes the connection at once.
        case closes
        /// It answers with its protocol's version and a return code.
        case answers(major: Int, minor: Int, code: UInt32)
    }

    /// The socket that clients use: `PCSCLITE_CSOCK_NAME`, or pcsc-lite's own.
    package var socketPath: String {
        if let path = probe.variables["PCSCLITE_CSOCK_NAME"], !path.isEmpty { return path }
        return Machine.standardSocketPath
    }

    /// pcsc-lite's own socket on Linux.
    package static let standardSocketPath = "/run/pcscd/pcscd.comm"

    private static let service = Fact<ServiceState>()

    /// The state of the way to the service.
    package var service: ServiceState {
        remember(Self.service) {
            switch serviceAnswer {
            case .notConnected(let failure):
                switch failure.number {
                case 2, 20: .noSocket  // ENOENT, ENOTDIR
                case 111: .refused  // ECONNREFUSED
                case 1, 13: .denied  // EPERM, EACCES
                default: .failed(failure)
                }
            case .silent(let milliseconds, let isConnected):
                .silent(milliseconds: milliseconds, isConnected: isConnected)
            case .closed: .closes
            case .answered(let octets):
                .answers(
                    major: Int(Machine.number(octets, 0)),
                    minor: Int(Machine.number(octets, 4)),
                    code: Machine.number(octets, 8)
                )
            }
        }
    }

    private static let serviceAnswer = Fact<SocketAnswer>()

    /// What came of our own connection; asked once.
    private var serviceAnswer: SocketAnswer {
        remember(Self.serviceAnswer) { probe.ask(socket: socketPath, Machine.versionRequest, answerLength: 12) }
    }

    /// What the kernel answered to our own connection, as evidence.
    var connectionEvidence: Evidence {
        let answer = if case .notConnected(let failure) = serviceAnswer { failure.code } else { "made" }
        return Evidence("connect to \(socketPath)", "\(answer)")
    }

    // pcsc-lite's winscard_msg.h: a header with the length of what follows and the command CMD_VERSION (17), then
    // struct version_struct: major, minor, return value; all of 32 bits in the machine's order. Protocol 4:4 is that
    // of 1.8.24 and later, and a server of any other answers with its own numbers.
    private static let versionRequest = words(12, 17, 4, 4, 0)

    /// CMD_GET_READERS_STATE (18), which has nothing behind its header, between two exchanges of versions.
    static let tableRequest = versionRequest + words(0, 18) + versionRequest

    private static func words(_ numbers: UInt8...) -> [UInt8] { numbers.flatMap { [$0, 0, 0, 0] } }

    private static func number(_ octets: [UInt8], _ offset: Int) -> UInt32 {
        guard octets.count >= offset + 4 else { return 0 }
        return (0..<4).reduce(0) { $0 | UInt32(octets[offset + $1]) << (8 * UInt32($1)) }
    }
}
