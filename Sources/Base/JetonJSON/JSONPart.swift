/// A value of JSON text as ``JSONReader`` finds it; what a list or an object consists of has been made before.
package enum JSONPart<Value> {
    /// A string.
    case string(String)
    /// An integer of 64 bits.
    case integer(Int64)
    /// Any other number.
    case decimal(Double)
    /// True or false.
    case boolean(Bool)
    /// A list.
    case array([Value])
    /// Members in the order of the text, none of which appears twice.
    case object([(name: String, offset: Int, value: Value)])
}
