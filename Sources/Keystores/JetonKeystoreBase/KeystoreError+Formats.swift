extension KeystoreError {
    private static let damageHint = "run `jeton keystore verify` to see the damage, then `jeton keystore repair`"

    package static func damaged(_ name: String, _ reason: String, cause: Cause? = nil) -> KeystoreError {
        KeystoreError(.notAvailable, "\(name) is damaged: \(reason)", cause: cause, hint: damageHint)
    }

    package static func damagedRecord(in group: AccessGroup) -> KeystoreError {
        KeystoreError(.decoding, "a record of \(group) is damaged", hint: damageHint)
    }

    package static func newerFormat(_ name: String, _ format: UInt16, known: UInt16) -> KeystoreError {
        KeystoreError(
            .notAvailable,
            "\(name) has format \(format), and this version supports up to \(known)",
            hint: "use the version that wrote the file; the file was not changed"
        )
    }

    package static func unsafeFile(_ name: String, _ reason: String, hint: String? = nil) -> KeystoreError {
        KeystoreError(.notAvailable, "\(name) is refused: \(reason)", hint: hint)
    }
}
