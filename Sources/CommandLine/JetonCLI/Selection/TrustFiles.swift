internal import JetonX509
internal import VerificationDesk

/// Trust anchors that options and settings name.
extension TrustFiles {
    /// Whether `--trust` or the settings name anchors, so that what these deny is refused.
    static func isChosen(option paths: [String]) throws -> Bool {
        guard paths.isEmpty else { return true }
        return try Settings.value(.trust) != nil
    }

    /// The anchors of `--trust`; those of the settings without the option, and the system's without both.
    static func store(option paths: [String]) throws -> TrustStore {
        guard paths.isEmpty, let setting = try Settings.value(.trust) else { return try store(paths) }
        Console.detail("note: trusting the certificates in the settings (\(setting.origin.word))")
        do {
            return try store(setting.values)
        } catch {
            var error = ErrorReport.describe(error)
            error.hints.append("this file is from the settings; `jeton config list` shows where")
            throw error
        }
    }
}
