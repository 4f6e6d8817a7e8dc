internal import Cryptoki
internal import TokenKit

extension Machine {
    /// What can be wrong with the TPM and its store.
    enum TPMFault {
        /// The device can't be used: path and reason.
        case device(String, String)
        /// The store can't be used: folder and reason.
        case store(String, String)
    }

    /// The modules of tpm2-pkcs11 that are in use here and can be loaded.
    var tpmModules: [String] { loadableModules(named: "tpm2_pkcs11") }

    /// What findings about the TPM are about.
    var tpmSubjects: [Subject] { tpmModules.map { .module($0) } }

    /// Variables and answers that concern the TPM.
    var tpmEvidence: [Evidence] {
        let variables = ["TPM2_PKCS11_STORE", "TPM2_PKCS11_TCTI", "TPM2TOOLS_TCTI"].compactMap { name in
            probe.variables[name].map { Evidence("\(name)", "\($0)") }
        }
        return variables + failedModules(named: "tpm2_pkcs11").map { Evidence("answer", "\($0.failure.description)") }
    }

    /// How bad it is that a store without tokens, or without its device, is there: the package comes with nothing
    /// set up, and is installed on many machines that do not use it.
    var severityOfUnusedStore: Severity {
        let isNamed = probe.registry().modules.contains { $0.source == .argument }
        let isMeant = ["TPM2_PKCS11_STORE", "TPM2_PKCS11_TCTI"].contains { probe.variables[$0] != nil }
        if isNamed { return .failure }
        return isMeant ? (hasUsableToken ? .warning : .failure) : .info
    }

    /// What is wrong with the TPM or its store, if tpm2-pkcs11 is in use and shows no token that is set up.
    var tpmFault: TPMFault? {
        remember {
            guard let module = tpmModules.first else { return nil }
            let works = surveys.contains { path, survey in
                path == module && survey.slots.contains { $0.token?.flags.contains(.tokenInitialized) == true }
            }
            return works ? nil : tpmDeviceFault ?? tpmStoreFault
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
