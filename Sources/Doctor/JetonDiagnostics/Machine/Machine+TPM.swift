internal import Cryptoki
internal import JetonOctets
internal import TokenKit

extension Machine {
    /// What can be wrong with the TPM and its store.
    enum TPMFault {
        /// The device can't be used: path and reason.
        case device(String, String)
        /// The store can't be used: directory and reason.
        case store(String, String)
        /// The keystore of the Feature API can't be used: path and reason.
        case featureKeystore(String, String)
    }

    /// The modules of tpm2-pkcs11 that are in use here and can be loaded.
    var tpmModules: [String] { loadableModules(named: "tpm2_pkcs11") }

    /// What findings about the TPM are about.
    var tpmSubjects: [Subject] { tpmModules.map { .module($0) } }

    /// Variables and answers that concern the TPM.
    var tpmEvidence: [Evidence] {
        let variables =
            ["TPM2_PKCS11_STORE", "TPM2_PKCS11_TCTI"].map { name in
                Evidence("\(name)", "\(probe.variables[name] ?? "not set")")
            }
            + ["TPM2_PKCS11_BACKEND", "TPM2TOOLS_TCTI"].compactMap { name in
                probe.variables[name].map { Evidence("\(name)", "\($0)") }
            }
        return variables + failedModules(named: "tpm2_pkcs11").map { Evidence("answer", "\($0.failure.description)") }
    }

    /// How bad it is that a store without tokens, or without its device, is there: the package comes with nothing
    /// set up, and is installed on many machines that do not use it.
    var severityOfUnusedStore: Severity {
        let isNamed = probe.registry().modules.contains { $0.source == .argument }
        let isMeant = ["TPM2_PKCS11_STORE", "TPM2_PKCS11_TCTI", "TPM2_PKCS11_BACKEND"].contains {
            probe.variables[$0] != nil
        }
        if isNamed { return .failure }
        return isMeant ? (hasUsableToken ? .warning : .failure) : .info
    }

    private static let tpmFault = Fact<TPMFault?>()

    /// What is wrong with the TPM or its store, if tpm2-pkcs11 is in use and shows no token that is set up.
    var tpmFault: TPMFault? {
        remember(Self.tpmFault) {
            guard let module = tpmModules.first else { return nil }
            let works = surveys.contains { path, survey in
                path == module && survey.slots.contains { $0.token?.flags.contains(.tokenInitialized) == true }
            }
            return works ? nil : tpmDeviceFault ?? (usesFeatureAPI ? featureKeystoreFault : tpmStoreFault)
        }
    }

    private var tpmDeviceFault: TPMFault? {
        let tcti = probe.variables["TPM2_PKCS11_TCTI"] ?? ""
        guard tcti.isEmpty || tcti.hasPrefix("device") else { return nil }
        let path = tcti.hasPrefix("device:") ? String(tcti.dropFirst(7)) : "/dev/tpmrm0"
        do {
            try probe.checkAccess(to: path, .read)
            try probe.checkAccess(to: path, .write)
            return nil
        } catch {
            return .device(path, error.description)
        }
    }

    /// Whether tpm2-pkcs11 is told to keep its tokens by the TPM's Feature API, rather than in its own database.
    private var usesFeatureAPI: Bool { probe.variables["TPM2_PKCS11_BACKEND"]?.lowercased() == "fapi" }

    /// What is wrong with the keystore of the Feature API.
    ///
    /// - SeeAlso: fapi-config(5); the path of the storage root key is that of the profile.
    private var featureKeystoreFault: TPMFault? {
        if let module = tpmModules.first, lacksFeatureAPI(module) {
            return .featureKeystore(module, "was built without the Feature API")
        }
        let named = probe.variables["TSS2_FAPICONF"].flatMap { $0.isEmpty ? nil : $0 }
        let configuration = named ?? "/etc/tpm2-tss/fapi-config.json"
        guard let text = text(configuration) else { return .featureKeystore(configuration, "can't be read") }
        // A flat object of texts: name and value follow each other between quotes.
        let texts = text.split(separator: "\"").map(String.init)
        func value(_ name: String) -> String? {
            texts.firstIndex(of: name).flatMap { texts.indices.contains($0 + 2) ? texts[$0 + 2] : nil }
        }
        guard let profile = value("profile_name"), let folder = value("system_dir") else {
            return .featureKeystore(configuration, "does not set profile_name and system_dir")
        }
        let key = "\(folder)/\(profile)/HS/SRK"
        guard exists(key) else { return .featureKeystore(key, "is missing: the profile is not provisioned") }
        do {
            try probe.checkAccess(to: folder, .write)
            return nil
        } catch {
            return .featureKeystore(folder, error.description)
        }
    }

    /// Whether a build of tpm2-pkcs11 has the words by which it says that it lacks the Feature API.
    private func lacksFeatureAPI(_ module: String) -> Bool {
        guard let octets = try? probe.contents(of: module, limit: 67_108_864) else { return false }
        let words = Array("FAPI NOT ENABLED".utf8)
        return octets.indices.contains { octets[$0] == words[0] && octets[$0...].starts(with: words) }
    }

    private var tpmStoreFault: TPMFault? {
        let named = probe.variables["TPM2_PKCS11_STORE"].flatMap { $0.isEmpty ? nil : $0 }
        let usual = (home.map { ["\($0)/.tpm2_pkcs11"] } ?? []) + ["/etc/tpm2_pkcs11"]
        let folder = named ?? usual.first { exists($0) } ?? usual[0]
        let file = "\(folder)/tpm2_pkcs11.sqlite3"
        do {
            try probe.checkAccess(to: file, .read)
            try probe.checkAccess(to: file, .write)
            return nil
        } catch {
            return .store(folder, "\(file): \(error.description)")
        }
    }
}
