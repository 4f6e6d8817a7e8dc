/// What checking a container showed.
public struct ContainerReport: Sendable {
    /// What kind of container it is.
    public let kind: ContainerKind
    /// The files that are data, in the archive's order.
    public let files: [ZIPEntry]
    /// The signatures, in the archive's order.
    public let signatures: [ContainerSignature]
    /// The files that no signature covers, those of META-INF among them.
    public let unsigned: [String]
    /// What is not checked and does not count: the list of files and evidence records by their names, and in words what
    /// files with signatures hold unsigned.
    public let unchecked: [String]
    /// What is wrong with the container besides its signatures; empty if nothing is.
    public let faults: [String]

    /// Whether there are signatures, they and all files hold, and each file is covered, trusted or not.
    public var isIntact: Bool {
        !signatures.isEmpty && faults.isEmpty && unsigned.isEmpty && signatures.allSatisfy(\.isIntact)
    }

    /// Whether the container is intact, and every check of each signature passed.
    public var isValid: Bool { isIntact && signatures.allSatisfy(\.isValid) }
}
