import CCryptoki
import JetonOctets
import TokenEngine

/// Sessions, login and PINs: PKCS #11 3.2, 5.6.
enum SessionFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_OpenSession = { slot, flags, _, _, handle in
            call { (engine) throws(TokenFault) in
                let handle = try unsafe required(handle)
                guard flags & CKF_SERIAL_SESSION != 0 else {
                    throw TokenFault(.sessionParallelNotSupported, "only serial sessions are supported")
                }
                guard flags & CKF_ASYNC_SESSION == 0 else {
                    throw TokenFault(.sessionAsyncNotSupported, "asynchronous sessions are not supported")
                }
                unsafe handle.pointee = try engine.openSession(slot: slot, isReadWrite: flags & CKF_RW_SESSION != 0)
            }
        }
        table.C_CloseSession = { session in
            call { (engine) throws(TokenFault) in try engine.closeSession(session) }
        }
        table.C_CloseAllSessions = { slot in
            call { (engine) throws(TokenFault) in try engine.closeAllSessions(slot: slot) }
        }
        unsafe table.C_GetSessionInfo = { session, info in
            call { (engine) throws(TokenFault) in
                let info = try unsafe required(info)
                let description = try engine.describeSession(session)
                unsafe info.pointee.slotID = description.slot
                unsafe info.pointee.state = description.state.rawValue
                unsafe info.pointee.flags = CKF_SERIAL_SESSION | (description.isReadWrite ? CKF_RW_SESSION : 0)
                unsafe info.pointee.ulDeviceError = 0
            }
        }
        unsafe table.C_GetSessionValidationFlags = { session, _, flags in
            call { (engine) throws(TokenFault) in
                let flags = try unsafe required(flags)
                try engine.requireSession(session)
                unsafe flags.pointee = 0
            }
        }
        table.C_SessionCancel = { session, flags in
            call { (engine) throws(TokenFault) in
                try engine.cancel(session, MechanismFlags(rawValue: flags))
            }
        }
        unsafe table.C_GetOperationState = { session, _, _ in
            call { (engine) throws(TokenFault) in
                try engine.requireSession(session)
                throw TokenFault(.stateUnsaveable, "operations can't be saved")
            }
        }
        unsafe table.C_SetOperationState = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_AsyncComplete = { session, _, _ in notSupported(session) }
        unsafe table.C_AsyncGetID = { session, _, _ in notSupported(session) }
        unsafe table.C_AsyncJoin = { session, _, _, _, _ in notSupported(session) }
        installLogin(&table)
    }

    private static func installLogin(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_Login = { session, user, pin, length in unsafe SessionFunctions.login(session, user, pin, length)
        }
        // There is one user of each type, and no name tells them apart.
        unsafe table.C_LoginUser = { session, user, pin, length, _, nameLength in
            if nameLength > 0 { return notSupported(session) }
            return unsafe SessionFunctions.login(session, user, pin, length)
        }
        table.C_Logout = { session in call { (engine) throws(TokenFault) in try engine.logOut(session) } }
        unsafe table.C_InitPIN = { session, pin, length in
            call { (engine) throws(TokenFault) in
                let secret = try unsafe secret(pin, length, beyond: .pinLenRange)
                try engine.initializePIN(session, secret)
            }
        }
        unsafe table.C_SetPIN = { session, old, oldLength, new, newLength in
            call { (engine) throws(TokenFault) in
                // Both missing: they are typed at the reader. PKCS #11 3.2, 5.6.6.
                if unsafe old == nil, unsafe new == nil {
                    try engine.setPINOnReader(session)
                    return
                }
                let before = try unsafe secret(old, oldLength, beyond: .pinIncorrect)
                let after = try unsafe secret(new, newLength, beyond: .pinLenRange)
                try engine.setPIN(session, from: before, to: after)
            }
        }
    }

    private static func login(
        _ session: CK_SESSION_HANDLE,
        _ user: CK_USER_TYPE,
        _ pin: CK_UTF8CHAR_PTR?,
        _ length: CK_ULONG
    ) -> ResultCode {
        call { (engine) throws(TokenFault) in
            try engine.requireSession(session)
            let user = UserType(rawValue: user)
            // No PIN: it is typed at the reader. PKCS #11 3.2, 5.6.8.
            if unsafe pin == nil {
                try engine.logInOnReader(session, user)
                return
            }
            try unsafe engine.logIn(session, user, try secret(pin, length, beyond: .pinIncorrect))
        }
    }
}
