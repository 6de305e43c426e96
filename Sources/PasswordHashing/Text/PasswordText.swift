// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import CoreFoundation
#else
    // The standard library normalizes strings to compare them. The function itself is not public, and Foundation's one
    // comes with ICU's tables, 30 MB that the server does not link.
    @_spi(_Unicode) import Swift
#endif

extension String {
    /// The text in Unicode's normalization form C, in which equivalent texts have equal bytes.
    var inNormalizationFormC: String {
        #if canImport(Darwin)
            guard let text = CFStringCreateMutableCopy(nil, 0, self as CFString) else { return self }
            CFStringNormalize(text, .C)
            return text as String
        #else
            var scalars = UnicodeScalarView()
            scalars.append(contentsOf: _nfc)
            return String(scalars)
        #endif
    }
}
