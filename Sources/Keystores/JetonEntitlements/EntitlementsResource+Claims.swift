public import JetonKeystoreBase

extension EntitlementsResource {
    /// The application identifier and the access groups for a manifest that is made from the file.
    ///
    /// The keys of ``unusedKeys`` are left out.
    ///
    /// - Parameter program: The program's name, which stands behind the team of the groups in the application
    ///   identifier where the file has none; Xcode's files often have none.
    /// - Returns: The groups are nil if the file has no `keychain-access-groups`.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if the file has a finding that is more than a warning, or
    ///   neither an application identifier nor a team; the hint says which line to change.
    public func claims(
        program: String
    ) throws(KeystoreError) -> (application: ApplicationIdentifier, groups: [AccessGroupGrant]?) {
        if let finding = findings.first(where: { $0.severity != .warning }) {
            throw KeystoreError(.invalidParameter, "\(path), \(finding.message)", hint: finding.hint)
        }
        let name = applicationIdentifier?.name ?? team.map { "\($0).\(program)" } ?? ""
        guard let identifier = ApplicationIdentifier(rawValue: name) else {
            let example = "\(team?.rawValue ?? "ABCDE12345").org.example.program"
            throw KeystoreError(
                .invalidParameter,
                "\(path) has no '\(EntitlementsResource.applicationKey)'",
                hint: "add after line \(firstLine ?? 1): <key>\(EntitlementsResource.applicationKey)</key>"
                    + "<string>\(example)</string>"
            )
        }
        return (identifier, accessGroups?.compactMap { AccessGroupGrant(rawValue: $0.name) })
    }
}
