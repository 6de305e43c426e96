// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A writer of ASN.1 values in DER, with one function for each type.
public enum DER {
    /// A value with its identifier octet and contents.
    public static func value(tag: UInt8, _ contents: [UInt8]) -> [UInt8] { [tag] + length(contents.count) + contents }

    /// A SEQUENCE of encoded elements.
    public static func sequence(_ elements: [UInt8]...) -> [UInt8] { sequence(elements) }
    /// A SEQUENCE of encoded elements.
    public static func sequence(_ elements: [[UInt8]]) -> [UInt8] { value(tag: 0x30, Array(elements.joined())) }

    /// A SET OF, with its elements in byte order.
    public static func set(_ elements: [[UInt8]]) -> [UInt8] {
        value(tag: 0x31, Array(elements.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
    }

    /// A BOOLEAN.
    public static func boolean(_ value: Bool) -> [UInt8] { [0x01, 0x01, value ? 0xff : 0x00] }
    /// The NULL.
    public static func null() -> [UInt8] { [0x05, 0x00] }
    /// An OCTET STRING.
    public static func octetString(_ bytes: [UInt8]) -> [UInt8] { value(tag: 0x04, bytes) }
    /// A BIT STRING.
    public static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        value(tag: 0x03, [unusedBits] + bytes)
    }
    /// A UTF8String.
    public static func utf8String(_ text: String) -> [UInt8] { value(tag: 0x0c, Array(text.utf8)) }
    /// A PrintableString.
    public static func printableString(_ text: String) -> [UInt8] { value(tag: 0x13, Array(text.utf8)) }
    /// An IA5String.
    public static func ia5String(_ text: String) -> [UInt8] { value(tag: 0x16, Array(text.utf8)) }

    /// A non-negative INTEGER from its big-endian bytes, with or without leading zeros.
    public static func integer(unsigned bytes: [UInt8]) -> [UInt8] {
        let significant = Array(bytes.drop { $0 == 0 })
        guard let first = significant.first else { return value(tag: 0x02, [0]) }
        return value(tag: 0x02, first & 0x80 == 0 ? significant : [0] + significant)
    }

    /// An INTEGER, negative ones included.
    public static func integer(_ number: Int) -> [UInt8] { value(tag: 0x02, twosComplement(number)) }
    /// An ENUMERATED.
    public static func enumerated(_ number: Int) -> [UInt8] { value(tag: 0x0a, twosComplement(number)) }

    /// An OBJECT IDENTIFIER from dotted text such as `2.5.29.37`, or an empty value if the text is malformed.
    public static func objectIdentifier(_ dotted: String) -> [UInt8] {
        let arcs = dotted.split(separator: ".").compactMap { UInt64($0) }
        guard arcs.count >= 2 else { return value(tag: 0x06, []) }
        return value(tag: 0x06, ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap { base128($0) })
    }

    /// An explicit context-specific tag with any number.
    public static func explicit(tag number: Int, _ contents: [UInt8]) -> [UInt8] {
        guard number > 30 else { return value(tag: 0xa0 | UInt8(number), contents) }
        return [0xbf] + base128(UInt64(number)) + length(contents.count) + contents
    }

    /// An implicit context-specific tag, with a number up to 30, for a primitive value.
    public static func implicit(tag number: Int, _ contents: [UInt8]) -> [UInt8] {
        value(tag: 0x80 | UInt8(number), contents)
    }

    /// A time: UTCTime from 1950 through 2049, else GeneralizedTime (RFC 5280 §4.1.2.5).
    public static func time(_ date: Date) -> [UInt8] {
        let civil = CivilTime(date)
        let rest =
            [civil.month, civil.day, civil.hour, civil.minute, civil.second].map { padded($0, width: 2) }.joined() + "Z"
        guard (1950..<2050).contains(civil.year) else {
            return value(tag: 0x18, Array((padded(civil.year, width: 4) + rest).utf8))
        }
        return value(tag: 0x17, Array((padded(civil.year % 100, width: 2) + rest).utf8))
    }

    private static func padded(_ number: Int, width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count > 127 else { return [UInt8(count)] }
        let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }.drop { $0 == 0 }
        return [0x80 | UInt8(bytes.count)] + bytes
    }

    private static func twosComplement(_ number: Int) -> [UInt8] {
        var bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        while bytes.count > 1, bytes[0] == (bytes[1] & 0x80 == 0 ? 0x00 : 0xff) { bytes.removeFirst() }
        return bytes
    }

    private static func base128(_ number: UInt64) -> [UInt8] {
        var bytes = [UInt8(number & 0x7f)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }
}

/// A moment as year, month, day and time of day in UTC.
struct CivilTime {
    let year, month, day, hour, minute, second: Int

    init(_ date: Date) {
        let total = Int(date.timeIntervalSince1970.rounded(.down))
        let secondOfDay = ((total % 86_400) + 86_400) % 86_400
        (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)

        // Counting from 1 March of year 0 puts the leap day at the end of each 400-year era (146,097 days).
        let days = (total - secondOfDay) / 86_400 + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
