/// One value of a property list and the line where it starts.
package struct PropertyListNode: Hashable, Sendable {
    /// What the value is.
    package enum Value: Hashable, Sendable {
        /// `string`.
        case string(String)
        /// `integer`.
        case integer(Int64)
        /// `real`.
        case real(Double)
        /// `true` or `false`.
        case boolean(Bool)
        /// `date`, as it stands: `YYYY-MM-DDThh:mm:ssZ`.
        case date(String)
        /// `data`.
        case data([UInt8])
        /// `array`.
        case array([PropertyListNode])
        /// `dict`, in file order.
        case dictionary([PropertyListEntry])

        /// The element's name, for messages.
        package var elementName: String {
            switch self {
            case .string: "string"
            case .integer: "integer"
            case .real: "real"
            case .boolean(let value): value ? "true" : "false"
            case .date: "date"
            case .data: "data"
            case .array: "array"
            case .dictionary: "dict"
            }
        }
    }

    /// The value.
    package let value: Value
    /// The line of the element's start tag, from 1.
    package let line: Int
    /// The line of the element's end tag.
    package let lastLine: Int
}
