import { type Expected, ExpectedState } from '../crash/expected/expected-state.ts';

/** The kinds of values that are compared as texts. */
const texts = ['partners', 'pictures', 'shipments', 'points'] as const;

/**
 * Records what is written from now on. A backup of any moment between this call and the call of the returned function
 * must match the state that the function returns, and it must contain everything acknowledged before.
 */
export function openWindow(expected: ExpectedState): () => ExpectedState {
  const valuesBefore = new Map(texts.map((kind) => [kind, copyValues(expected[kind])] as const));
  const checkups = copyValues(expected.checkups);
  const writes: { values: unknown; key: string; value: unknown }[] = [];
  const begin = expected.begin;
  expected.begin = function recordWrite(values, key, value, kind) {
    writes.push({ values, key, value });
    return begin.call(expected, values, key, value, kind) as () => void;
  };

  return () => {
    expected.begin = begin;
    const state = new ExpectedState();
    for (const kind of texts) {
      const before = valuesBefore.get(kind);
      const keys = new Set([...(before?.keys() ?? []), ...expected[kind].keys()]);
      for (const key of keys) {
        const { now, inFlight } = before?.get(key) ?? { now: undefined };
        const later = writes.filter((each) => each.values === expected[kind] && each.key === key);
        const since = later.map(({ value }) => value as string | undefined);
        state[kind].set(key, { now, since, ...(inFlight && { inFlight }) });
      }
    }
    // Files appear and disappear one by one: a file that exists before and after existed all the time.
    for (const [id, { now }] of checkups) {
      const after = expected.checkups.get(id);
      const value = after?.inFlight ? after.inFlight.value : after?.now;
      state.checkups.set(id, { now, inFlight: { value } });
    }
    for (const [name, file] of expected.files) state.files.set(name, file);
    return state;
  };
}

const copyValues = <Value>(values: ReadonlyMap<string, Expected<Value>>) =>
  new Map([...values].map(([key, entry]) => [key, { ...entry }] as const));
