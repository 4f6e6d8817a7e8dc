public import Cryptoki

/// Why a module could not be surveyed.
public enum SurveyFailure: Error, Sendable, CustomStringConvertible {
    /// It could not be loaded.
    case notLoaded(ModuleLoadError)
    /// It was loaded and a function of it failed.
    case failed(CryptokiError)
    /// It crashed, hung or ended the process that ran it.
    case ended(ChildEnd)
    /// What the process that ran it handed over makes no sense.
    case garbled(path: String)

    /// One sentence for people.
    public var description: String {
        switch self {
        case .notLoaded(let error): error.description
        case .failed(let error): error.description
        case .ended(let end): end.explanation ?? "the process that ran the module exited early"
        case .garbled(let path): "module \(path) left its process in an unreadable state"
        }
    }

    /// The path of the module; nil if it is not known.
    public var modulePath: String? {
        switch self {
        case .notLoaded(let error): error.path
        case .failed(let error): error.context.module
        case .ended(let end): end.modulePath
        case .garbled(let path): path
        }
    }

    /// The form in which a child hands the failure to its parent.
    var encoded: [UInt8] {
        var writer = SurveyWriter()
        switch self {
        case .notLoaded(let error):
            writer.write(0)
            writer.write(error.code.rawValue)
            writer.write(error.path)
            writer.write(error.detail)
            writer.write(error.returnValue != nil)
            writer.write(error.returnValue?.rawValue ?? 0)
        case .failed(let error):
            writer.write(1)
            writer.write(error.code.rawValue)
            writer.write(UInt(error.function.rawValue))
            writer.write(error.context.module ?? "")
            writer.write(error.context.slot != nil)
            writer.write(error.context.slot?.rawValue ?? 0)
            error.fault.write(to: &writer)
        case .ended, .garbled:
            writer.write(2)
        }
        return writer.octets
    }

    init(encoded octets: [UInt8], path: String) {
        var reader = SurveyReader(octets)
        do {
            self = try SurveyFailure(from: &reader, path: path)
        } catch {
            self = .garbled(path: path)
        }
    }

    private init(from reader: inout SurveyReader, path: String) throws {
        switch try reader.number() {
        case 0:
            let code = ModuleLoadError.Code(rawValue: try reader.text())
            let path = try reader.text()
            let detail = try reader.text()
            let hasValue = try reader.flag()
            let value = ReturnValue(rawValue: try reader.number())
            self = .notLoaded(
                ModuleLoadError(code, path: path, detail: detail, returnValue: hasValue ? value : nil)
            )
        case 1:
            let code = ReturnValue(rawValue: try reader.number())
            let function = Function(rawValue: UInt32(truncatingIfNeeded: try reader.number()))
            let module = try reader.text()
            let hasSlot = try reader.flag()
            let slot = SlotID(rawValue: try reader.number())
            let fault = try CryptokiError.Fault?(from: &reader)
            self = .failed(
                CryptokiError(
                    code,
                    function,
                    fault: fault,
                    context: .init(module: module.isEmpty ? nil : module, slot: hasSlot ? slot : nil)
                )
            )
        default:
            self = .garbled(path: path)
        }
    }
}

extension CryptokiError.Fault? {
    fileprivate func write(to writer: inout SurveyWriter) {
        switch self {
        case nil: writer.write(0)
        case .missingFunction: writer.write(1)
        case .usedAfterFork: writer.write(2)
        case .impossibleLength(let length):
            writer.write(3)
            writer.write(length)
        case .neverLargeEnough: writer.write(4)
        case .malformedValue: writer.write(5)
        }
    }

    fileprivate init(from reader: inout SurveyReader) throws {
        switch try reader.number() {
        case 1: self = .missingFunction
        case 2: self = .usedAfterFork
        case 3: self = .impossibleLength(try reader.number())
        case 4: self = .neverLargeEnough
        case 5: self = .malformedValue
        default: self = nil
        }
    }
}
