import AgentCore
import CJetonSystem
import Glibc
import PairingDesk
import TokenHost
import TokenKit
import UserFiles

/// What the environment of the process says of the agent.
struct AgentEnvironment {
    let variables: [String: String]

    /// Reads the environment.
    init() {
        var variables: [String: String] = [:]
        var place = unsafe environ
        while let text = unsafe place.pointee {
            let words = unsafe String(cString: text).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if words.count == 2 { variables[String(words[0])] = String(words[1]) }
            unsafe place += 1
        }
        self.variables = variables
    }

    private func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

    private func seconds(_ name: String, in range: ClosedRange<Int>, _ normal: Int) throws(StartFailure) -> Int {
        guard let text = value(name) else { return normal }
        guard let number = Int(text), range.contains(number) else {
            throw StartFailure("\(name) is not a number of seconds from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private var directories: UserDirectories { UserDirectories(isElevated: false) { variables[$0] } }

    /// Where the sockets are: `jeton` below `XDG_RUNTIME_DIR`.
    func runtimeDirectory() throws(StartFailure) -> String {
        guard let directory = value("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
            throw StartFailure("XDG_RUNTIME_DIR is not set to an absolute path")
        }
        return directory + "/jeton"
    }

    /// The sockets that systemd hands over, by their names; nil if it hands over none.
    func activatedSockets() throws(StartFailure) -> [ListeningSocket]? {
        guard value("LISTEN_PID") == String(getpid()), let count = value("LISTEN_FDS").flatMap({ Int($0) }) else {
            return nil
        }
        let names = (value("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
        guard (1...16).contains(count), names.count == count else {
            throw StartFailure("the sockets of systemd have no names")
        }
        var sockets: [ListeningSocket] = []
        for (index, name) in names.enumerated() {
            guard let kind = ListeningSocket.Kind(rawValue: String(name)) else {
                throw StartFailure("a socket of systemd has a name other than ssh and control")
            }
            sockets.append(ListeningSocket(descriptor: Int32(3 + index), kind: kind))
        }
        return sockets
    }

    /// How the agent is set up.
    func setup() throws(StartFailure) -> Agent.Setup {
        guard let data = directories.data, let configuration = directories.configuration, data.hasPrefix("/") else {
            throw StartFailure("HOME, JETON_DATA and XDG_CONFIG_HOME name no absolute directory")
        }
        let bootID: [UInt8]
        do throws(PINError) { bootID = try PINGuard.systemBootID() } catch {
            throw StartFailure(error.description)
        }
        var setup = Agent.Setup(
            modules: modules,
            pinGuard: PINGuard(directory: data + "/pin-guard", bootID: bootID),
            route: PINRoute(
                pairings: UserPairings(
                    PairingStores(dataDirectory: data, witnessDirectory: directories.witness)
                ),
                policy: .channelWherePaired
            ),
            policyFile: configuration + "/agent.policy",
            prompts: PromptProgram(path: value("JETON_AGENT_PINENTRY"), variables: variables)
        )
        setup.journalDirectory = data + "/agent"
        setup.knownHosts = value("HOME").map { $0 + "/.ssh/known_hosts" }
        setup.rules.idleSeconds = try seconds("JETON_AGENT_IDLE", in: 10...86_400, setup.rules.idleSeconds)
        setup.rules.totalSeconds = try seconds("JETON_AGENT_LIFETIME", in: 60...604_800, setup.rules.totalSeconds)
        return setup
    }

    private var modules: [HostedModule] {
        let named = (value("JETON_AGENT_MODULES") ?? "").split(separator: ":").map(String.init)
        let registry = ModuleRegistry(
            in: ModuleEnvironment(
                home: value("HOME"),
                configurationHome: value("XDG_CONFIG_HOME"),
                ignoresUserConfiguration: variables["P11_KIT_NO_USER_CONFIG"] != nil,
                moduleList: value("JETON_MODULES"),
                userID: getuid(),
                executableDirectory: executableDirectory
            ),
            only: named
        )
        let program = ModuleChild.Program(["/proc/self/exe", "module-child"])
        return registry.modules.map {
            HostedModule(
                path: $0.path,
                initializationString: $0.configuration?.initReserved,
                program: program
            )
        }
    }

    private var executableDirectory: String? {
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            guard let text = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            let count = unsafe readlink("/proc/self/exe", text, buffer.count)
            guard count > 0, count < buffer.count else { return nil }
            let path = unsafe String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
            return path.lastIndex(of: "/").map { String(path[..<$0]) }
        }
    }
}
