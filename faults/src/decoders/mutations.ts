import type { Random } from '@deqiq/testkit/random.ts';

type Mutation = (bytes: Buffer, random: Random) => Buffer;

/** Values that lengths, counts and sizes are compared with. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0xfe, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff];

const mutations: Record<string, Mutation> = {
  'bytes of the header': (bytes, random) => changed(bytes, random, 132, 132 + 700),
  'bytes anywhere': (bytes, random) => changed(bytes, random, 0, bytes.length),
  'bytes of the end': (bytes, random) => changed(bytes, random, bytes.length - 300, bytes.length),
  'a number at an edge': (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = random.below(Math.max(1, copy.length - 4));
    const value = random.pick(EDGES);
    if (value > 0xffff) copy.writeUInt32LE(value, at);
    else copy.writeUInt16LE(value, at);
    return copy;
  },
  'a cut': (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  'a part twice': (bytes, random) => {
    const at = random.below(bytes.length);
    const part = bytes.subarray(at, at + random.below(2_000));
    return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
  },
  'a part missing': (bytes, random) => {
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(200))]);
  },
};

function changed(bytes: Buffer, random: Random, from: number, to: number): Buffer {
  const copy = Buffer.from(bytes);
  const low = Math.max(0, from);
  const high = Math.min(to, copy.length);
  const count = 1 + random.below(8);
  for (let index = 0; index < count; index += 1)
    copy[low + random.below(Math.max(1, high - low))] = random.below(256);
  return copy;
}

/** A damaged copy, and what was done to it. */
export function mutate(bytes: Buffer, random: Random): readonly [kind: string, bytes: Buffer] {
  const kind = random.pick(Object.keys(mutations));
  return [kind, mutations[kind]?.(bytes, random) ?? bytes];
}
