// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// Why a credential public key cannot be used.
public enum COSEKeyRejection: Error, Hashable, Sendable {
    /// The bytes are not a well-formed CBOR map.
    case notAMap
    /// `alg` is absent or no integer.
    case algorithmMissing
    /// The algorithm is not one this library knows.
    case algorithmUnknown(COSEAlgorithmID)
    /// The key type or curve is not the one that the algorithm goes with.
    case keyTypeMismatch(COSEAlgorithmID)
    /// A parameter of the key is absent or has another type.
    case parameterMissing(label: Int)
    /// A coordinate, key or modulus has an unacceptable length, or the exponent is unacceptable.
    case parameterUnacceptable
    /// The point does not lie on the curve, or is its identity.
    case pointNotOnCurve
    /// A parameter of a private key came along with the public one.
    case privateParameterPresent(label: Int)
    /// The cryptographic library in use does not have the algorithm.
    case algorithmUnavailable(COSEAlgorithmID)
}
