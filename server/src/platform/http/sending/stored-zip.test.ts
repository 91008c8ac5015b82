import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { ReadableObject } from '../../storage/storage.ts';
import { storedZip } from './stored-zip.ts';
import type { ZipEntry } from './zip-headers.ts';

const modifiedAt = new Date('2026-11-20T07:15:58Z');

/** A file of so many equal bytes, and how often it is open. */
function file(name: string, size: number, byte = 7): ZipEntry & { opened: () => number } {
  let open = 0;
  return {
    name,
    size,
    modifiedAt,
    crc32: size < 1e6 ? crc32(Buffer.alloc(size, byte)) : 0,
    opened: () => open,
    open: async () => {
      open += 1;
      return {
        size,
        read: async (into: Uint8Array, position: number) => {
          const length = Math.max(0, Math.min(into.length, size - position));
          into.fill(byte, 0, length);
          return length;
        },
        close: async () => {
          open -= 1;
        },
      };
    },
  };
}

class ObjectReader extends RandomAccessReader {
  readonly #object: ReadableObject;
  constructor(object: ReadableObject) {
    super();
    this.#object = object;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(pieces(this.#object, start, end));
  }
}

async function* pieces(object: ReadableObject, start: number, end: number) {
  for (let position = start; position < end; ) {
    const buffer = Buffer.alloc(Math.min(65_536, end - position));
    const read = await object.read(buffer, position);
    if (read === 0) return;
    position += read;
    yield buffer.subarray(0, read);
  }
}

async function namesOf(object: ReadableObject) {
  const zip = await fromRandomAccessReaderPromise(new ObjectReader(object), object.size);
  const found: [name: string, size: number, offset: number][] = [];
  for await (const entry of zip.eachEntry())
    found.push([entry.fileName, entry.uncompressedSize, entry.relativeOffsetOfLocalHeader]);
  return found;
}

test('a ZIP has names in UTF-8 without folders; one file is open at a time', async () => {
  const entries = [file('ağız/içi.dcm', 100_000), file('boş.txt', 0), file('b.png', 5)];
  const zip = storedZip(entries);
  let bytes = 0;
  for await (const piece of pieces(zip, 0, zip.size)) {
    bytes += piece.length;
    assert.ok(entries.reduce((sum, entry) => sum + entry.opened(), 0) <= 1);
  }
  assert.equal(bytes, zip.size);
  const names = (await namesOf(zip)).map(([name, size]) => [name, size]);
  assert.deepEqual(names, [
    ['ağız_içi.dcm', 100_000],
    ['boş.txt', 0],
    ['b.png', 5],
  ]);
  await zip.close();
  assert.ok(entries.every((entry) => entry.opened() === 0));
});

test('files of more than 4 GiB and offsets behind them are in the ZIP64 form', async () => {
  const zip = storedZip([file('a.dcm', 5e9), file('b.dcm', 9), file('c.dcm', 2 ** 32 - 1)]);
  const found = await namesOf(zip);
  assert.deepEqual(
    found.map(([name, size]) => [name, size]),
    [
      ['a.dcm', 5e9],
      ['b.dcm', 9],
      ['c.dcm', 2 ** 32 - 1],
    ],
  );
  assert.ok(found[1]?.[2] !== undefined && found[1][2] > 5e9);
  await zip.close();
});
