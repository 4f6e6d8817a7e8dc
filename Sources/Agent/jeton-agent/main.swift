import AgentCore
import CJetonSystem
import Glibc
import JetonFiles
import JetonKeystore
import JetonThreads
import PeerIdentity
import TokenHost
import TokenKit

/// Writes a line to the standard error, and ends with a code.
func fail(_ text: String, code: Int32) -> Never {
    let line = Array("error: \(text)\n".utf8)
    _ = unsafe write(2, line, line.count)
    exit(code)
}

/// Ends the logins when the session is locked and before the machine sleeps, where a login manager tells.
func watchSession(_ agent: Agent) {
    _ = OwnThread.start {
        guard var events = try? LoginEvents() else { return }
        while let event = try? events.next() {
            guard event != .idle else { continue }
            agent.endLogins()
            if event == .sleep { events.allowSleep() }
        }
    }
}

func serve() throws(StartFailure) {
    // Before a PIN can be here; the children do it themselves.
    guard system_set_undumpable() == 0 else { throw StartFailure("the agent can't be kept out of core files") }
    LongRun.prepare()
    let environment = AgentEnvironment()
    let agent = Agent(try environment.setup())
    var listeners = try environment.activatedSockets() ?? []
    if listeners.isEmpty {
        let directory = try environment.runtimeDirectory()
        do throws(FileError) { try ReplacedFile.makeDirectory(directory) } catch {
            throw StartFailure("\(directory): \(error)")
        }
        for kind in [ListeningSocket.Kind.ssh, .control] {
            guard let socket = ListeningSocket(path: "\(directory)/\(kind.rawValue)", kind: kind) else {
                let isInUse = errno == EADDRINUSE
                throw StartFailure(
                    isInUse
                        ? "another agent listens on \(directory)/\(kind.rawValue)"
                        : "\(directory)/\(kind.rawValue): \(unsafe String(cString: strerror(errno)))"
                )
            }
            listeners.append(socket)
        }
    }
    guard let server = AgentServer(agent, listeners: listeners, session: Namespaces.ofSession()) else {
        throw StartFailure("the system gives no pipe")
    }
    watchSession(agent)
    LongRun.begin()
    server.run()
}

switch (system_argument_count(), unsafe system_argument(1).map { unsafe String(cString: $0) }) {
case (2, "module-child"): _exit(ModuleServer.run())
case (0...1, _):
    do throws(StartFailure) { try serve() } catch { fail(error.text, code: 7) }
default: fail("jeton-agent takes no argument; `jeton agent --help` lists its commands", code: 2)
}
