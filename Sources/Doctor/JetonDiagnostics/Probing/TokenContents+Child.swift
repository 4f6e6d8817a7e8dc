internal import Cryptoki
internal import JetonOctets
internal import JetonX509
package import TokenKit

// Read in a child, one a module, each token's record handed over as soon as it is complete: what a later token breaks
// does not take the earlier ones along.

extension TokenContents {
    static let objectLimit = 1024
    private static let certificateLimit = 65_536
    private static let mechanismLimit = 4096

    /// Reads what a module's tokens show without login, and writes it to a descriptor: the child's half.
    ///
    /// - Returns: The exit code: 0, or 1 if the module does not start.
    package static func serve(_ request: ModuleSurveyor.Request, to descriptor: Int32) -> Int32 {
        ModuleMemory.limitThisProcess()
        guard let library = try? ModuleLibrary(path: request.path),
            let module = try? Module(library, initializationString: request.initializationString),
            let slots = try? module.slots(withToken: true)
        else { return 1 }
        for slot in slots {
            let start = ContinuousClock.now
            let flags = (try? slot.tokenInfo())?.flags
            let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
            guard let flags, flags.contains(.tokenInitialized) else { continue }
            var contents = TokenContents(module: request.path, slot: slot.id.rawValue)
            contents.milliseconds = milliseconds
            do {
                contents.mechanisms = Set(try slot.mechanisms().prefix(mechanismLimit))
                var session = try Session(slot: slot)
                let handles = try session.find().prefix(objectLimit)
                for handle in handles {
                    if let object = Object(try session.attributes(Object.types, of: handle)) {
                        contents.objects.append(object)
                    }
                }
                try session.close()
                if library.extendedFunctionCount > 0 { contents.readVendorReport(of: slot) }
                contents.hasChannel = library.extendedFunctionCount > 0 && slot.hasSecureChannel()
            } catch {
                contents.failure = "\(error)"
            }
            var frame = SurveyWriter()
            frame.write(contents.encoded)
            _ = IsolatedWork.write(frame.octets, to: descriptor)
        }
        return 0
    }

    /// Reads what a child handed over before its end.
    static func decode(_ octets: [UInt8], module: String) -> [TokenContents] {
        var frames = SurveyReader(octets)
        var found: [TokenContents] = []
        while found.count < 1024, let frame = try? frames.bytes(),
            let contents = try? TokenContents(encoded: frame, module: module)
        {
            found.append(contents)
        }
        return found
    }

    private mutating func readVendorReport(of slot: Slot) {
        do {
            let info = try slot.extendedTokenInfo()
            vendorReport = VendorReport(
                batteryMillivolts: info.batteryMillivolts,
                hasFactoryUserPIN: !info.flags.contains(.userPINIsNotDefault),
                hasFactorySecurityOfficerPIN: !info.flags.contains(.securityOfficerPINIsNotDefault)
            )
        } catch {
            // A table that lacks the function, or a token that has no such thing, tells nothing of the token.
            if error.fault == nil, error.code != .functionNotSupported { vendorFailure = "\(error)" }
        }
    }

    private var encoded: [UInt8] {
        var writer = SurveyWriter()
        writer.write(slot)
        writer.write(vendorReport != nil)
        writer.write(vendorReport?.batteryMillivolts ?? 0)
        writer.write(vendorReport?.hasFactoryUserPIN ?? false)
        writer.write(vendorReport?.hasFactorySecurityOfficerPIN ?? false)
        writer.write(vendorFailure ?? "")
        writer.write(UInt(milliseconds))
        writer.write(failure ?? "")
        writer.write(hasChannel)
        writer.write(UInt(mechanisms.count))
        for mechanism in mechanisms { writer.write(mechanism.rawValue) }
        writer.write(UInt(objects.count))
        for object in objects { object.write(to: &writer) }
        return writer.octets
    }

    private init(encoded octets: [UInt8], module: String) throws(EncodingError) {
        var reader = SurveyReader(octets)
        self.init(module: module, slot: try reader.number())
        let hasReport = try reader.flag()
        let millivolts = try reader.number()
        let report = VendorReport(
            batteryMillivolts: millivolts == 0 ? nil : millivolts,
            hasFactoryUserPIN: try reader.flag(),
            hasFactorySecurityOfficerPIN: try reader.flag()
        )
        vendorReport = hasReport ? report : nil
        let words = try reader.text()
        vendorFailure = words.isEmpty ? nil : words
        milliseconds = try reader.count(atMost: 1_000_000)
        let text = try reader.text()
        failure = text.isEmpty ? nil : text
        hasChannel = try reader.flag()
        for _ in 0..<(try reader.count(atMost: TokenContents.mechanismLimit)) {
            mechanisms.insert(MechanismType(rawValue: try reader.number()))
        }
        for _ in 0..<(try reader.count(atMost: TokenContents.objectLimit)) {
            objects.append(try Object(from: &reader))
        }
        try reader.finish()
    }
}

extension TokenContents.Object {
    static let types: [AttributeType] =
        TokenPublicKey.types + [.class, .value, .sign, .verify]

    init?(_ values: AttributeValues) {
        guard let objectClass = values.objectClass else { return nil }
        let isKey = objectClass == .privateKey || objectClass == .publicKey
        let isCertificate = objectClass == .certificate
        self.init(
            objectClass,
            keyType: isKey ? values.keyType : nil,
            id: values.id ?? [],
            label: values.label ?? "",
            certificate: isCertificate ? (values.octets(.value) ?? []) : [],
            publicKey: isKey ? (TokenPublicKey.make(values)?.derRepresentation ?? []) : [],
            canSign: objectClass == .privateKey ? values.flag(.sign) : values.flag(.verify),
            needsLoginEachTime: values.flag(.alwaysAuthenticate) ?? false
        )
        if certificate.count > 65_536 { certificate = [] }
    }

    fileprivate func write(to writer: inout SurveyWriter) {
        writer.write(objectClass.rawValue)
        writer.write(keyType != nil)
        writer.write(keyType?.rawValue ?? 0)
        writer.write(id)
        writer.write(label)
        writer.write(certificate)
        writer.write(publicKey)
        writer.write(canSign != nil)
        writer.write(canSign ?? false)
        writer.write(needsLoginEachTime)
    }

    fileprivate init(from reader: inout SurveyReader) throws(EncodingError) {
        let objectClass = ObjectClass(rawValue: try reader.number())
        let hasType = try reader.flag()
        let type = KeyType(rawValue: try reader.number())
        let id = try reader.bytes()
        let label = try reader.text()
        let certificate = try reader.bytes()
        let publicKey = try reader.bytes()
        let tellsSign = try reader.flag()
        let canSign = try reader.flag()
        self.init(
            objectClass,
            keyType: hasType ? type : nil,
            id: id,
            label: label,
            certificate: certificate,
            publicKey: publicKey,
            canSign: tellsSign ? canSign : nil,
            needsLoginEachTime: try reader.flag()
        )
    }
}
