#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recovery ladder as a game of two players on one account, explored exhaustively.

The account has any subset of ways in: passkey, password, mail, phone, signed-in browser, saved codes, device key. The owner holds
any of them and has lost the others. The attacker holds ONE channel, alone or together with the owner, and knows the rules. Turns
alternate: the attacker makes any number of moves, the owner reacts once, half a delay passes. So whatever the attacker does is
open to one reaction of the owner before the delay ends, and whatever the owner asks for is open to one turn of the attacker.
Moves depend only on what a player can prove, never on who it is: the server can't know that. Left out as pointless: an attacker
who objects to own requests, and an owner who, able to confirm, takes back only a part.

  S1  what a stolen channel yields ends with the owner's reaction, and a channel that opens no session opens none before it
  S2  an owner who holds a passkey, or two ways that the attacker does not hold, always gets back without help, also against an
      attacker who cancels for ever; with one such way, the delay or an administrator's code brings the owner back
  S3  a rung never removes or outranks a passkey
  S4  what the attacker planted before a recovery is listed by it

Run without arguments: prints the table, a counterexample for each rule that is dropped, and exits with 1 if a line is unexpected.
`--full` adds S2 for the exception `password_reset: at_once` (20 s more). `--traces N SEED` prints N random plays as JSON lines:
account, history, the state reached (times in half delays), and for each proof the moves that it may make there and those that only
other proofs may. `--ways` prints the same for every single way and pair, without a history. Both come from `moves`, none by hand.

Limits. S1 is explored over four turns of the attacker and S2 over ten; the 30 days after which objections count anew do not pass.
A session that the attacker opens becomes a way of its own once it is a delay old; the owner's sessions are old ones.
Accounts have one passkey at first, so the removal of one of several is not modeled, nor is a stolen device key or administrator's
code. S1 is claimed for owners who still hold a way that hears of notices and that the attacker does not. The owner reacts to each turn of the attacker before the delay ends; only S4 has an absent owner, and it compares kinds of things: it shows that each
kind can be planted and stands in the list, not that a page shows the list.
"""
import gc
import json
import random
import re
import sys
import time

RULES = {
    'wait': ('L1', 'one weak way alone gives a passkey only after the delay'),
    'codes': ('L2', 'so does a saved code alone'),
    'kinds': ('L3', 'at once only with one way of each kind: reached (mail, phone, browser, device key), kept (password, code)'),
    'derived': ('L4', 'until the delay has passed, what a way gave counts as that way and is no second one'),
    'notice': ('L5', 'every other way is told at once, not mail alone'),
    'cancel': ('L6', 'every way that was there before may object before the delay ends'),
    'cap': ('L7', 'a weak way objects twice in 30 days; a passkey without limit'),
    'bar': ('L8', 'two weak objections, or a strong one, bar the way from asking alone for 30 days'),
    'whole': ('L9', 'an objection ends everything that the way has open: requests, granted ones, unconfirmed additions'),
    'young': ('L10', 'a session younger than the delay can be ended by every way that hears of it'),
    'undo': ('L10', 'an unconfirmed addition can be undone until the delay has passed once more'),
    'seniority': ('L11', 'nothing unconfirmed removes, replaces, cancels, undoes or ends what is older'),
    'stands': ('L12', 'what a passkey, two kinds or an administrator confirmed is not undone by a weak way'),
    'addsonly': ('L13', 'a rung adds a passkey and removes none'),
    'reset': ('L14', 'a mailed reset gives an account with a passkey nothing before the delay ends'),
    'weaksession': ('L15', 'in an account with a passkey, a session of a weak way adds nothing by itself'),
    'approve': ('L16', 'approval from a signed-in browser counts only with a passkey used for it'),
    'mailchange': ('L17', 'mail and phone change only by passkey or two kinds, besides proof of the new address'),
    'pwchange': ('L18', 'the password changes only by passkey, two kinds, or alone where the account has nothing else'),
    'dead': ('L19', 'a removed passkey proves nothing'),
    'ends': ('L20', 'a way that is replaced ends the sessions and tokens that it opened'),
    'admin': ('L21', "an administrator's code enrolls at once and stands"),
}
W, M, T, B, C, D = CHANNELS = 1, 2, 4, 8, 16, 32
NAME = {W: 'password', M: 'mail', T: 'phone', B: 'browser', C: 'saved code', D: 'device key'}
REACHED, KEPT, HEARS = M | T | B | D, W | C, W | M | T | B | D     # a sheet of codes hears of nothing
PASSKEY = 64                                                       # in the owner's mask: the first passkey
RECENT, REMOVED = 64, 128                                          # in the attacker's: a recent session or token; a removed passkey
OWNER, ATTACKER = 0, 1
LISTED = {'passkey', 'password', 'mail', 'phone', 'saved code', 'session', 'request'}   # L22, what every recovery lists

# A passkey that was added: unconfirmed (two halves of the delay, one), confirmed (two, one), settled.
NONE, FRESH, AGED, CONFIRMED, CONFIRMED_AGED, SETTLED = range(6)
AFTER_HALF = {NONE: NONE, FRESH: AGED, AGED: SETTLED, CONFIRMED: CONFIRMED_AGED, CONFIRMED_AGED: SETTLED, SETTLED: SETTLED}
NO_REQUEST, ASKED, ASKED_AGED, GRANTED = range(4)

# One state is a tuple: ways, held by owner, held by attacker, set by attacker, young (one half, two halves); first passkey,
# owner's added passkey, attacker's, the ways that added them; per way two bits: request, objections against, objections made;
# the ways that opened the attacker's sessions: all of these, those half a delay old, and those a delay old, which are ways (six bits each).
(WAYS, HELD, STOLEN, SET, YOUNG, YOUNGER, FIRST, OWNERS, OTHERS, OWNERS_BY, OTHERS_BY, REQUESTS, AGAINST, MADE, SESSIONS) = range(15)
RIPE, EACH = 12, 1 | 1 << 6 | 1 << 12
INDEX = {c: i for i, c in enumerate(CHANNELS)}
BITS = [[c for c in CHANNELS if mask & c] for mask in range(64)]


class Rules:
    def __init__(self, dropped=None, at_once=False, mail_signs_in=False):
        for rule in RULES:
            setattr(self, rule, rule != dropped)
        self.early = True                            # whether being in before the owner could react counts
        self.at_once = at_once                       # a mailed reset of an account without a passkey takes effect at once
        self.opens = W | B | D | (M | T if mail_signs_in else 0)     # ways that open a session by themselves
        self.closures, self.s1, self.s2 = {}, {}, {}


def get(packed, way):
    return packed >> 2 * INDEX[way] & 3


def put(packed, way, value):
    return packed & ~(3 << 2 * INDEX[way]) | value << 2 * INDEX[way]


def change(state, *pairs):
    new = list(state)
    for i in range(0, len(pairs), 2):
        new[pairs[i]] = pairs[i + 1]
    return tuple(new)


def moves(state, player, mode, rules):
    """Every move of a player: its label and the state after it."""
    (ways, held, stolen, was_set, young, younger, first, owners, others, owners_by, others_by,
     requests, against, made, sessions) = state
    attacks = player == ATTACKER
    opened, ripe, sessions = sessions, sessions >> RIPE, sessions & 63
    holds = (stolen if attacks else held) & 63 & ways
    unsettled = young | younger
    proof = holds & ~unsettled | (B if attacks and ripe else 0)
    if not rules.derived:
        proof = holds | (B if attacks and sessions else 0)
    mine, other = (others, owners) if attacks else (owners, others)
    strong = others == SETTLED if attacks else bool(first and held & PASSKEY) or owners == SETTLED
    if (attacks and stolen & REMOVED and not rules.dead) or (proof & B and not rules.approve) or (mine and not rules.seniority):
        strong = True
    two = bool(proof & REACHED and proof & KEPT) if rules.kinds else bin(proof).count('1') >= 2
    confirmed = strong or two
    has_passkey = bool(first or owners == SETTLED or others == SETTLED)
    my, its, my_by = (OTHERS, OWNERS, OTHERS_BY) if attacks else (OWNERS, OTHERS, OWNERS_BY)
    its_by = owners_by if attacks else others_by
    unconfirmed = (AGED if attacks else FRESH) if rules.undo else SETTLED
    standing = (CONFIRMED_AGED if attacks else CONFIRMED) if rules.undo else SETTLED
    out = []

    def add(label, *pairs):
        out.append((('attacker ' if attacks else 'owner ') + label, change(state, *pairs)))

    def objection(way, weight):                                    # to what a way has open
        pairs = []
        if way and rules.bar:
            pairs += [AGAINST, put(against, way, min(2, get(against, way) + weight))]
        if way and rules.whole:
            pairs += [REQUESTS, put(requests, way, NO_REQUEST)]
            pairs += [its, NONE] if other in (FRESH, AGED) and its_by == way else []
        return pairs

    def weak_objection(by, way, *pairs):
        return list(pairs) + objection(way, 1) + ([MADE, put(made, by, get(made, by) + 1)] if rules.cap else [])

    objectors = [c for c in BITS[proof & HEARS] if get(made, c) < 2 or not rules.cap]
    if not attacks and mode != 'react':
        objectors = objectors[:1]
    may_ask = [c for c in BITS[proof] if get(against, c) < 2]

    if attacks:
        for c in BITS[holds & rules.opens & ~sessions]:
            if not (c == W and unsettled & W and has_passkey and rules.reset):
                add('signs in by ' + NAME[c], SESSIONS, opened | c)
    if not mine:
        for c in may_ask:
            if c & rules.opens and (not has_passkey or not rules.weaksession or (attacks and c == B and stolen & RECENT)):
                add('adds a passkey, signed in by ' + NAME[c], my, unconfirmed, my_by, c)
            if get(requests, c) == NO_REQUEST and not (rules.codes if c == C else rules.wait):
                add('gets a passkey at once by ' + NAME[c], my, unconfirmed, my_by, c)
        for c in BITS[proof]:
            if get(requests, c) == GRANTED and (attacks or mode != 'react'):
                pairs = [my, unconfirmed, my_by, c, REQUESTS, put(requests, c, NO_REQUEST)]
                add('enrolls after the delay by ' + NAME[c], *pairs + ([] if rules.addsonly else [FIRST, 0, its, NONE]))
        if confirmed:
            removes = [] if strong or rules.addsonly else [FIRST, 0, its, NONE]
            add('enrolls at once by ' + ('passkey' if strong else 'two kinds'), my, SETTLED if strong else standing, my_by, 0, *removes)
        elif not attacks and mode == 'help' and rules.admin:
            add("enrolls by the administrator's code", OWNERS, CONFIRMED, OWNERS_BY, 0)
        if attacks:
            for c in may_ask:
                if get(requests, c) == NO_REQUEST:
                    add('asks by ' + NAME[c], REQUESTS, put(requests, c, ASKED_AGED))
        elif mode != 'react' and not confirmed:                    # the owner asks by every way that the attacker does not hold
            asked, new = [c for c in may_ask if not stolen & c or not proof & ~stolen], requests
            for c in asked:
                new = put(new, c, ASKED) if get(new, c) == NO_REQUEST else new
            if new != requests:
                add('asks by ' + ' and '.join(NAME[c] for c in asked), REQUESTS, new)
    if confirmed and not attacks:                                  # everything that it can do at once, as the page offers it
        undone = bool(other) and (strong or other in (FRESH, AGED))
        new, what, asked, objected, by = list(state), [], requests, against, its_by if other in (FRESH, AGED) else 0
        for way in CHANNELS:
            if (rules.cancel and get(asked, way) and stolen & way) or (undone and way == by):
                what += ['cancels the request by ' + NAME[way]] if get(asked, way) else []
                asked = put(asked, way, NO_REQUEST) if rules.whole or way != by else asked
                objected = put(objected, way, 2) if rules.bar else objected
        if undone:
            what.append("removes the other's passkey")
            new[its] = NONE
        for way in BITS[ways & (W | M | T | C) & (stolen | was_set)]:
            what.append('replaces the ' + NAME[way])
            asked, objected = put(asked, way, NO_REQUEST), put(objected, way, 0)
            new[HELD], new[STOLEN], new[SET] = new[HELD] | way, new[STOLEN] & ~way, new[SET] & ~way
            new[YOUNG], new[YOUNGER] = new[YOUNG] & ~way, new[YOUNGER] & ~way
        if sessions or stolen & B:
            what.append('signs out everywhere else')
            new[SESSIONS], new[WAYS], new[HELD], new[STOLEN] = 0, ways & ~(stolen & B), new[HELD] & ~(stolen & B), new[STOLEN] & ~B
        new[REQUESTS], new[AGAINST] = asked, objected
        if tuple(new) != state:
            out.append(('owner by ' + ('passkey ' if strong else 'two kinds ') + ', '.join(what) + (' by passkey' if strong else ''), tuple(new)))
    elif rules.cancel:
        for way in CHANNELS:
            if get(requests, way) and (mode == 'back' and held & way if attacks else stolen & way):
                if confirmed:
                    add('cancels for good the request by ' + NAME[way], REQUESTS, put(requests, way, NO_REQUEST), *objection(way, 2))
                else:
                    for c in objectors:
                        add(f'cancels by {NAME[c]} the request by {NAME[way]}',
                            *weak_objection(c, way, REQUESTS, put(requests, way, NO_REQUEST)))
    if confirmed and not attacks:
        pass
    elif other and strong:
        add("removes the other's passkey by passkey", its, NONE, *objection(its_by if other in (FRESH, AGED) else 0, 2))
    elif other in (FRESH, AGED) and two:
        add("undoes the other's passkey by two kinds", its, NONE, *objection(its_by, 2))
    elif other in (FRESH, AGED) or (other and not rules.stands):
        for c in objectors:
            add(f"undoes the other's passkey by {NAME[c]}", *weak_objection(c, its_by, its, NONE))
    if attacks and first and strong:
        add("removes the owner's first passkey by " + ('passkey' if others == SETTLED else 'what is no settled passkey'), FIRST, 0)
    if attacks and confirmed:
        for c in BITS[ways & (W | M | T | C) & ~was_set]:
            add('replaces the ' + NAME[c], STOLEN, stolen | c, HELD, held & ~c, SET, was_set | c)
        if ways & B:
            add('signs everyone else out', WAYS, ways & ~B, HELD, held & ~B)
    elif not confirmed:
        takes = [STOLEN, stolen | W, HELD, held & ~W, SET, was_set | W]
        gives = [STOLEN, stolen & ~W, HELD, held | W, SET, was_set & ~W, SESSIONS, opened & ~(W * EACH) if rules.ends else opened]
        if proof & W and ((not has_passkey and not ways & REACHED) or not rules.pwchange) and (attacks or stolen & W):
            add('changes the password by itself', *(takes if attacks else gives))
        if proof & M and ways & W and get(against, M) < 2 and ((rules.at_once and not has_passkey) or not rules.reset):
            if attacks and not was_set & W:
                add('resets the password by mail', *takes, YOUNG, young | W)
            elif not attacks and (stolen & W or not held & W):
                add('resets the password by mail', *gives, YOUNGER, younger | W)
        if attacks and not rules.mailchange and ways & M and not was_set & M and (proof & (B | W | T) or sessions):
            add('changes the mail address in a session', STOLEN, stolen | M, HELD, held & ~M, SET, was_set | M)
        if not attacks and unsettled & W and rules.undo:
            for c in objectors:
                if c != W:
                    add('stops the new password by ' + NAME[c], *weak_objection(
                        c, M, WAYS, ways & ~W, STOLEN, stolen & ~W, SET, was_set & ~W, YOUNG, young & ~W, YOUNGER, younger & ~W,
                        SESSIONS, opened & ~(W * EACH)))
        if not attacks and sessions and held & B & ways and not stolen & B:
            add('signs out everywhere else', SESSIONS, 0)
        elif not attacks and sessions & ~ripe and proof & HEARS and rules.young:
            add('ends the younger sessions', SESSIONS, ripe * EACH)
        if attacks and not rules.seniority and sessions and ways & held & B:
            add('signs everyone else out', WAYS, ways & ~B, HELD, held & ~B)
    return out


def half_a_delay(state):
    requests = state[REQUESTS]
    for c in CHANNELS:
        requests = put(requests, c, min(GRANTED, get(requests, c) + 1) if get(requests, c) else NO_REQUEST)
    return change(state, REQUESTS, requests, OWNERS, AFTER_HALF[state[OWNERS]], OTHERS, AFTER_HALF[state[OTHERS]],
                  YOUNG, state[YOUNGER], YOUNGER, 0, SESSIONS, state[SESSIONS] & 63 | (state[SESSIONS] & 4095) << 6 if state[SESSIONS] else 0)


def closure(state, player, mode, rules):
    """All states that a player reaches in one turn, each with the move before it."""
    key = (state, player, mode)
    if key not in rules.closures:
        seen, queue = {state: None}, [state]
        for current in queue:
            for label, new in moves(current, player, mode, rules):
                if new not in seen:
                    seen[new] = (current, label)
                    queue.append(new)
        rules.closures[key] = seen
    return rules.closures[key]


def path(seen, state):
    labels = []
    while seen[state]:
        state, label = seen[state]
        labels.append(label)
    return labels[::-1]


def gained(state):
    """What the attacker has beyond the stolen channel."""
    return state[OTHERS] or state[SET] or state[SESSIONS] & 63 & ~state[STOLEN]


def reactions(state, channel, rules):
    told = rules.notice or (state[HELD] & state[WAYS] & M and not channel & M)
    return closure(state, OWNER, 'react', rules) if told else {state: None}


def early(state, channel, rules):
    """Whether the attacker is in before the owner could react, by a channel that opens no session, or stronger than by it."""
    if not channel & rules.opens and (state[OTHERS] or state[SESSIONS] or state[SET]):
        return True
    return bool(state[FIRST] and state[OTHERS] and not state[STOLEN] & RECENT)


def s1(state, channel, rounds, rules):
    """None if the owner can answer everything, else the attacker's turn that can't be answered."""
    key = (state, channel, rounds)
    if key not in rules.s1:
        rules.s1[key] = None
        for turn in closure(state, ATTACKER, 'react', rules):
            if (rules.early and early(turn, channel, rules)) or not any(
                    not gained(reply) and (not rounds or s1(half_a_delay(reply), channel, rounds - 1, rules) is None)
                    for reply in reversed(reactions(turn, channel, rules))):         # the fullest reaction first
                rules.s1[key] = turn
                break
    return rules.s1[key]


def back(state, rules):
    passkey = (state[OWNERS] >= CONFIRMED or (state[FIRST] and state[HELD] & PASSKEY)) and state[OTHERS] != SETTLED
    return bool(passkey), bool(passkey or state[HELD] & state[WAYS] & rules.opens & ~B & ~(state[YOUNG] | state[YOUNGER]))


def s2(state, mode, rounds, rules):
    key = (state, mode, rounds)
    if key not in rules.s2:
        rules.s2[key] = None
        for turn in closure(state, ATTACKER, 'back', rules):
            replies = list(reversed(closure(turn, OWNER, mode, rules)))
            if any(back(reply, rules)[0] for reply in replies):
                continue
            if not any(back(reply, rules)[1] if not rounds else s2(half_a_delay(reply), mode, rounds - 1, rules) is None
                       for reply in replies):
                rules.s2[key] = turn
                break
    return rules.s2[key]


ATTACKERS = [('mailbox', M, 0), ('phone number', T, 0), ('password', W, 0), ('browser session', B, 0),
             ('recent session or app token', B, RECENT), ('saved-codes sheet', C, 0), ('removed passkey', 0, REMOVED)]
UNLOCKED_PHONE = ('unlocked phone: session, mail, messages', B | M | T, 0)
S1_ROUNDS, S2_ROUNDS = 3, 9


def accounts(channel, extra):
    """Every account that has the stolen channel. Passkey, password and mail may be lost; other lost ways make no difference."""
    for first in (0, 1, 2):
        for word in (0, 1, 2):
            for mail in (0, 1, 2):
                for rest in range(16):
                    ways = held = 0
                    for c, value in ((W, word), (M, mail), (T, rest & 1), (B, rest >> 1 & 1), (C, rest >> 2 & 1), (D, rest >> 3)):
                        ways |= c if value else 0
                        held |= c if value == 1 else 0
                    held |= PASSKEY if first == 1 else 0
                    if ways & channel != channel:
                        continue
                    for shared in (True, False) if channel and held & channel == channel else (False,):
                        yield (ways, held if shared else held & ~channel, channel | extra, 0, 0, 0, int(first > 0)) + (0,) * 8


def can_react(state, channel):
    return bool(state[HELD] & PASSKEY or state[HELD] & HEARS & ~channel)


def expected_return(state, channel):
    """S2's claim: alone, with help, or none."""
    own = state[HELD] & 63 & ~channel
    both = state[HELD] & 63
    if state[HELD] & PASSKEY or len(BITS[own]) >= 2 or (own and both & REACHED and both & KEPT) or (own and not channel & HEARS):
        return 'alone'
    return 'help' if own else None


def describe(state):
    ways = [('' if state[HELD] & c else 'lost ') + NAME[c] for c in BITS[state[WAYS]]]
    return ', '.join((['passkey' if state[HELD] & PASSKEY else 'lost passkey'] if state[FIRST] else []) + ways)


def trace(state, channel, most, rules, game):
    """The shortest attack: the fewest half delays in which it works, against the owner's longest resistance."""
    reacts = game.name == 's1'
    story, rounds = [], next(r for r in range(most + 1) if game(state, r) is not None) if reacts else most
    while True:
        turn = game(state, rounds)
        if len(story) > 14:
            return '; '.join(story[:14]) + ' => and so on: the owner stays outside'
        story += path(closure(state, ATTACKER, 'react' if reacts else 'back', rules), turn)
        if reacts and early(turn, channel, rules):
            return '; '.join(story) + ' => in before the owner could react'
        replies = reactions(turn, channel, rules) if reacts else closure(turn, OWNER, game.mode, rules)
        good = [r for r in replies if not gained(r)] if reacts else list(replies)
        if not good or not rounds:
            return '; '.join(story) + (' => the owner cannot end it' if reacts else ' => the owner stays outside')

        def resistance(reply):
            after = half_a_delay(reply)
            return next((r for r in range(rounds) if game(after, r) is not None), rounds), back(reply, rules)[1], -len(path(replies, reply))
        reply = max(good, key=resistance if reacts else lambda r: (r[OWNERS], bin(r[REQUESTS]).count('1'), -len(path(replies, r))))
        story += path(replies, reply) + ['(half a delay)']
        state, rounds = half_a_delay(reply), rounds - 1


def play(name, channel, rules, mode=None):
    def game(state, rounds):
        return s1(state, channel, rounds, rules) if name == 's1' else s2(state, mode, rounds, rules)
    game.name, game.mode = name, mode
    return game


def s3(rules, attackers):
    """A first passkey disappears, or a confirmed one is undone, by what is no passkey; over all moves of both players."""
    for name, channel, extra in attackers:
        for start in accounts(channel, extra):
            if not start[HELD] & PASSKEY and not (start[FIRST] and can_react(start, channel)):
                continue
            states = [start, half_a_delay(half_a_delay(change(start, REQUESTS, put(0, channel or M, ASKED_AGED if channel else 0)))),
                      change(start, OWNERS, SETTLED), change(start, OWNERS, CONFIRMED_AGED)]
            for state in states:
                for player, mode in ((ATTACKER, 'react'), (OWNER, 'help')):
                    for label, new in moves(state, player, mode, rules):
                        lost = (state[FIRST] and not new[FIRST]) or (state[OWNERS] >= CONFIRMED and not new[OWNERS])
                        if lost and not label.endswith('by passkey'):
                            return name, start, label
    return None


def left_open(rules):
    """A move of the owner that takes a way from the attacker and leaves a session that it opened."""
    for start in accounts(W, 0):
        for label, new in moves(change(start, SESSIONS, W), OWNER, 'react', rules):
            if new[SESSIONS] & 63 & ~new[STOLEN]:
                return start, 'attacker signs in by password; ' + label + ' => the session outlives the password'
    return None


def s4(listed):
    """Kinds of things that some attacker can plant while the owner is away, and that the list leaves out."""
    rules, found = Rules(), {}
    for name, channel, extra in ATTACKERS:
        for start in accounts(channel, extra):
            if len(BITS[start[WAYS]]) > 4 or not start[HELD] & PASSKEY or start[FIRST] != 1 or not start[WAYS] & W or not start[WAYS] & M:
                continue
            frontier = {start}
            for _ in range(4):
                new = set()
                for state in frontier:
                    for turn in closure(state, ATTACKER, 'react', rules):
                        kinds = {NAME[c] for c in BITS[turn[SET]]} | ({'passkey'} if turn[OTHERS] else set())
                        kinds |= ({'session'} if turn[SESSIONS] else set()) | ({'request'} if turn[REQUESTS] else set())
                        for kind in kinds:
                            found.setdefault(kind, (name, start))
                        if len(new) < 60:
                            new.add(half_a_delay(turn))
                frontier = new
            if len(found) >= 7:
                break
    return {kind: where for kind, where in found.items() if kind not in listed}, set(found)


def check(rules, attackers, returns=True):
    """For each attacker: accounts with a claim, failures of S1, returns alone, with help, never, against the claim."""
    rows = []
    for name, channel, extra in attackers:
        row = dict(name=name, claimed=0, s1=[], alone=0, help=0, never=0, against=[])
        for state in accounts(channel, extra):
            if can_react(state, channel):
                row['claimed'] += 1
                if s1(state, channel, S1_ROUNDS, rules) is not None:
                    row['s1'].append(state)
            claim = expected_return(state, channel)
            if returns and claim:
                result = 'alone' if s2(state, 'back', S2_ROUNDS, rules) is None else (
                    'help' if s2(state, 'help', S2_ROUNDS, rules) is None else 'never')
                row[result] += 1
                if result == 'never' or (claim == 'alone' and result == 'help'):
                    row['against'].append(state)
        rows.append(row)
    return rows


def first_failure(rule):
    """The smallest account in which a dropped rule breaks S1, S2 or S3."""
    for at_once in (False, True):
        rules, base = Rules(rule, at_once), Rules(None, at_once)
        if left_open(rules):
            return 'S1', 'password', *left_open(rules), at_once
        for size in (2, 3, 4):
            sized = [(name, channel, state) for name, channel, extra in ATTACKERS + [UNLOCKED_PHONE] for state in accounts(channel, extra)
                     if len(BITS[state[WAYS]]) + state[FIRST] == size and (channel != UNLOCKED_PHONE[1] or state[HELD] & PASSKEY)]
            for name, channel, state in sized:
                if can_react(state, channel) and s1(state, channel, S1_ROUNDS, rules) is not None:
                    if s1(state, channel, S1_ROUNDS, base) is None:
                        return 'S1', name, state, trace(state, channel, S1_ROUNDS, rules, play('s1', channel, rules)), at_once
            broken = s3(rules, ATTACKERS) if size == 2 else None
            if broken:
                return 'S3', broken[0], broken[1], broken[2], at_once
            for name, channel, state in sized:
                claim = expected_return(state, channel)
                if claim and not state[HELD] & (W | D) & ~channel and channel != UNLOCKED_PHONE[1]:
                    mode = 'back' if claim == 'alone' else 'help'
                    if s2(state, mode, S2_ROUNDS, rules) is not None and s2(state, mode, S2_ROUNDS, base) is None:
                        return 'S2', name, state, trace(state, channel, S2_ROUNDS, rules, play('s2', channel, rules, mode)), at_once
    return None


KINDS = 'passkey', 'removed passkey', 'recent session', 'password and its session', 'password and its session, a delay old'
CODE = "administrator's code"


def proofs(state):
    """What someone may bring: every way alone, every pair, and the special ones; with the part of the state that says so."""
    ways = BITS[state[WAYS]]
    for i, c in enumerate(ways):
        yield NAME[c], c, 0, 0
        for d in ways[i + 1:]:
            yield f'{NAME[c]} + {NAME[d]}', c | d, 0, 0
    if state[FIRST]:
        yield KINDS[0], PASSKEY, 0, 0
    yield KINDS[1], 0, REMOVED, 0
    yield CODE, 0, 0, 0
    if state[WAYS] & B:
        yield KINDS[2], B, RECENT, 0
    if state[WAYS] & W:
        yield KINDS[3], W, 0, W
        yield KINDS[4], W, 0, W * EACH


def named(label, about):
    """The names of the moves in a label, without who makes them and by which proof; a reaction by a strong proof has several."""
    label = label.split(' ', 1)[1]
    several = re.match('by (?:passkey|two kinds) (.*?)(?: by passkey)?$', label)
    if several:
        label = several[1].replace('cancels the request', 'cancels for good the request')
    elif label.startswith(('enrolls at once', 'enrolls by')):
        label = label.replace('enrolls by', 'enrolls at once by')
    elif ' request by ' in label:
        label = re.sub('cancels by .* the request', 'cancels the request', label)
    else:
        label = re.sub(",? (signed in )?by (passkey|two kinds|what is no .*|" + '|'.join(NAME.values()) + ')$', r' \1', label).replace('signed in', 'in a session')
    for name in label.split(', '):                                 # removing and undoing are one move here
        yield re.sub("(removes|undoes) the other's passkey", 'takes away ' + about, name).replace('everyone else out', 'out everywhere else').replace(
            'signs out out', 'signs out').replace("the owner's first", 'the first').strip()


def allowed(state, proof, rules):
    """The moves that a proof alone may make in a state, from the transitions of both players, about each added passkey."""
    name, held, extra, sessions = proof
    added = [(slot, by, f'the passkey added by the {who}') for slot, by, who in
             ((OWNERS, OWNERS_BY, 'owner'), (OTHERS, OTHERS_BY, 'attacker')) if state[slot]] or [(OWNERS, OWNERS_BY, '')]
    first = int(bool(state[FIRST] or state[OWNERS] == SETTLED or state[OTHERS] == SETTLED))
    names = set()
    for slot, by, about in added:
        base = change(state, FIRST, first, SET, 0, SESSIONS, sessions, OWNERS, NONE, OTHERS, NONE, OWNERS_BY, 0, OTHERS_BY, 0)
        one = change(base, HELD, 127 & ~held, STOLEN, held & 63 | extra, OWNERS, state[slot], OWNERS_BY, state[by])
        roles = [(one, ATTACKER, 'react'), (one, ATTACKER, 'back')]
        if not extra and not sessions:                             # the owner's side knows no stolen things
            roles.append((change(base, HELD, held, STOLEN, 63 & ~held, SESSIONS, state[SESSIONS], OTHERS, state[slot], OTHERS_BY, state[by]), OWNER, 'react'))
        if held == PASSKEY:                                        # and the attacker's side proves a passkey by an added one
            roles[:2] = [(change(one, OTHERS, SETTLED), *role) for role in ((ATTACKER, 'react'), (ATTACKER, 'back'))]
        if name == CODE:
            roles = [(roles[-1][0], OWNER, 'help')]
        for start, player, mode in roles:
            for label, _ in moves(start, player, mode, rules):
                names.update(named(label, about))
    if not state[FIRST]:
        names.discard('removes the first passkey')
    return names


def line(account, history, state, rules):
    """One line of JSON: the product's transitions reach the same state by the same history and allow and refuse the same moves."""
    listed = lambda mask: [NAME[c] for c in BITS[mask & 63]]
    status = ('none', 'unconfirmed', 'unconfirmed', 'confirmed', 'confirmed', 'settled')
    added = [dict(by=who, way=NAME.get(state[by], 'confirmed'), status=status[state[slot]], halves_left=(0, 2, 1, 2, 1, 0)[state[slot]])
             for slot, by, who in ((OWNERS, OWNERS_BY, 'owner'), (OTHERS, OTHERS_BY, 'attacker')) if state[slot]]
    facts = dict(ways=listed(state[WAYS]), unsettled=listed(state[YOUNG] | state[YOUNGER]), first_passkey=bool(state[FIRST]), added=added,
                 requests_halves_left={NAME[c]: GRANTED - get(state[REQUESTS], c) for c in CHANNELS if get(state[REQUESTS], c)},
                 objections_against={NAME[c]: get(state[AGAINST], c) for c in CHANNELS if get(state[AGAINST], c)},
                 objections_made={NAME[c]: get(state[MADE], c) for c in CHANNELS if get(state[MADE], c)}, sessions_opened_by=listed(state[SESSIONS]))
    found = {proof[0]: allowed(state, proof, rules) for proof in proofs(state)}
    every = set().union(*found.values())
    return json.dumps(dict(account=dict(ways=listed(account[WAYS]), passkey=bool(account[FIRST]), owner=listed(account[HELD]) + ['passkey'] * bool(
        account[HELD] & PASSKEY), attacker=listed(account[STOLEN])), history=history, state=facts,
        proofs={name: dict(allowed=sorted(may), refused=sorted(every - may)) for name, may in found.items()}))


def traces(count, seed):
    """Random play of both players, from accounts and attackers of the search; one line for each."""
    pick, rules = random.Random(seed), Rules()
    starts = [start for _, channel, extra in ATTACKERS for start in accounts(channel, extra) if start[WAYS]]
    for _ in range(count):
        state = account = pick.choice(starts)
        history = []
        for _ in range(pick.randrange(5)):
            for player, mode, most in ((ATTACKER, 'react', 2), (OWNER, 'help', 2)):
                for _ in range(pick.randrange(most + 1)):
                    options = moves(state, player, mode, rules)
                    if options:
                        label, state = pick.choice(options)
                        history.append(label)
            if pick.randrange(4):
                state = half_a_delay(state)
                history.append('half a delay')
        print(line(account, history, state, rules))


def single_ways():
    """Accounts of one way or two, with and without a passkey, without a history."""
    for i, c in enumerate(CHANNELS):
        for mask in [c] + [c | d for d in CHANNELS[i + 1:]]:
            for first in (0, 1):
                state = (mask, mask, 0, 0, 0, 0, first) + (0,) * 8
                print(line(state, [], state, Rules()))


def settled_session():
    """Whether a session that is a delay old and the password change the password, and a younger one does not."""
    state = (W | B, W | B, 0, 0, 0, 0, 0) + (0,) * 8
    return [('replaces the password' in allowed(state, ('', held, 0, sessions), Rules())) for held, sessions in
            ((W | B, 0), (W, W * EACH), (W, W), (W, 0))] == [True, True, False, False]


def main():
    if '--ways' in sys.argv:
        return single_ways()
    if '--traces' in sys.argv:
        return traces(*map(int, sys.argv[sys.argv.index('--traces') + 1:][:2]))
    gc.disable()                                                   # millions of small tuples, none of them in cycles
    started, wrong = time.time(), 0
    entered = Rules(at_once=True)                                  # what remains if entering at once is allowed
    entered.early = False
    print(f'{"attacker holds":42}{"accounts":>9}{"S1 fails":>9} | owner gets back: {"alone":>6}{"by help":>8}{"never":>6}{"against claim":>14}')
    for title, rules, attackers, returns in (
            ('all rules; a mailed reset waits', Rules(), ATTACKERS, True),
            ('all rules; mail and phone codes sign in', Rules(mail_signs_in=True), ATTACKERS[:2], True),
            ('all rules; password_reset at_once', Rules(at_once=True), ATTACKERS[:1], '--full' in sys.argv)):
        print(title)
        for row in check(rules, attackers, returns):
            print(f'  {row["name"]:40}{row["claimed"]:9}{len(row["s1"]):9} | {row["alone"]:23}{row["help"]:8}{row["never"]:6}{len(row["against"]):14}')
            if rules.at_once:                                      # the exception that the design makes; no account with a passkey
                kept = [x for x in row['s1'] if s1(x, M, S1_ROUNDS, entered) is not None]
                print(f'    in at once: {len(row["s1"])}, cannot be ended: {len(kept)} ({describe(kept[0])}, …), with a passkey: '
                      f'{sum(x[FIRST] for x in row["s1"] + row["against"])}; S2 ' + (f'needs help in {len(row["against"])}' if returns else 'by --full'))
                wrong += sum(x[FIRST] for x in row['s1'] + row['against'])
            else:
                wrong += len(row['s1']) + len(row['against'])
    name, channel, extra = UNLOCKED_PHONE
    rules = Rules()
    chosen = [s for s in accounts(channel, extra) if s[HELD] & PASSKEY]
    fails = [s for s in chosen if s1(s, channel, S1_ROUNDS, rules) is not None]
    print(f'  {name + ", passkey held":58}{len(chosen):4} accounts, S1 fails in {len(fails)}; three channels at once and no passkey: no claim')
    wrong += len(fails)
    broken = s3(Rules(), ATTACKERS)
    left_out, plantable = s4(LISTED)
    print('S3 over all moves:', 'holds' if not broken else broken, '  S4: plantable', sorted(plantable), 'left out:', sorted(left_out) or 'nothing')
    print('password and a session: two kinds if the session is older than the delay, else not:', 'holds' if settled_session() else 'FAILS')
    wrong += bool(broken) + len(left_out) + (not settled_session()) + bool(left_open(Rules()) or left_open(Rules(at_once=True)))
    print('\ndropped rule, what breaks, smallest account, trace')
    for rule, (number, text) in RULES.items():
        failure = first_failure(rule)
        if not failure:
            print(f'{number:4}{text}\n      NOTHING BREAKS')
            wrong += 1
            continue
        what, name, state, story, at_once = failure
        print(f'{number:4}{text}\n      {what}{" (at_once)" if at_once else ""}, thief of: {name}; account: {describe(state)}\n      {story}')
    for kind in sorted(LISTED):
        missing, _ = s4(LISTED - {kind})
        wrong += not missing
        for planted, (name, state) in missing.items():
            print(f'L22 list without {planted}: S4, thief of: {name}; account: {describe(state)}')
    print(f'\n{"as expected" if not wrong else f"{wrong} UNEXPECTED"}, {time.time() - started:.1f} s')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
