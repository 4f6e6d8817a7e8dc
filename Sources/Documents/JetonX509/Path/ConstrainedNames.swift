/// The names of a certificate that name constraints are about.
struct ConstrainedNames {
    /// The names, each in its form.
    private(set) var names: [GeneralName] = []

    /// Collects the subject, the alternative names, and what stands in the subject for want of alternative names.
    ///
    /// - Parameters:
    ///   - certificate: A certificate of the path.
    ///   - isSigner: Whether it is the certificate at the start of the path, rather than one of an authority.
    init(_ certificate: Certificate, isSigner: Bool) {
        let subject = certificate.subject
        if !subject.isEmpty { names.append(.directoryName(subject)) }
        let attributes = subject.relativeNames.joined()
        names += attributes.filter { $0.type == NameAttributeType.emailAddress }.map { .email($0.text ?? "") }
        let alternatives = certificate.subjectAlternativeNames
        names += alternatives.map { $0.isInternationalMailbox ? .email("") : $0 }
        // A host name in the common name is what a program that looks for one there finds.
        guard isSigner, !alternatives.contains(where: { $0.form == .dns }) else { return }
        names += attributes.filter { $0.type == NameAttributeType.commonName }.compactMap(\.text)
            .filter { $0.utf8.contains(UInt8(ascii: ".")) && HostName($0)?.hasPlainLabels == true }.map { .dns($0) }
    }
}
