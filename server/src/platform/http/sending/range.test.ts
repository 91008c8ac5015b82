import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planResponse } from './range.ts';

const resource = {
  size: 1_000,
  etag: '"tag"',
  modifiedAt: new Date('2026-11-20T07:15:57.123Z'),
};
const MODIFIED = 'Fri, 20 Nov 2026 07:15:57 GMT';
const whole = { status: 200, start: 0, end: 1_000 };
const plan = (headers: Record<string, string>) => planResponse(headers, resource);

test('a range selects a part, in every notation', () => {
  const parts: Record<string, [number, number]> = {
    'bytes=0-0': [0, 1],
    'bytes=0-999': [0, 1_000],
    'bytes=10-19': [10, 20],
    'bytes=990-5000': [990, 1_000],
    'bytes=999-': [999, 1_000],
    'bytes=0-': [0, 1_000],
    'bytes=-1': [999, 1_000],
    'bytes=-5000': [0, 1_000],
    'BYTES= 1-2 ': [1, 3],
  };
  for (const [range, [start, end]] of Object.entries(parts))
    assert.deepEqual(plan({ range }), { status: 206, start, end }, range);
});

test('an unsatisfiable range is a 416', () => {
  for (const range of ['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=99999999999999-'])
    assert.deepEqual(plan({ range }), { status: 416 }, range);
});

test('several ranges, other units and invalid ranges select the whole file', () => {
  const ranges = ['bytes=0-1,5-6', 'items=0-1', 'bytes=5-1', 'bytes=-', 'bytes=a-b', 'bytes', ''];
  for (const range of [...ranges, 'bytes=1-2-3', 'bytes=0x1-2', `bytes=${'9'.repeat(400)}-`])
    assert.deepEqual(plan({ range }), whole, range);
});

test('an object may be sent in several ranges, up to a number', () => {
  const planMany = (range: string) => planResponse({ range }, { ...resource, maxRanges: 3 });
  const ranges = [
    { start: 0, end: 2 },
    { start: 2, end: 3 },
    { start: 990, end: 1_000 },
  ];
  assert.deepEqual(planMany('bytes=0-1, 2-2 ,990-'), { status: 206, ranges });
  assert.deepEqual(planMany('bytes=0-1,2000-,-0'), { status: 206, start: 0, end: 2 });
  assert.deepEqual(planMany('bytes=1000-,2000-'), { status: 416 });
  const ignored = ['0-1,2-3,4-5,6-7', '0-5,5-9', '5-9,0-1', '0-1,', '0-1,a-b', '0-1,9-8'];
  for (const range of ignored) assert.deepEqual(planMany(`bytes=${range}`), whole, range);
});

test('If-Range keeps the range only for identical bytes', () => {
  const part = { status: 206, start: 0, end: 10 };
  const range = 'bytes=0-9';
  for (const good of ['"tag"', MODIFIED])
    assert.deepEqual(plan({ range, 'if-range': good }), part, good);
  for (const bad of ['"other"', 'W/"tag"', 'Fri, 20 Nov 2026 07:15:58 GMT', 'nonsense'])
    assert.deepEqual(plan({ range, 'if-range': bad }), whole, bad);
});

test('an unchanged file is a 304, and the tag decides before the date', () => {
  for (const tag of ['"tag"', 'W/"tag"', '*', '"a", "tag"'])
    assert.deepEqual(plan({ 'if-none-match': tag, range: 'bytes=0-1' }), { status: 304 }, tag);
  assert.deepEqual(plan({ 'if-modified-since': MODIFIED }), { status: 304 });
  assert.deepEqual(plan({ 'if-modified-since': 'Fri, 20 Nov 2026 07:15:56 GMT' }), whole);
  assert.deepEqual(plan({ 'if-modified-since': 'nonsense' }), whole);
  assert.deepEqual(plan({ 'if-none-match': '"other"', 'if-modified-since': MODIFIED }), whole);
});
