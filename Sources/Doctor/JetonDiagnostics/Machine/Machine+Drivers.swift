internal import JetonOctets

extension Machine {
    /// The directories in which distributions keep the drivers of USB readers.
    static let driverDirectories = ["/usr/lib/pcsc/drivers", "/usr/lib64/pcsc/drivers", "/usr/local/lib/pcsc/drivers"]

    private static let serviceVersion = Fact<ForeignText>()

    /// What pcscd says of itself; empty if it can't be run.
    var serviceVersion: ForeignText {
        remember(Self.serviceVersion) {
            guard let program = serviceProgram, case .ended(_, let output) = probe.run([program, "--version"]) else {
                return ForeignText("")
            }
            return output
        }
    }

    /// The directory in which pcscd looks for drivers: what it was built with, or the usual one.
    var driverDirectory: String {
        let word = serviceVersion.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("usbdropdir=") }
        return word.map { String($0.dropFirst("usbdropdir=".count)) } ?? Machine.driverDirectories[0]
    }

    private static let driverBundles = Fact<[DriverBundle]>()

    /// The drivers in the directory of pcscd.
    var driverBundles: [DriverBundle] { remember(Self.driverBundles) { bundles(in: driverDirectory) } }

    /// The drivers in a directory.
    func bundles(in folder: String) -> [DriverBundle] {
        names(in: folder).filter { $0.hasSuffix(".bundle") }.compactMap { name in
            let path = "\(folder)/\(name)"
            return text("\(path)/Contents/Info.plist").flatMap { DriverBundle(propertyList: $0.unescaped, path: path) }
        }
    }

    /// The driver that takes a device, if any does.
    func bundle(for device: USBDevice) -> DriverBundle? {
        driverBundles.first { $0.entry(for: device) != nil }
    }

    /// The directory or file in which pcscd looks for readers that do not announce themselves.
    var readerConfigurationPath: String {
        configurationArgument ?? "/etc/reader.conf.d"
    }

    /// Whether the service was started with this path as the place of its readers.
    func isServiceToldOf(_ path: String) -> Bool { configurationArgument == path }

    /// What the service that runs was started with as the place of its readers; nil for its own default.
    private var configurationArgument: String? {
        guard let process = serviceProcess, let line = text("/proc/\(process.id)/cmdline") else { return nil }
        let arguments = line.split(separator: "\0").map(String.init)
        for (index, argument) in arguments.enumerated() {
            if argument == "--config" || argument == "-c", index + 1 < arguments.count { return arguments[index + 1] }
            if argument.hasPrefix("--config=") { return String(argument.dropFirst("--config=".count)) }
        }
        return nil
    }

    private static let readerConfigurations = Fact<[ReaderConfiguration]>()

    /// The readers that do not announce themselves.
    var readerConfigurations: [ReaderConfiguration] {
        remember(Self.readerConfigurations) {
            let path = readerConfigurationPath
            if let text = text(path) { return ReaderConfiguration.entries(in: text, file: path) }
            return names(in: path).flatMap { name in
                text("\(path)/\(name)").map { ReaderConfiguration.entries(in: $0, file: "\(path)/\(name)") } ?? []
            }
        }
    }

    /// The header of a library; nil if it can't be read or is none.
    func header(ofLibrary path: String) -> ELFHeader? {
        (try? probe.contents(of: path, limit: 67_108_864)).flatMap { ELFHeader($0) }
    }

    /// The devices that should be readers and are none, though the service works; none if it does not.
    var devicesWithoutReader: [USBDevice] {
        has(.service) ? smartCardDevices.filter { $0.isAuthorized && !hasReader(for: $0) } : []
    }
}
