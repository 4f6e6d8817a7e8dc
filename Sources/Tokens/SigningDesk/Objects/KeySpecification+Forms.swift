package import Cryptoki

extension KeySpecification {
    /// Makes a key with the first form of its parameters that the token takes.
    ///
    /// - Parameter make: Makes the key with a form, and leaves nothing behind if that fails.
    /// - Throws: What the token says of the most usual form, which is what the user can do something about.
    package func inFirstForm(_ make: (ParameterForm) throws(CryptokiError) -> Void) throws(CryptokiError) {
        var refusal: CryptokiError?
        for form in parameterForms {
            do {
                return try make(form)
            } catch {
                guard Self.otherForm.contains(error.code) else { throw error }
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
    }

    /// What modules answer to a form of the parameters that they do not take.
    private static let otherForm: Set<ReturnValue> = [
        .domainParamsInvalid, .curveNotSupported, .attributeValueInvalid, .attributeTypeInvalid, .attributeReadOnly,
        .templateIncomplete, .templateInconsistent, .generalError, .functionFailed,
    ]
}
