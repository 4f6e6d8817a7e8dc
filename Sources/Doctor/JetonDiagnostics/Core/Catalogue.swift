/// All checks that there are.
public enum Catalogue {
    /// The checks by layer; within one, the one to be named first comes first.
    public static let checks: [any Check.Type] =
        usb + driver + service + access + card + module + token + objects + application + environment + network

    /// What is said of each check, in the same order.
    public static let pages: [CheckPage] = checks.map { $0.page }
}
