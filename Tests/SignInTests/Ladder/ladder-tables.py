#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what the model allows in every state that it visits, as one JSON document.

Usage: ladder-tables.py PLAYS SEED     The states of so many random plays, under each setting, and of `--ways`.

`moves` has the sets of moves that some proof allows, and `proofs` the lists of proofs that some account has. Each state has `proofs`,
the index of its list, and `moves`, for each proof of it the index of its set. Unlike the lines of `--traces`, states have the ages of
sessions, and a play gives all its states, not only the last. For proofs that the model judges from the thief's side only – a recent
session, a session with its password – the owner's side is added, which knows how to end sessions and to stop a new password.
"""
import contextlib
import importlib.util
import io
import json
import pathlib
import sys

spec = importlib.util.spec_from_file_location('ladder_model', pathlib.Path(__file__).with_name('ladder-model.py'))
model = importlib.util.module_from_spec(spec)
spec.loader.exec_module(model)

SETTINGS = {'wait': {}, 'at once': dict(at_once=True), 'mail signs in': dict(mail_signs_in=True)}
RULES, MOVES, HALF_A_DELAY, LINE = model.Rules, model.moves, model.half_a_delay, model.line


def visited(play, rules):
    """The states of plays, which the model would print as lines."""
    states = []

    def note(function):
        def noting(state, *rest):
            states.append(state)
            return function(state, *rest)
        return noting
    model.Rules, model.moves, model.half_a_delay = lambda: rules, note(MOVES), note(HALF_A_DELAY)
    model.line = lambda account, history, state, rules: states.append(state)
    with contextlib.redirect_stdout(io.StringIO()):
        play()
    model.Rules, model.moves, model.half_a_delay, model.line = RULES, MOVES, HALF_A_DELAY, LINE
    return states


def allowed(state, proof, rules):
    """What a proof allows. Where the model has the thief's side only, the same ways without the theft give what that side lacks."""
    names = model.allowed(state, proof, rules)
    _, held, extra, sessions = proof
    if extra & model.RECENT or sessions:
        if sessions >> model.RIPE:                         # a session that is a delay old is a browser
            held, state = held | model.B, model.change(state, model.WAYS, state[model.WAYS] | model.B)
        names |= model.allowed(state, ('', held, 0, 0), rules) - {'signs in'}
    return names


def facts(state):
    """What the model's lines say of a state, with ages. `left` is in halves of the delay, and so is the age of a session."""
    named = lambda packed: {model.NAME[c]: model.get(packed, c) for c in model.CHANNELS if model.get(packed, c)}
    halves = {model.FRESH: 2, model.AGED: 1, model.CONFIRMED: 2, model.CONFIRMED_AGED: 1, model.SETTLED: 0}
    sessions = state[model.SESSIONS]
    return dict(
        ways=[model.NAME[c] for c in model.BITS[state[model.WAYS]]],
        unsettled={model.NAME[c]: 2 if state[model.YOUNGER] & c else 1 for c in model.BITS[state[model.YOUNG] | state[model.YOUNGER]]},
        first=bool(state[model.FIRST]),
        added={who: dict(way=model.NAME.get(state[by]) if state[slot] in (model.FRESH, model.AGED) else None, left=halves[state[slot]])
               for slot, by, who in ((model.OWNERS, model.OWNERS_BY, 'owner'), (model.OTHERS, model.OTHERS_BY, 'attacker')) if state[slot]},
        requests={way: model.GRANTED - value for way, value in named(state[model.REQUESTS]).items()},
        against=named(state[model.AGAINST]), made=named(state[model.MADE]),
        sessions={model.NAME[c]: 2 if sessions >> 12 & c else 1 if sessions >> 6 & c else 0 for c in model.BITS[sessions & 63]})


def main():
    plays, seed = map(int, sys.argv[1:3])
    moves, proofs, rows, seen = {}, {}, [], set()
    for setting, rules in SETTINGS.items():
        rules = RULES(**rules)
        for state in visited(model.single_ways, rules) + visited(lambda: model.traces(plays, seed), rules):
            row = facts(state)
            key = setting + json.dumps(row, sort_keys=True)
            if key in seen:
                continue
            seen.add(key)
            asked = list(model.proofs(state))
            row['proofs'] = proofs.setdefault(tuple(proof[0] for proof in asked), len(proofs))
            row['moves'] = [moves.setdefault(tuple(sorted(allowed(state, proof, rules))), len(moves)) for proof in asked]
            rows.append(dict(setting=setting, **row))
    tables = dict(moves=list(moves), proofs=list(proofs), states=rows)
    print('{' + ',\n'.join(f'"{name}":[\n' + ',\n'.join(map(compact, table)) + ']' for name, table in tables.items()) + '}')


def compact(value):
    """A row without what is empty."""
    if isinstance(value, dict):
        value = {name: part for name, part in value.items() if part is not False and part not in ([], {})}
    return json.dumps(value, separators=(',', ':'))


if __name__ == '__main__':
    main()
