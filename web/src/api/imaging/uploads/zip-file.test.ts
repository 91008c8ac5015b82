import { crc32 } from '@deqiq/contract/shared/imaging/crc32.ts';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readZipEntries } from './zip-entries.ts';
import { createZipFile } from './zip-file.ts';

const contentOf = (index: number) =>
  Uint8Array.from({ length: index * 700 }, (_, at) => (at * 31 + index) % 251);

const files = Array.from({ length: 12 }, (_, index) => ({
  path: `CT/şəkil ${index}`,
  file: new File([contentOf(index)], `şəkil ${index}`, { lastModified: 1_000 + index }),
}));

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test('the checksum is that of ZIP, also in parts', () => {
  const text = new TextEncoder().encode('123456789');
  expect(crc32(text)).toBe(0xcbf43926);
  expect(crc32(text.subarray(4), crc32(text.subarray(0, 4)))).toBe(0xcbf43926);
});

test('an archive contains every file with its path', async () => {
  const zip = await createZipFile('CT.zip', files);
  expect(zip.name).toBe('CT.zip');
  const unpacked = unzipSync(await bytesOf(zip));
  expect(Object.keys(unpacked)).toHaveLength(12);
  for (const [index, { path }] of files.entries())
    expect(unpacked[path], path).toEqual(contentOf(index));
});

test('the same files in any order give the same bytes', async () => {
  const zip = await createZipFile('CT.zip', files);
  const again = await createZipFile('CT.zip', files.toReversed());
  expect(await bytesOf(again)).toEqual(await bytesOf(zip));
  expect(again.lastModified).toBe(zip.lastModified);
});

test('any range of the archive equals that part of the whole', async () => {
  const zip = await createZipFile('CT.zip', files);
  const whole = await bytesOf(zip);
  for (let seed = 1; seed <= 50; seed += 1) {
    const from = (seed * 7_919) % whole.length;
    const to = Math.min(whole.length, from + ((seed * 104_729) % 5_000));
    expect(await bytesOf(zip.slice(from, to))).toEqual(whole.subarray(from, to));
  }
});

test('the files that were read are counted', async () => {
  const counts: number[] = [];
  await createZipFile('CT.zip', files, (count) => counts.push(count));
  expect(counts).toEqual(files.map((_, index) => index + 1));
});

test('the heads of the entries are read without the rest', async () => {
  const entries = await readZipEntries(await createZipFile('CT.zip', files));
  expect(entries.map(({ name }) => name)).toEqual(files.map(({ path }) => path).toSorted());
  const entry = entries.find(({ name }) => name === 'CT/şəkil 9');
  expect(await entry?.readHead(100)).toEqual(contentOf(9).subarray(0, 100));
});

test('what is no ZIP has no entries', async () => {
  expect(await readZipEntries(new Blob(['PK, but no archive at all']))).toEqual([]);
});
