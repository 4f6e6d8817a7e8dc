import CCryptoki
import Octets
import TokenEngine

/// Sessions, login and PINs: PKCS #11 3.2, 5.6.
enum SessionFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_OpenSession = { slot, flags, _, _, handle in
            call { (engine) throws(TokenFault) in
                let handle = try required(handle)
                guard flags & CKF_SERIAL_SESSION != 0 else {
                    throw TokenFault(.sessionParallelNotSupported, "sessions are serial")
                }
                guard flags & CKF_ASYNC_SESSION == 0 else {
                    throw TokenFault(.sessionAsyncNotSupported, "there are no asynchronous sessions")
                }
                handle.pointee = try engine.openSession(slot: slot, isReadWrite: flags & CKF_RW_SESSION != 0)
            }
        }
        table.C_CloseSession = { session in
            call { (engine) throws(TokenFault) in try engine.closeSession(session) }
        }
        table.C_CloseAllSessions = { slot in
            call { (engine) throws(TokenFault) in try engine.closeAllSessions(slot: slot) }
        }
        table.C_GetSessionInfo = { session, info in
            call { (engine) throws(TokenFault) in
                let info = try required(info)
                let description = try engine.describeSession(session)
                info.pointee.slotID = description.slot
                info.pointee.state = description.state
                info.pointee.flags = CKF_SERIAL_SESSION | (description.isReadWrite ? CKF_RW_SESSION : 0)
                info.pointee.ulDeviceError = 0
            }
        }
        table.C_GetSessionValidationFlags = { session, _, flags in
            call { (engine) throws(TokenFault) in
                let flags = try required(flags)
                try engine.requireSession(session)
                flags.pointee = 0
            }
        }
        table.C_SessionCancel = { session, flags in
            call { (engine) throws(TokenFault) in
                try engine.cancel(session, TokenEngine.OperationSet(rawValue: flags))
            }
        }
        table.C_GetOperationState = { session, _, _ in
            call { (engine) throws(TokenFault) in
                try engine.requireSession(session)
                throw TokenFault(.stateUnsaveable, "operations can't be saved")
            }
        }
        table.C_SetOperationState = { session, _, _, _, _ in notSupported(session) }
        table.C_AsyncComplete = { session, _, _ in notSupported(session) }
        table.C_AsyncGetID = { session, _, _ in notSupported(session) }
        table.C_AsyncJoin = { session, _, _, _, _ in notSupported(session) }
        installLogin(&table)
    }

    private static func installLogin(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_Login = { session, user, pin, length in login(session, user, pin, length) }
        // There is one user of each type, and no name tells them apart.
        table.C_LoginUser = { session, user, pin, length, _, nameLength in
            if nameLength > 0 { return notSupported(session) }
            return login(session, user, pin, length)
        }
        table.C_Logout = { session in call { (engine) throws(TokenFault) in try engine.logOut(session) } }
        table.C_InitPIN = { session, pin, length in
            call { (engine) throws(TokenFault) in
                let secret = try secret(pin, length, beyond: .pinLengthRange)
                try engine.initialisePIN(session, secret)
            }
        }
        table.C_SetPIN = { session, old, oldLength, new, newLength in
            call { (engine) throws(TokenFault) in
                let before = try secret(old, oldLength, beyond: .pinIncorrect)
                let after = try secret(new, newLength, beyond: .pinLengthRange)
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
            guard let user = User(rawValue: user) else { throw TokenFault(.userTypeInvalid, "there is no such user") }
            try engine.logIn(session, user, try secret(pin, length, beyond: .pinIncorrect))
        }
    }
}
