internal import TokenKit

extension Machine {
    private static let moduleConduct = Fact<[ModuleConduct]>()

    /// How the modules that started behave after a fork and at the end of the process.
    var moduleConduct: [ModuleConduct] {
        remember(Self.moduleConduct) {
            let started = Set(surveys.map(\.path))
            let requests = modules.filter { started.contains($0.path) }
                .map { ModuleSurveyor.Request(path: $0.path, initializationString: $0.initializationString) }
            return requests.isEmpty ? [] : probe.conduct(of: requests)
        }
    }
}
