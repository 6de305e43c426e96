// SPDX-License-Identifier: Apache-2.0

/// The identifier of an ASN.1 element (X.690 §8.1.2).
package struct DERTag: Hashable, Sendable {
    package enum Class: UInt8, Hashable, Sendable {
        case universal, application, contextSpecific, `private`
    }

    package var `class`: Class
    package var isConstructed: Bool
    package var number: Int

    package init(class: Class, isConstructed: Bool, number: Int) {
        self.class = `class`
        self.isConstructed = isConstructed
        self.number = number
    }

    package static func universal(_ number: Int) -> DERTag {
        DERTag(class: .universal, isConstructed: false, number: number)
    }

    package static func contextSpecific(_ number: Int, isConstructed: Bool) -> DERTag {
        DERTag(class: .contextSpecific, isConstructed: isConstructed, number: number)
    }

    package static let boolean = universal(1)
    package static let integer = universal(2)
    package static let bitString = universal(3)
    package static let octetString = universal(4)
    package static let null = universal(5)
    package static let objectIdentifier = universal(6)
    package static let enumerated = universal(10)
    package static let utf8String = universal(12)
    package static let sequence = DERTag(class: .universal, isConstructed: true, number: 16)
    package static let set = DERTag(class: .universal, isConstructed: true, number: 17)
    package static let printableString = universal(19)
    package static let t61String = universal(20)
    package static let ia5String = universal(22)
    package static let utcTime = universal(23)
    package static let generalizedTime = universal(24)
    package static let bmpString = universal(30)
}
