// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for a part of Apple's SwiftUI, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

public protocol DynamicProperty {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    public init(wrappedValue: Value) { fatalError() }
    public init(initialValue: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

extension State: Sendable where Value: Sendable {}

extension State where Value: ExpressibleByNilLiteral {
    public init() { fatalError() }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value>: DynamicProperty {
    @preconcurrency
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) { fatalError() }
    public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
    public subscript<Member>(
        dynamicMember keyPath: WritableKeyPath<Value, Member>
    ) -> Binding<Member> { fatalError() }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
    public var wrappedValue: Value { fatalError() }
}

public struct EnvironmentValues {
    public init() { fatalError() }
    public var dismiss: DismissAction { fatalError() }
    public var openURL: OpenURLAction { fatalError() }
    public var scenePhase: ScenePhase { fatalError() }
    public var locale: Locale {
        get { fatalError() }
        set { fatalError() }
    }
}

@MainActor @preconcurrency
public struct DismissAction {
    public func callAsFunction() { fatalError() }
}

@MainActor @preconcurrency
public struct OpenURLAction {
    public func callAsFunction(_ url: URL) { fatalError() }
}

public enum ScenePhase: Comparable, Sendable {
    case background
    case inactive
    case active
}

@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    public struct Binding {
        public var wrappedValue: Value {
            get { fatalError() }
            nonmutating set { fatalError() }
        }
    }

    public init() where Value == Bool { fatalError() }
    public init<Wrapped: Hashable>() where Value == Wrapped? { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding { fatalError() }
}
