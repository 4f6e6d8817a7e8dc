/// One of the 16 dictionaries that nscurl tries, in its order and words.
package struct DiagnosticRow: Hashable, Sendable {
    /// The group that the row belongs to.
    package let heading: String
    /// The row's name.
    package let name: String
    /// What the dictionary allows.
    package let set: ExceptionSet

    /// The rows for a host.
    package static func all(for host: String) -> [DiagnosticRow] {
        let versions: [TransportVersionName] = [.tls13, .tls12, .tls11, .tls10]
        var rows = [
            DiagnosticRow(heading: "Default ATS Secure Connection", name: "ATS Default Connection", set: .init()),
            DiagnosticRow(heading: "Allowing Arbitrary Loads", name: "Allow All Loads", set: .arbitraryLoads),
        ]
        rows += versions.map { version in
            DiagnosticRow(
                heading: "Configuring TLS exceptions for \(host)",
                name: version.rawValue,
                set: .init(version.version)
            )
        }
        rows += [
            DiagnosticRow(
                heading: "Configuring PFS exceptions for \(host)",
                name: "Disabling Perfect Forward Secrecy",
                set: .init(nil, disablesForwardSecrecy: true)
            ),
            DiagnosticRow(
                heading: "Configuring PFS exceptions and allowing insecure HTTP for \(host)",
                name: "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
                set: .init(nil, disablesForwardSecrecy: true, allowsInsecureHTTP: true)
            ),
        ]
        rows += versions.map { version in
            DiagnosticRow(
                heading: "Configuring TLS exceptions with PFS disabled for \(host)",
                name: "\(version.rawValue) with PFS disabled",
                set: .init(version.version, disablesForwardSecrecy: true)
            )
        }
        rows += versions.map { version in
            DiagnosticRow(
                heading: "Configuring TLS exceptions with PFS disabled and insecure HTTP allowed for \(host)",
                name: "\(version.rawValue) with PFS disabled and insecure HTTP allowed",
                set: .init(version.version, disablesForwardSecrecy: true, allowsInsecureHTTP: true)
            )
        }
        return rows
    }
}
