internal import CJetonHost
internal import Cryptoki
internal import Glibc
internal import JetonOctets
internal import JetonThreads
internal import TokenKit

/// The program of a child: it loads one module and answers one request after another.
package struct ModuleServer {
    /// The descriptor of the socket to the host.
    private static let socket: Int32 = 3
    /// The descriptor of the memory with the call marker.
    private static let markerMemory: Int32 = 4

    private var module: Module?
    private var token: ServedToken?

    private init() {}

    /// Serves until the host goes.
    ///
    /// - Returns: The exit code of the process; it ends by `_exit`, since exit handlers of modules hang.
    package static func run() -> Int32 {
        // Before a PIN can be here.
        host_forbid_core()
        host_restore_signals()
        guard fcntl(socket, F_SETFD, FD_CLOEXEC) == 0, MarkerMemory.use(markerMemory) else { return 70 }
        // A call that hangs must not outlive the host.
        let isWatched = OwnThread.start {
            // Without an event to wait for there is only the hang-up.
            var item = pollfd(fd: ModuleServer.socket, events: 0, revents: 0)
            while unsafe poll(&item, 1, -1) < 0 || item.revents == 0 {}
            _exit(0)
        }
        guard isWatched else { return 70 }
        let channel = ChildChannel(socket)
        var server = ModuleServer()
        while let (message, secret) = channel.receive() {
            let answer = (try? ChildRequest(message)).map { server.answer($0, secret) } ?? .failed(.outOfTurn)
            guard channel.send(answer.encoded) else { break }
        }
        return 0
    }

    private mutating func answer(_ request: ChildRequest, _ secret: SharedSecret?) -> ChildAnswer {
        do {
            switch request {
            case .survey(let path, let text): return .slots(try survey(path, text))
            case .open(let slot, let identity): return try open(slot, identity)
            case .login:
                guard token != nil else { return .failed(.outOfTurn) }
                return .keys(try token?.login(secret) ?? [])
            case .sign(let key, let algorithm, let message):
                guard token != nil else { return .failed(.outOfTurn) }
                return try token?.sign(message, key, ChildRequest.algorithms[algorithm], secret) ?? .failed(.noKey)
            }
        } catch let error as CryptokiError {
            return .refused(error.code, function: "\(error.function)")
        } catch is ModuleLoadError {
            return .failed(.notLoaded)
        } catch {
            return .failed(.notSupported)
        }
    }

    private mutating func survey(_ path: String, _ text: String?) throws -> [HostedSlot] {
        let module = try self.module ?? Module(ModuleLibrary(path: path), initializationString: text)
        // A module's crash handler may have undone it.
        host_forbid_core()
        self.module = module
        return try module.slots(withToken: true).prefix(256).compactMap { slot in
            guard let info = try? slot.info(), let token = try? slot.tokenInfo() else { return nil }
            return HostedSlot(
                id: slot.id.rawValue,
                readerName: info.slotDescription.description,
                token: TokenIdentity(token),
                isDevice: info.flags.isSuperset(of: [.hardwareSlot, .removableDevice]),
                flags: token.flags,
                keys: (try? KeyReading.publicKeys(slot)) ?? []
            )
        }
    }

    private mutating func open(_ slot: UInt, _ identity: TokenIdentity) throws -> ChildAnswer {
        guard let module else { return .failed(.outOfTurn) }
        token = nil
        let slot = Slot(module: module, id: SlotID(rawValue: slot))
        let info = try slot.tokenInfo()
        guard TokenIdentity(info) == identity else { return .failed(.tokenChanged) }
        let hasProtectedPath = info.flags.contains(.protectedAuthenticationPath)
        token = ServedToken(slot: slot, hasProtectedPath: hasProtectedPath, session: try Session(slot: slot))
        host_forbid_core()
        return .opened(info.flags, triesLeft: (try? slot.extendedTokenInfo().tries)?.userLeft.number)
    }
}

extension TokenIdentity {
    init(_ info: TokenInfo) {
        self.init(
            label: info.label.description,
            manufacturer: info.manufacturer.description,
            model: info.model.description,
            serialNumber: info.serialNumber.description
        )
    }
}
