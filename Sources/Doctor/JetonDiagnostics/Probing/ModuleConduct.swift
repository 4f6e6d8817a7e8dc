/// How a module behaves around the process that loads it: after a fork, and when the process ends.
package struct ModuleConduct: Hashable, Sendable {
    /// What came of initialising the module in a forked child of a process that had initialised it.
    package enum AfterFork: Hashable, Sendable {
        /// It was not tried: the module started threads, or did not start.
        case untried
        /// It initializes again.
        case starts
        /// `C_Initialize` answers this value.
        case refuses(UInt)
        /// The child ended in the middle of it; how.
        case ends(String)
    }

    /// The module's path.
    package var module: String
    /// What came of it in a forked child.
    package var afterFork: AfterFork
    /// How the process ended after `C_Finalize`, if not as it should.
    package var faultAtExit: String?
    /// Whether its end was not waited for: it took too long, which proves nothing.
    package var isEndUnseen: Bool

    /// Makes a module's conduct.
    package init(module: String, afterFork: AfterFork = .starts, faultAtExit: String? = nil, isEndUnseen: Bool = false)
    {
        self.module = module
        self.afterFork = afterFork
        self.faultAtExit = faultAtExit
        self.isEndUnseen = isEndUnseen
    }
}
