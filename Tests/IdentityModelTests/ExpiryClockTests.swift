// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import TestSupport
import Testing
import WireFormats

struct ExpiryClockTests {
    private let machine = ManualClock()

    /// The time of a clock, counted from when the machine started.
    private func time(_ clock: ExpiryClock) -> Int64 {
        clock.now().secondsSince1970 - ManualClock.start.secondsSince1970
    }

    @Test func `a clock that is never set is followed`() {
        let clock = machine.clock()
        for expected in [100, 200, 86_600] as [Int64] {
            machine.advance(seconds: expected - time(clock))
            #expect(time(clock) == expected)
            #expect(clock.jump == nil)
        }
        #expect(clock.removalLimit?.secondsSince1970 == ManualClock.start.secondsSince1970 + 86_600 - ExpiryClock.grace)
    }

    @Test func `small steps forward are followed, and time stands still after small steps back`() {
        let clock = machine.clock()
        machine.jump(seconds: 60)
        #expect(time(clock) == 60)
        machine.jump(seconds: -60)
        #expect(time(clock) == 60)
        machine.advance(seconds: 59)
        #expect(time(clock) == 60)
        machine.advance(seconds: 2)
        #expect(time(clock) == 61)
        #expect(clock.jump == nil)
    }

    @Test(arguments: [61, 86_400, -61, -86_400] as [Int64])
    func `a jump changes nothing, pauses removal, and is forgotten once the clock returns`(seconds: Int64) {
        let clock = machine.clock()
        machine.jump(seconds: seconds)
        #expect(time(clock) == 0)
        #expect(clock.jump?.offset == seconds)
        #expect(clock.removalLimit == nil)
        machine.advance(seconds: 3599)
        #expect(time(clock) == 3599)
        #expect(clock.removalLimit == nil)
        machine.jump(seconds: -seconds)
        #expect(time(clock) == 3599)
        #expect(clock.jump == nil)
        #expect(clock.removalLimit != nil)
    }

    @Test(arguments: [61, 60 * 86_400, -61, -300] as [Int64])
    func `a jump that lasts an hour is accepted`(seconds: Int64) {
        let clock = machine.clock()
        machine.jump(seconds: seconds)
        _ = clock.now()
        machine.advance(seconds: 3600)
        _ = clock.now()
        #expect(clock.jump == nil)
        #expect(time(clock) == 3600 + seconds)
    }

    @Test func `a jump back beyond the grace period is accepted only by an operator`() {
        let clock = machine.clock()
        machine.jump(seconds: -301)
        _ = clock.now()
        machine.advance(seconds: 10 * 86_400)
        #expect(time(clock) == 10 * 86_400)
        #expect(clock.removalLimit == nil)
        clock.accept()
        #expect(time(clock) == 10 * 86_400 - 301)
        #expect(clock.jump == nil)
    }

    @Test func `a second jump starts the hour again`() {
        let clock = machine.clock()
        machine.jump(seconds: 1000)
        _ = clock.now()
        machine.advance(seconds: 3000)
        machine.jump(seconds: 1000)
        #expect(time(clock) == 3000)
        machine.advance(seconds: 3599)
        #expect(clock.jump?.offset == 2000)
        machine.advance(seconds: 1)
        #expect(clock.jump == nil)
    }

    // MARK: Starting

    @Test func `a start with a clock behind the recorded time continues from that time`() {
        let clock = machine.clock(floor: 5000)
        #expect(time(clock) == 5000)
        machine.advance(seconds: 100)
        #expect(time(clock) == 5100)
        #expect(clock.removalLimit == nil)
    }

    @Test func `after a long downtime the clock is accepted, and nothing is removed for an hour`() {
        let clock = machine.clock(floor: -5000)
        #expect(time(clock) == 0)
        #expect(clock.removalLimit == nil)
        machine.advance(seconds: 3600)
        #expect(time(clock) == 3600)
        #expect(clock.removalLimit != nil)
    }

    @Test func `a clock that was ahead at the start loses nothing once it is corrected`() {
        machine.jump(seconds: 60 * 86_400)
        let clock = machine.clock(floor: -10)
        #expect(time(clock) == 60 * 86_400)
        #expect(clock.removalLimit == nil)
        machine.jump(seconds: -60 * 86_400)
        #expect(time(clock) == 0)
        #expect(clock.removalLimit != nil)
    }

    @Test func `a clock corrected to what the downtime explains is accepted`() {
        let clock = machine.clock(floor: -5000)
        _ = clock.now()
        machine.jump(seconds: -4800)
        #expect(time(clock) == -4800)
        #expect(clock.jump == nil)
    }

    @Test func `a monotonic clock that goes back does not make a jump accepted`() {
        let clock = machine.clock()
        machine.advance(seconds: 100)
        machine.jump(seconds: 1000)
        _ = clock.now()
        machine.advance(seconds: -50)
        #expect(time(clock) == 50)
        #expect(clock.jump?.offset == 1000)
    }

    @Test func `a short downtime does not pause removal`() {
        let clock = machine.clock(floor: -300)
        #expect(time(clock) == 0)
        #expect(clock.removalLimit != nil)
    }

    // MARK: Whatever happens

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `nothing that could have been removed is ever valid again`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var clock = machine.clock()
        var floor: Int64 = 0
        var removed = Int64.min
        for _ in 0..<300 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: machine.jump(seconds: Int64.random(in: -400...400, using: &random))
            case 1: machine.jump(seconds: Int64.random(in: -100_000...100_000, using: &random))
            case 2: clock = machine.clock(floor: floor)
            default: machine.advance(seconds: Int64.random(in: 0...2000, using: &random))
            }
            #expect(time(clock) >= removed)
            guard let limit = clock.removalLimit else { continue }
            removed = max(removed, limit.secondsSince1970 - ManualClock.start.secondsSince1970)
            floor = max(floor, time(clock))
        }
    }
}

extension ManualClock {
    /// Returns a clock that follows this one.
    func clock(floor: Int64? = nil) -> ExpiryClock {
        ExpiryClock(
            floor: floor.map { Timestamp(secondsSince1970: Self.start.secondsSince1970 + $0) }, machine: { self.now },
            uptime: { self.uptime })
    }
}
