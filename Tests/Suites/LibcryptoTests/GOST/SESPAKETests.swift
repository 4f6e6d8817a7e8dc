import JetonLibcrypto
import JetonOctets
import Testing

@Suite("SESPAKE, against all examples of RFC 8133 and with shares that no honest side sends")
struct SESPAKETests {
    private static let password = Array("123456".utf8)
    private static let salt = "2923be84e16cd6ae529049f1f1bbe9eb"

    private func parameters(_ curve: GOSTCurve) throws -> SESPAKEParameters {
        SESPAKEParameters(
            clientIdentifier: [0, 0, 0, 0],
            serverIdentifier: [0, 0, 0, 0],
            salt: try Vector.octets(Self.salt),
            algorithmIdentifier: [],
            curve: curve
        )
    }

    private func key(_ hexadecimal: String, _ curve: GOSTCurve) throws -> GOSTPrivateKey {
        let octets = try Vector.octets(hexadecimal)
        return try GOSTPrivateKey(octets: octets.span, curve: curve)
    }

    @Test("A run (RFC 8133, A.2)", arguments: SESPAKEVector.all)
    func run(_ vector: SESPAKEVector) throws {
        let parameters = try parameters(vector.curve)
        let salt = parameters.salt
        let stretched = try Streebog.pbkdf2(
            password: Self.password.span,
            salt: salt.span,
            iterations: 2000,
            count: vector.curve.fieldLength
        )
        #expect(Vector.text(stretched) == Vector.normalized(vector.stretched))
        let point = try SESPAKE.passwordPoint(password: Self.password.span, salt: salt.span, curve: vector.curve)
        #expect(Vector.text(point) == Vector.normalized(vector.passwordPoint))

        let alpha = try key(vector.alpha, vector.curve)
        #expect(Vector.text(alpha.publicKey.octets) == Vector.normalized(vector.alphaP))
        let client = try SESPAKEClient(parameters, passwordPoint: point.clone(), ephemeral: alpha)
        #expect(Vector.text(client.share) == Vector.normalized(vector.clientShare))

        let beta = try key(vector.beta, vector.curve)
        #expect(Vector.text(beta.publicKey.octets) == Vector.normalized(vector.betaP))
        let clientShare = client.share
        let server = try SESPAKEServer(parameters, passwordPoint: point, receiving: clientShare, ephemeral: beta)
        let serverShare = server.share
        #expect(Vector.text(serverShare) == Vector.normalized(vector.serverShare))

        let serverKey = server.finish()
        let clientKey = try client.finish(receiving: serverShare)
        let source = try Vector.octets(vector.source)
        #expect(Vector.text(try Streebog.hash256(source.span)) == vector.serverKey)
        #expect(Vector.text(serverKey.secret) == vector.serverKey)
        #expect(Vector.text(clientKey.secret) == vector.clientKey)
        let flags = (serverKey.z, clientKey.z)
        #expect(flags == (false, false))

        let clientCode = try clientKey.clientCode(clientData: [])
        let serverCode = try serverKey.serverCode(clientData: [], serverData: [])
        #expect(Vector.text(clientCode) == vector.clientCode)
        #expect(Vector.text(serverCode) == vector.serverCode)
        try serverKey.checkClientCode(clientCode, clientData: [])
        try clientKey.checkServerCode(serverCode, clientData: [], serverData: [])
    }

    @Test("The mask points come from a hash of the generator (RFC 8133, 5 and A.1)", arguments: SESPAKEVector.all)
    func maskPoints(_ vector: SESPAKEVector) throws {
        let length = vector.curve.fieldLength
        let one = [1] + [UInt8](repeating: 0, count: length - 1)
        let generator = try GOSTPrivateKey(octets: one.span, curve: vector.curve).publicKey.octets
        let source = generator + [vector.seed, 0, 0, 0]
        var x = length == 32 ? try Streebog.hash256(source.span) : try Streebog.hash512(source.span)
        let p = try Vector.littleEndian(vector.p)
        while !x.reversed().lexicographicallyPrecedes(p.reversed()) { x = difference(x, p) }
        let point = try Vector.octets(vector.maskPoint)
        #expect(Array(point.prefix(length)) == x)
        // The smaller of both square roots.
        let y = Array(point.suffix(length))
        #expect(y.reversed().lexicographicallyPrecedes(difference(p, y).reversed()))
        #expect(try GOSTPublicKey(octets: point, curve: vector.curve).octets == point)
        // With the password's factor: int(F) * Q_1 is what VKO multiplies, but without the cofactor.
    }

    private func difference(_ minuend: [UInt8], _ subtrahend: [UInt8]) -> [UInt8] {
        var borrow = 0
        return zip(minuend, subtrahend).map { minuend, subtrahend in
            let value = Int(minuend) - Int(subtrahend) - borrow
            borrow = value < 0 ? 1 : 0
            return UInt8(truncatingIfNeeded: value)
        }
    }

    // u_1 = -Q_PW + T and u_2 = Q_PW + T for the points T of small order, with Q_PW of RFC 8133, A.2.6.
    static let forcedShares = [
        (
            "neutral",
            """
            2976235468bf756da9354d2d8ad1f1de89f55d696e8ca42f815689072798f9db
            0e8829e703fd34a1703b6c77c7e4b8b2d7b0777d0d305fe211843a04742b2260
            """,
            """
            2976235468bf756da9354d2d8ad1f1de89f55d696e8ca42f815689072798f9db
            8975d618fc02cb5e8fc49388381b474d284f8882f2cfa01dee7bc5fb8bd4dd9f
            """
        ),
        (
            "order 2",
            """
            2fb8dd48b44afd0c8d7a35f5348089fb171abe35f2a5709c70b9e6918ff1cf47
            1cbe3cb3da5d686f5c2e26e6b56c2a246b4135fedbb97a35c53fecb100320038
            """,
            """
            2fb8dd48b44afd0c8d7a35f5348089fb171abe35f2a5709c70b9e6918ff1cf47
            7b3fc34c25a29790a3d1d9194a93d5db94beca01244685ca3ac0134effcdffc7
            """
        ),
        (
            "order 4",
            """
            d0bd1bf355d42f9d1ddf11ddc18342994dda30bc7e02483f189fddcbb0c53d69
            522d8600cc8ab1c62c5b51742209091d87d38bdf10972b4e2e610d1c58afe1c5
            """,
            """
            ea91c18be4f886628137d762f6b7d352843cd13304d0488eef472e680451a433
            97de819c6acc1f79e84daa1207df48220495fc6ba4def617cfb3789e4deb982d
            """
        ),
    ]

    @Test("A share that cancels the password's point sets z, and nobody gets through", arguments: forcedShares)
    func forced(_ name: String, _ clientShare: String, _ serverShare: String) throws {
        let parameters = try parameters(.tc26ParamSetA)
        let salt = parameters.salt
        let point = try SESPAKE.passwordPoint(password: Self.password.span, salt: salt.span)
        let clientShare = try Vector.octets(clientShare)
        let server = try SESPAKEServer(parameters, passwordPoint: point, receiving: clientShare)
        let serverKey = server.finish()
        let serverFlag = serverKey.z
        #expect(serverFlag)
        let again = try SESPAKEServer(parameters, passwordPoint: point, receiving: clientShare).finish()
        #expect(Vector.text(serverKey.secret) != Vector.text(again.secret))
        let code = try serverKey.clientCode(clientData: [])
        #expect(throws: LibcryptoError(.notAuthentic)) { try serverKey.checkClientCode(code, clientData: []) }

        let client = try SESPAKEClient(parameters, passwordPoint: point)
        let clientKey = try client.finish(receiving: Vector.octets(serverShare))
        let clientFlag = clientKey.z
        #expect(clientFlag)
        let answer = try clientKey.serverCode(clientData: [], serverData: [])
        #expect(throws: LibcryptoError(.notAuthentic)) {
            try clientKey.checkServerCode(answer, clientData: [], serverData: [])
        }
    }

    @Test("With z set, K is HASH((m/q * beta) * (beta * P))")
    func forcedKey() throws {
        let vector = try #require(SESPAKEVector.all.first { $0.curve == .tc26ParamSetA })
        let octets = try Vector.octets(vector.passwordPoint)
        let point = Secret(copying: octets.span)
        let share = try Vector.octets(Self.forcedShares[0].1)
        let ephemeral = try key(vector.beta, .tc26ParamSetA)
        let server = try SESPAKEServer(
            parameters(.tc26ParamSetA),
            passwordPoint: point,
            receiving: share,
            ephemeral: ephemeral
        )
        let product = try Oracle.multiply(
            "GOST2012-256-A",
            scalar: Vector.octets(vector.beta),
            by: [4],
            point: Vector.octets(vector.betaP)
        )
        #expect(Vector.text(server.finish().secret) == Vector.text(try Streebog.hash256(product.span)))
    }

    // u_1 = P + T - Q_PW for the points T of order 2 and 4, with Q_PW as above.
    static let mixedShares = [
        """
        beb61d0da4cbafa2a555a9bce67391d90fab9b519526d36a19f2a8d900b8b20b
        e61b5dc6574547ce22ecaca41fb22097de63bffdd7659a6c060d2fc95f68925b
        """,
        """
        4c6e633964cd89d3c53bd033342edec6edaf2493b0fc52266f8db4c301891236
        030527a2733924385b4f7a044da82cdbf001df8d39336e0ba257077223c3e5dc
        """,
    ]

    @Test("A share with a part of small order goes into the key as the RFC's formula says", arguments: 0...1)
    func partOfSmallOrder(index: Int) throws {
        let vector = try #require(SESPAKEVector.all.first { $0.curve == .tc26ParamSetA })
        let octets = try Vector.octets(vector.passwordPoint)
        let passwordPoint = Secret(copying: octets.span)
        let ephemeral = try key(vector.beta, .tc26ParamSetA)
        let server = try SESPAKEServer(
            parameters(.tc26ParamSetA),
            passwordPoint: passwordPoint,
            receiving: Vector.octets(Self.mixedShares[index]),
            ephemeral: ephemeral
        )
        // P + T.
        let point = try Vector.octets(GOSTKeyTests.smallOrders[2 + index].1)
        let product = try Oracle.multiply(
            "GOST2012-256-A",
            scalar: Vector.octets(vector.beta),
            by: [4],
            point: point
        )
        let result = server.finish()
        let flag = result.z
        #expect(!flag)
        #expect(Vector.text(result.secret) == Vector.text(try Streebog.hash256(product.span)))
    }

    @Test("Points that are not on the curve are refused by both sides", arguments: GOSTCurve.allCases)
    func invalidPoints(curve: GOSTCurve) throws {
        let parameters = try parameters(curve)
        let valid = try GOSTPrivateKey(generatingOn: curve).publicKey.octets
        var changed = valid
        changed[0] ^= 1
        let zero = [UInt8](repeating: 0, count: valid.count)
        let ones = [UInt8](repeating: 0xFF, count: valid.count)
        for octets in [changed, zero, ones, [], Array(valid.dropLast()), valid + [0]] {
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SESPAKEServer(parameters, passwordPoint: Secret(copying: valid.span), receiving: octets)
            }
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SESPAKEServer(parameters, passwordPoint: Secret(copying: octets.span), receiving: valid)
            }
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SESPAKEClient(parameters, passwordPoint: Secret(copying: octets.span))
            }
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SESPAKEClient(parameters, passwordPoint: Secret(copying: valid.span)).finish(receiving: octets)
            }
        }
    }

    @Test("An ephemeral key of another curve is refused")
    func foreignKey() throws {
        let parameters = try parameters(.tc26ParamSetA)
        let valid = try GOSTPrivateKey(generatingOn: .tc26ParamSetA).publicKey.octets
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try SESPAKEClient(
                parameters,
                passwordPoint: Secret(copying: valid.span),
                ephemeral: GOSTPrivateKey(generatingOn: .cryptoProA)
            )
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try SESPAKEServer(
                parameters,
                passwordPoint: Secret(copying: valid.span),
                receiving: valid,
                ephemeral: GOSTPrivateKey(generatingOn: .cryptoProA)
            )
        }
    }

    @Test("Another password, salt, identifier, algorithm or data is noticed by both sides")
    func differences() throws {
        let salt = try Vector.octets(Self.salt)
        let parameters = SESPAKEParameters(
            clientIdentifier: [1],
            serverIdentifier: [2],
            salt: salt,
            algorithmIdentifier: Array("algorithm".utf8)
        )
        let point = try SESPAKE.passwordPoint(password: Self.password.span, salt: salt.span)
        let otherPassword = Array("123457".utf8)
        let otherPoint = try SESPAKE.passwordPoint(password: otherPassword.span, salt: salt.span)
        var otherSalt = parameters
        otherSalt.salt[0] ^= 1
        var otherClient = parameters
        otherClient.clientIdentifier = [3]
        var otherServer = parameters
        otherServer.serverIdentifier = [3]
        var otherAlgorithm = parameters
        otherAlgorithm.algorithmIdentifier = []

        func run(
            _ clientParameters: SESPAKEParameters,
            _ clientPoint: borrowing Secret,
            clientData: [UInt8] = [5],
            serverData: [UInt8] = [6]
        ) throws -> (isClientTrusted: Bool, isServerTrusted: Bool) {
            let client = try SESPAKEClient(clientParameters, passwordPoint: clientPoint.clone())
            let clientShare = client.share
            let server = try SESPAKEServer(parameters, passwordPoint: point, receiving: clientShare)
            let serverShare = server.share
            let clientKey = try client.finish(receiving: serverShare)
            let serverKey = server.finish()
            let clientCode = try clientKey.clientCode(clientData: clientData)
            let serverCode = try serverKey.serverCode(clientData: [5], serverData: [6])
            let isClientTrusted: Bool
            do {
                try serverKey.checkClientCode(clientCode, clientData: [5])
                isClientTrusted = true
            } catch { isClientTrusted = false }
            let isServerTrusted: Bool
            do {
                try clientKey.checkServerCode(serverCode, clientData: clientData, serverData: serverData)
                isServerTrusted = true
            } catch { isServerTrusted = false }
            return (isClientTrusted, isServerTrusted)
        }
        #expect(try run(parameters, point) == (true, true))
        #expect(try run(parameters, otherPoint) == (false, false))
        #expect(try run(otherSalt, point) == (false, false))
        #expect(try run(otherClient, point) == (false, true))
        #expect(try run(otherServer, point) == (true, false))
        #expect(try run(otherAlgorithm, point) == (false, false))
        #expect(try run(parameters, point, clientData: [7]) == (false, false))
        #expect(try run(parameters, point, serverData: [7]) == (true, false))
    }

    @Test("A check value of one role is none of the other, and a wrong length is wrong")
    func roles() throws {
        let parameters = try parameters(.tc26ParamSetA)
        let salt = parameters.salt
        let point = try SESPAKE.passwordPoint(password: Self.password.span, salt: salt.span)
        let share = try SESPAKEClient(parameters, passwordPoint: point.clone()).share
        let key = try SESPAKEServer(parameters, passwordPoint: point, receiving: share).finish()
        let code = try key.serverCode(clientData: [], serverData: [])
        #expect(throws: LibcryptoError(.notAuthentic)) { try key.checkClientCode(code, clientData: []) }
        let right = try key.clientCode(clientData: [])
        try key.checkClientCode(right, clientData: [])
        for wrong in [[], Array(right.dropLast()), right + [0]] {
            #expect(throws: LibcryptoError(.notAuthentic)) { try key.checkClientCode(wrong, clientData: []) }
        }
    }

    @Test("A short password, a salt of another length and a zero salt are refused")
    func passwordLimits() throws {
        let salt = try Vector.octets(Self.salt)
        let short = Array("12345".utf8)
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try SESPAKE.passwordPoint(password: short.span, salt: salt.span)
        }
        for salt in [[], Array(salt.dropLast()), salt + [0], [UInt8](repeating: 0, count: 16)] {
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SESPAKE.passwordPoint(password: Self.password.span, salt: salt.span)
            }
        }
    }
}
