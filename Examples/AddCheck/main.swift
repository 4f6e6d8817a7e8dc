import Foundation
import JetonDiagnostics
import TokenKit

// Runs a doctor with one check of its own: whether other users can write to the directory of Jeton's data.
//
//     add-check

/// Other users can change what Jeton keeps.
enum EnvDataWritable: Check {
    static let page = CheckPage(
        id: "env-data-writable",
        layer: .environment,
        title: "other users can write to Jeton's data",
        symptom: "`jeton keystore` refuses the directory, or uses what another user has put there.",
        cause: "The directory was made with a umask of 000, or its mode was changed.",
        detection: "The permission bits of `JETON_DATA` have a write bit for the group or for others.",
        remedies: [Remedy("take the permission away", commands: ["chmod 0700 $JETON_DATA"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let path = machine.variables["JETON_DATA"] else { return .irrelevant }
        do {
            let status = try machine.status(of: path)
            guard status.permissions & 0o022 != 0 else { return .passed }
            return .found(
                "other users can write to \(path)",
                [Evidence("mode of \(path)", "\(status.octalPermissions)")]
            )
        } catch {
            return .unknown("\(path) can't be looked at: \(error)")
        }
    }
}

let variables = ProcessInfo.processInfo.environment
let probe = SystemProbe(.init(variables: variables, modules: ModuleEnvironment(userID: getuid())))
var selection = Doctor.Selection()
selection.only = [EnvDataWritable.page.id]
let report = Doctor(checks: [EnvDataWritable.self]).examine(Machine(probe), selection)
for entry in report.entries {
    print("\(entry.page.id): \(entry.result.word)")
}
for finding in report.findings {
    print(finding.summary.full)
    for evidence in finding.evidence { print("  \(evidence.name.full): \(evidence.value.full)") }
}
exit(report.isHealthy ? 0 : 1)
