// SPDX-License-Identifier: Apache-2.0

/// WebAuthn §8.7: nothing.
enum NoneStatement {
    static func make(_ subject: AttestationSubject) -> CBORItem {
        switch subject.alteration {
        case .none(.nonEmptyStatement)?: .map([("alg", -7)])
        case .none(.statementNotMap)?: .array([])
        default: .map([])
        }
    }
}
