// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for a part of Apple's SwiftUI, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

public enum Visibility: Hashable, Sendable {
    case automatic
    case visible
    case hidden
}

public enum HorizontalEdge: Int8, Sendable {
    case leading
    case trailing
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let combine: AccessibilityChildBehavior = { fatalError() }()
    public static let contain: AccessibilityChildBehavior = { fatalError() }()
    public static let ignore: AccessibilityChildBehavior = { fatalError() }()
}

// MARK: - Work and events

extension View {
    nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { fatalError() }
    nonisolated public func task<ID: Equatable>(
        id: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { fatalError() }
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { fatalError() }
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { fatalError() }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { fatalError() }
    @available(iOS, introduced: 14.0, deprecated: 17.0)
    @available(macOS, introduced: 11.0, deprecated: 14.0)
    @available(visionOS, introduced: 1.0, deprecated: 1.0)
    nonisolated public func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (_ newValue: Value) -> Void
    ) -> some View { fatalError() }
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
    nonisolated public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View { fatalError() }
}

// MARK: - Questions and menus

extension View {
    nonisolated public func alert<Actions: View>(
        _ key: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions
    ) -> some View { fatalError() }
    nonisolated public func alert<Actions: View, Message: View>(
        _ key: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions,
        @ViewBuilder message: () -> Message
    ) -> some View { fatalError() }
    nonisolated public func alert<Actions: View, Subject>(
        _ key: LocalizedStringKey, isPresented: Binding<Bool>, presenting subject: Subject?,
        @ViewBuilder actions: (Subject) -> Actions
    ) -> some View { fatalError() }
    @_disfavoredOverload
    nonisolated public func alert<Title: StringProtocol, Actions: View, Subject>(
        _ title: Title, isPresented: Binding<Bool>, presenting subject: Subject?,
        @ViewBuilder actions: (Subject) -> Actions
    ) -> some View { fatalError() }
    nonisolated public func alert<Actions: View, Message: View, Subject>(
        _ key: LocalizedStringKey, isPresented: Binding<Bool>, presenting subject: Subject?,
        @ViewBuilder actions: (Subject) -> Actions, @ViewBuilder message: (Subject) -> Message
    ) -> some View { fatalError() }
    @_disfavoredOverload
    nonisolated public func alert<Title: StringProtocol, Actions: View, Message: View, Subject>(
        _ title: Title, isPresented: Binding<Bool>, presenting subject: Subject?,
        @ViewBuilder actions: (Subject) -> Actions, @ViewBuilder message: (Subject) -> Message
    ) -> some View { fatalError() }
    nonisolated public func confirmationDialog<Actions: View, Message: View>(
        _ key: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> Actions, @ViewBuilder message: () -> Message
    ) -> some View { fatalError() }

    nonisolated public func confirmationDialog<Actions: View, Message: View, Subject>(
        _ key: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting subject: Subject?, @ViewBuilder actions: (Subject) -> Actions,
        @ViewBuilder message: (Subject) -> Message
    ) -> some View { fatalError() }
    @_disfavoredOverload
    nonisolated public func confirmationDialog<Title: StringProtocol, Actions: View, Message: View, Subject>(
        _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting subject: Subject?, @ViewBuilder actions: (Subject) -> Actions,
        @ViewBuilder message: (Subject) -> Message
    ) -> some View { fatalError() }
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { fatalError() }
    nonisolated public func swipeActions<Content: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> Content
    ) -> some View { fatalError() }
    nonisolated public func contextMenu<Items: View>(@ViewBuilder menuItems: () -> Items) -> some View { fatalError() }
}

// MARK: - Accessibility

extension View {
    nonisolated public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { fatalError() }
    @_disfavoredOverload
    nonisolated public func accessibilityLabel<Title: StringProtocol>(_ title: Title) -> some View { fatalError() }
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { fatalError() }
    nonisolated public func accessibilityHint(_ key: LocalizedStringKey) -> some View { fatalError() }
    nonisolated public func accessibilityHint(_ hint: Text) -> some View { fatalError() }
    nonisolated public func accessibilityHidden(_ isHidden: Bool) -> some View { fatalError() }
    nonisolated public func accessibilityElement(
        children: AccessibilityChildBehavior = .ignore
    ) -> some View { fatalError() }
}
