import type { Random } from '../random.ts';
import type { Operation } from './document.ts';
import type { Call, Fields } from './request.ts';

const ODD_TEXTS = [
  '',
  '   ',
  '\0',
  'a\0b',
  '\u202etxt.exe',
  '\ud83d',
  '%00',
  '..',
  '../../etc/passwd',
  '%',
  '_',
  "' or 1=1 --",
  '"; drop table partners; --',
  '<script>alert(1)</script>',
  '-1',
  '0',
  '1e309',
  'NaN',
  '99999999999999999999',
  '2026-02-30',
  'null',
  'undefined',
  '[]',
  '{}',
  '[{"fileId":"x","fileName":"y"}]',
  '__proto__',
  '😀'.repeat(60),
  'ə'.repeat(300),
  'x'.repeat(2_900),
  '01a1f82b-09e4-7bb2-a18d-99466a9da6dd',
] as const;

/** An empty parameter and '..', which clients resolve themselves, would produce another path. */
const ODD_PARAMS = ODD_TEXTS.filter((text) => text !== '' && text !== '..');

const ODD_VALUES: readonly unknown[] = [
  ...ODD_TEXTS,
  null,
  undefined,
  true,
  0,
  -1,
  1.005,
  1e21,
  -1e308,
  [],
  [[]],
  ['x', 'x'],
  {},
  { $ne: null },
  { bytes: 'x' },
  [{ fileId: 'x' }],
  [{ fileId: '../x', fileName: 'a.dcm' }],
];

/** Applies one mutation to a call; the rest of it stays valid. */
export function mutated(random: Random, operation: Operation, call: Call): Call {
  const changes: ((call: Call) => Call)[] = [
    (from) => ({ ...from, query: { ...from.query, ...oddQuery(random, operation) } }),
    ...(operation.params.length > 0 ? [(from: Call) => oddParam(random, from)] : []),
    ...(call.body
      ? [(from: Call) => oddField(random, from), (from: Call) => oddField(random, from)]
      : []),
    (from) => ({ ...from, headers: { ...from.headers, ...oddHeaders(random) } }),
  ];
  const once = random.pick(changes)(call);
  return random.chance(0.3) ? random.pick(changes)(once) : once;
}

function oddQuery(random: Random, { query }: Operation): Call['query'] {
  const names = [...Object.keys(query), 'unknown', '__proto__', 'page[]'];
  const value = random.pick(ODD_TEXTS);
  return { [random.pick(names)]: random.chance(0.2) ? [value, value] : value };
}

function oddParam(random: Random, call: Call): Call {
  const name = random.pick(Object.keys(call.params));
  return { ...call, params: { ...call.params, [name]: random.pick(ODD_PARAMS) } };
}

function oddField(random: Random, call: Call): Call {
  const names = [...Object.keys(call.body ?? {}), 'unknown', 'constructor'];
  const odd = random.chance(0.15) ? oddFile(random) : random.pick(ODD_VALUES);
  const body: Fields = { ...call.body, [random.pick(names)]: odd };
  return { ...call, body };
}

const oddFile = (random: Random) => ({
  fileName: random.pick(['', 'a.png', '../a.png', 'a.html', 'a\0.png', 'x'.repeat(300)]),
  bytes: random.pick([
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.alloc(3_000, 7),
  ]),
});

const oddHeaders = (random: Random): Record<string, string> =>
  random.pick([
    { accept: 'text/html' },
    { accept: 'application/xml' },
    { 'if-none-match': '*' },
    { 'if-none-match': '"x"' },
    { range: 'bytes=5-1' },
    { range: 'bytes=0-0' },
    { 'x-forwarded-for': '1.2.3.4, \u00e9' },
    { expect: '100-continue' },
    { 'accept-encoding': 'br;q=nonsense' },
  ]);

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
  'nonsense',
] as const;

/** A call in which only the path is valid. */
export function nonsense(random: Random, { method, params }: Operation): Call {
  const odd = () => random.pick(ODD_TEXTS);
  const call: Call = {
    params: Object.fromEntries(params.map((name) => [name, random.pick(ODD_PARAMS)])),
    query: random.chance(0.5) ? { [odd()]: odd(), page: odd(), limit: odd() } : {},
    body: undefined,
    encoding: 'json',
    headers: {},
  };
  if (method === 'GET' || method === 'HEAD') return call;
  return {
    ...call,
    headers: { 'content-type': random.pick(TYPES) },
    raw: random.pick(bodies)(random),
  };
}

const bodies: readonly ((random: Random) => Buffer)[] = [
  () => Buffer.alloc(0),
  () => Buffer.from('{'),
  () => Buffer.from('[]'),
  () => Buffer.from('null'),
  () => Buffer.from('"x"'),
  () => Buffer.from('{"__proto__":{"role":"admin"}}'),
  () => Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  () => Buffer.from('a=1&a=2&%=%zz&__proto__=x'),
  () => Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
  () => Buffer.from('--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n'),
  (random) => Buffer.from(Array.from({ length: 2_000 }, () => random.below(256))),
];
