internal import Glibc
internal import PeerIdentity
package import TokenHost
package import TokenKit

/// What all doors of the agent share.
package final class Agent: Sendable {
    /// How an agent is set up.
    package struct Setup: Sendable {
        /// The modules.
        package var modules: [HostedModule]
        /// How long logins last.
        package var rules = LoginRules()
        /// Keeps PINs from being locked, together with the commands of the user.
        package var pinGuard: PINGuard
        /// Decides whether a PIN may be sent to a token.
        package var route: PINRoute
        /// The file of the policy.
        package var policyFile: String
        /// The directory of the journal; nil to keep it in memory.
        package var journalDirectory: String?
        /// The program that asks.
        package var prompts: PromptProgram
        /// The user's known_hosts; nil for none.
        package var knownHosts: String?

        /// Sets up an agent.
        package init(
            modules: [HostedModule],
            pinGuard: PINGuard,
            route: PINRoute,
            policyFile: String,
            prompts: PromptProgram
        ) {
            self.route = route
            self.modules = modules
            self.pinGuard = pinGuard
            self.policyFile = policyFile
            self.prompts = prompts
        }
    }

    /// The keys.
    package let ring: KeyRing
    /// The journal.
    package let journal: Journal
    let remembered = RememberedAnswers()
    let dismissed = DismissedPrompts()
    let waiting = WaitingRequests()
    let hosts: HostMemory
    let lock = AgentLock()
    let prompts: PromptProgram
    let policyFile: String

    /// Makes an agent; it starts nothing.
    package init(_ setup: Setup) {
        ring = KeyRing(
            modules: setup.modules,
            rules: setup.rules,
            pinGuard: setup.pinGuard,
            route: setup.route
        )
        journal = Journal(directory: setup.journalDirectory)
        hosts = HostMemory(knownHosts: setup.knownHosts)
        prompts = setup.prompts
        policyFile = setup.policyFile
    }

    /// The policy as the file has it now.
    func policy() throws(AgentPolicyError) -> AgentPolicy { try AgentPolicy(file: policyFile) }

    /// Ends all logins, kills all children, and forgets what was agreed to.
    package func endLogins() {
        ring.endLogins()
        remembered.forget()
        dismissed.removeAll()
    }

    /// Ends the login of a token.
    func endLogin(of token: HostedToken) {
        token.endLogin()
        forget(token)
    }

    /// Forgets what was agreed to for the keys of a token, whose login has ended.
    func forget(_ token: HostedToken) {
        remembered.forget(keys: Set(ring.keys.filter { $0.token === token }.map(\.fingerprint)))
    }

    /// Writes what became of a request into the journal.
    func note(
        _ operation: AgentOperation,
        _ door: AgentOperation.Door,
        _ program: PeerProgram?,
        _ request: SignRequest? = nil,
        refusal: Refusal? = nil
    ) {
        journal.add(
            JournalEntry(
                time: Int64(time(nil)),
                operation,
                at: door,
                program: program,
                request: request,
                refusal: refusal
            )
        )
    }
}
