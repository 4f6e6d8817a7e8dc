import GOSTInternals
import JetonLibcrypto

/// The library's point arithmetic where its interface does not reach.
enum Internals {
    struct Failed: Error {}

    /// A curve of the library, or that of the examples of RFC 5832 and RFC 7091.
    enum Curve: Sendable {
        case example
        case library(GOSTCurve)

        var length: Int {
            switch self {
            case .example: 32
            case .library(let curve): curve.fieldLength
            }
        }

        // In the order of enum libcrypto_gost_curve, which the names in `internals.c` stand for.
        var number: Int32 {
            switch self {
            case .example: INTERNALS_EXAMPLE_CURVE
            case .library(.cryptoProA): 0
            case .library(.cryptoProB): 1
            case .library(.cryptoProC): 2
            case .library(.tc26ParamSetA): 3
            case .library(.tc26ParamSet512A): 4
            case .library(.tc26ParamSet512B): 5
            case .library(.tc26ParamSet512C): 6
            }
        }
    }

    struct Signature: Equatable {
        var product: [UInt8]
        var r: [UInt8]
        var s: [UInt8]
    }

    struct Verification {
        var v: [UInt8]
        var z1: [UInt8]
        var z2: [UInt8]
        var product: [UInt8]
        var r: [UInt8]
    }

    static func publicKey(_ curve: Curve, of scalar: [UInt8]) throws -> [UInt8] {
        var point = [UInt8](repeating: 0, count: 2 * curve.length)
        guard unsafe internals_public(curve.number, scalar, &point) == 0 else { throw Failed() }
        return point
    }

    static func sign(_ curve: Curve, key: [UInt8], digest: [UInt8], k: [UInt8]) throws -> Signature {
        let number = [UInt8](repeating: 0, count: curve.length)
        var result = Signature(product: number + number, r: number, s: number)
        let status = unsafe internals_sign(curve.number, key, digest, k, &result.product, &result.r, &result.s)
        guard status == 0 else { throw Failed() }
        return result
    }

    static func verify(
        _ curve: Curve,
        point: [UInt8],
        digest: [UInt8],
        r: [UInt8],
        s: [UInt8]
    ) throws -> Verification {
        let number = [UInt8](repeating: 0, count: curve.length)
        var result = Verification(v: number, z1: number, z2: number, product: number + number, r: number)
        let status = unsafe internals_verify(
            curve.number,
            point,
            digest,
            r,
            s,
            &result.v,
            &result.z1,
            &result.z2,
            &result.product,
            &result.r
        )
        guard status == 0 else { throw Failed() }
        return result
    }

    /// How OpenSSL made a product of points, and whether the curve's group is complete.
    static func examine(
        _ curve: GOSTCurve,
        _ kind: internals_product,
        scalar: [UInt8],
        order: [UInt8],
        cofactor: UInt32
    ) throws -> (usesLadder: Bool, hasOrder: Bool) {
        var usesLadder: Int32 = 0
        var hasOrder: Int32 = 0
        let status = unsafe internals_uses_ladder(
            Curve.library(curve).number,
            kind,
            scalar,
            order,
            cofactor,
            &usesLadder,
            &hasOrder
        )
        guard status == 0 else { throw Failed() }
        return (usesLadder != 0, hasOrder != 0)
    }
}
