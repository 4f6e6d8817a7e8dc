internal import JetonPrograms

/// Notices on the desktop, by the program notify-send where there is one; our own words alone stand in them.
enum DesktopNotice {
    /// Says that certificates have come.
    static func certificates(_ count: Int) {
        let words = count == 1 ? "A certificate has come" : "\(count) certificates have come"
        var call = ProgramCall(silent: [
            "notify-send", "--app-name=jeton", words, "jeton enroll collect puts it onto the token.",
        ])
        call.environment = Process.variables
        // Without the program, or without a desktop, the journal and `jeton list` say the same.
        _ = try? call.run(limit: 1_024, deadline: .seconds(10))
    }
}
