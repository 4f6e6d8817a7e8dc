import Foundation
import Synchronization

extension SoftHSM {
    /// The SoftHSM that the test program itself loads.
    ///
    /// SoftHSM reads its configuration from the environment, and a process can load it only once, so that all tests of
    /// a program share it: each makes a token of its own, see ``makingToken(_:)``. Use this before the module is
    /// initialised; tokens that other programs add later do not show.
    public static let ofThisProcess: Result<SoftHSM, any Error> = Result {
        let softHSM = try SoftHSM()
        // Once, before any test has had a reason to read the variable on another thread.
        guard unsafe setenv(configurationVariable, softHSM.configurationPath, 1) == 0 else {
            throw TestRigError("the environment can't be changed")
        }
        // Nobody lets go of a static value: its directory is removed when the program ends.
        atexit {
            guard case .success(let softHSM) = SoftHSM.ofThisProcess else { return }
            let directory = URL(fileURLWithPath: softHSM.tokenDirectory).deletingLastPathComponent()
            try? FileManager.default.removeItem(at: directory)
        }
        return softHSM
    }

    private static let tokenMaking = Mutex(())

    /// Runs what makes a token of the empty slot, one at a time, since two tests must not take the same slot.
    public static func makingToken<Made>(_ body: () throws -> Made) rethrows -> Made {
        try tokenMaking.withLock { _ in try body() }
    }
}
