import { expect, test } from 'vitest';
import { readResolutions } from './codestream.ts';

const SOC = 'ff4f';
const SIZ = 'ff51';
const COD = 'ff52';
const TLM = 'ff55';
const SOT = 'ff90';
const hex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0');
const size = `${SIZ}${hex(4, 2)}0000`;
const coding = (decompositions: number) =>
  `${COD}${hex(12, 2)}0002000100${hex(decompositions, 1)}03030000`;
const toBytes = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** `tile`: bytes of the index of the tile in each entry. */
function lengthsMarker(lengths: readonly number[], tile: 0 | 1, lengthBytes: 2 | 4): string {
  const entries = lengths.map((length) => '00'.repeat(tile) + hex(length, lengthBytes)).join('');
  const sizes = (tile << 4) | (lengthBytes === 4 ? 0x40 : 0);
  return `${TLM}${hex(4 + entries.length / 2, 2)}00${hex(sizes, 1)}${entries}`;
}

test('each resolution ends where its tile part ends', () => {
  for (const [tile, lengthBytes] of [
    [0, 2],
    [1, 2],
    [1, 4],
  ] as const) {
    const header = `${SOC}${size}${coding(2)}${lengthsMarker([100, 200, 300], tile, lengthBytes)}`;
    const start = header.length / 2;
    const total = start + 602;
    expect(readResolutions(toBytes(`${header}${SOT}000a`), total)).toEqual([
      { scale: 4, end: start + 100 },
      { scale: 2, end: start + 300 },
      { scale: 1, end: total },
    ]);
  }
});

test('a codestream without lengths has one resolution', () => {
  expect(readResolutions(toBytes(`${SOC}${size}${coding(5)}${SOT}000a`), 999)).toEqual([
    { scale: 1, end: 999 },
  ]);
});

test('a codestream with several tiles, or parts that are no resolutions, has one resolution', () => {
  const whole = [{ scale: 1, end: 999 }];
  const others = `${TLM}${hex(8, 2)}001000${hex(9, 2)}01`;
  expect(readResolutions(toBytes(`${SOC}${coding(1)}${others}${SOT}000a`), 999)).toEqual(whole);
  const parts = lengthsMarker([1, 2, 3], 0, 2);
  expect(readResolutions(toBytes(`${SOC}${coding(1)}${parts}${SOT}000a`), 999)).toEqual(whole);
});

test('damaged bytes have one resolution', () => {
  const whole = [{ scale: 1, end: 999 }];
  for (const text of [
    '',
    'ff4f',
    `${SOC}${TLM}ffff0040`,
    `${SOC}ff51000012345678`,
    '00'.repeat(64),
  ])
    expect(readResolutions(toBytes(text), 999)).toEqual(whole);
});
