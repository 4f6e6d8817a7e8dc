/// Something that was read, which others can read again: a path, a value, a code.
public struct Evidence: Sendable {
    /// What it is: "socket", "connect", "version of the service".
    public let name: ReportText
    /// What was read.
    public let value: ReportText

    /// Makes evidence.
    public init(_ name: ReportText, _ value: ReportText) {
        self.name = name
        self.value = value
    }
}
