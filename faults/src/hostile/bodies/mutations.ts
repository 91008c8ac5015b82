import type { Random } from '@deqiq/testkit/random.ts';
import { BOUNDARY } from './forms.ts';

type Mutation = (body: Buffer, random: Random) => Buffer;

const at = (body: Buffer, random: Random) => random.below(body.length + 1);
const cut = (body: Buffer, random: Random) => {
  const [from, to] = [at(body, random), at(body, random)].sort((a, b) => a - b) as [number, number];
  return {
    before: body.subarray(0, from),
    middle: body.subarray(from, to),
    after: body.subarray(to),
  };
};
const insert = (body: Buffer, random: Random, bytes: Buffer | string) => {
  const index = at(body, random);
  return Buffer.concat([body.subarray(0, index), Buffer.from(bytes), body.subarray(index)]);
};

const TOKENS = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '"',
  '\\',
  ';',
  ':',
  '--',
  '=',
  '%',
  "'",
  ' ',
  '\t',
  '\r\n\r\n',
  `--${BOUNDARY}`,
  `\r\n--${BOUNDARY}\r\n`,
  `\r\n--${BOUNDARY}--\r\n`,
  'filename=',
  'name=',
  'Content-Disposition: form-data; name="chunk"',
  'Content-Length: 5',
  'é',
  '\u{1f9b7}',
  'ı',
];

/** Damage that happens in transit, or that an attacker causes. */
const mutations: Readonly<Record<string, Mutation>> = {
  'bits flip': (body, random) => {
    const other = Buffer.from(body);
    for (let count = 1 + random.below(8); count > 0 && other.length > 0; count -= 1) {
      const index = random.below(other.length);
      other[index] = (other[index] ?? 0) ^ (1 << random.below(8));
    }
    return other;
  },
  'its end is missing': (body, random) => body.subarray(0, at(body, random)),
  'its beginning is missing': (body, random) => body.subarray(at(body, random)),
  'a piece is missing': (body, random) => {
    const { before, after } = cut(body, random);
    return Buffer.concat([before, after]);
  },
  'a piece is repeated': (body, random) => {
    const { before, middle, after } = cut(body, random);
    return Buffer.concat([before, middle, middle, after]);
  },
  'two pieces are swapped': (body, random) => {
    const { before, middle, after } = cut(body, random);
    return Buffer.concat([before, after, middle]);
  },
  'a piece is zeros': (body, random) => {
    const { before, middle, after } = cut(body, random);
    return Buffer.concat([before, Buffer.alloc(middle.length), after]);
  },
  'a token is inserted': (body, random) => insert(body, random, random.pick(TOKENS)),
  'noise is inserted': (body, random) =>
    insert(
      body,
      random,
      Buffer.from(Array.from({ length: 1 + random.below(64) }, () => random.below(256))),
    ),
  'a token is replaced': (body, random) => {
    const from = random.pick(TOKENS);
    const to = random.pick(TOKENS);
    const index = body.indexOf(from, random.below(body.length + 1));
    if (index < 0) return insert(body, random, to);
    const rest = body.subarray(index + Buffer.byteLength(from));
    return Buffer.concat([body.subarray(0, index), Buffer.from(to), rest]);
  },
};

/** Applies one to four mutations to a body and describes them. */
export function mutated(body: Buffer, random: Random): { body: Buffer; what: string } {
  const names = Object.keys(mutations);
  const done: string[] = [];
  let other = body;
  for (let count = random.pick([1, 1, 1, 2, 2, 3, 4]); count > 0; count -= 1) {
    const name = random.pick(names);
    done.push(name);
    other = mutations[name]?.(other, random) ?? other;
  }
  return { body: other, what: done.join(', ') };
}
