import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { bufferSource } from '../input.ts';
import { type Archive, openArchive } from './archive.ts';
import { RejectedArchive } from './archive-bytes.ts';

const open = (bytes: Uint8Array): Promise<Archive> => openArchive(bufferSource(Buffer.from(bytes)));
const text = (archive: Archive, index = 0) => {
  const source = archive.files[index]?.open();
  return source?.read(0, source.size).toString();
};
const zip = (files: Record<string, string>, level: 0 | 6 = 0): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, value]) => [name, strToU8(value)])),
      { level },
    ),
  );

const CENTRAL = Buffer.from('PK\x01\x02', 'latin1');
const END = Buffer.from('PK\x05\x06', 'latin1');

/** Changes a field of the first entry in the directory. */
function withDirectory(bytes: Buffer, change: (entry: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy.subarray(copy.indexOf(CENTRAL)));
  return copy;
}

const rejected = (bytes: Uint8Array, isTooLarge = false) =>
  assert.rejects(open(bytes), (error) => {
    assert.ok(error instanceof RejectedArchive, String(error));
    assert.equal(error.isTooLarge, isTooLarge, error.message);
    return true;
  });

describe('a ZIP', () => {
  test('contains stored and compressed files, and folders that are no files', async () => {
    for (const level of [0, 6] as const) {
      const archive = await open(
        zip({ 'a/': '', 'a/one': 'one '.repeat(50), 'a/two': 'two' }, level),
      );
      assert.deepEqual(
        archive.files.map(({ name }) => name),
        ['a/one', 'a/two'],
      );
      assert.equal(text(archive), 'one '.repeat(50));
      assert.equal(text(archive, 1), 'two');
      for (const file of archive.files) file.verify();
    }
  });

  test('is read at random: nothing outside an entry can be read', async () => {
    const archive = await open(zip({ one: 'abc', two: 'def' }));
    const source = archive.files[0]?.open();
    assert.equal(source?.read(1, 100).toString(), 'bc');
    assert.equal(source?.read(50, 100).length, 0);
  });

  test('with a wrong checksum or length is damaged', async () => {
    for (const level of [0, 6] as const) {
      const wrong = withDirectory(zip({ one: 'abcabcabc' }, level), (entry) =>
        entry.writeUInt32LE(1, 16),
      );
      const archive = await open(wrong);
      assert.throws(() => archive.files[0]?.verify(), /checksum/);
    }
    const short = withDirectory(zip({ one: 'abc'.repeat(90) }, 6), (entry) =>
      entry.writeUInt32LE(20, 24),
    );
    const archive = await open(short);
    assert.throws(() => archive.files[0]?.open());
  });

  test('with links and encrypted files is read without them', async () => {
    const link = withDirectory(zip({ one: '/etc/passwd', two: 'x' }), (entry) => {
      entry.writeUInt16LE(0x0314, 4);
      entry.writeUInt32LE((0o120777 << 16) >>> 0, 38);
    });
    const withoutLink = await open(link);
    assert.deepEqual(
      [withoutLink.files.map(({ name }) => name), withoutLink.skipped],
      [['two'], 1],
    );
    const encrypted = withDirectory(zip({ one: 'x', two: 'y' }, 6), (entry) =>
      entry.writeUInt16LE(1, 8),
    );
    assert.equal((await open(encrypted)).skipped, 1);
    const unknown = withDirectory(zip({ one: 'x', two: 'y' }), (entry) =>
      entry.writeUInt16LE(99, 10),
    );
    assert.equal((await open(unknown)).skipped, 1);
  });

  test('with names that lead out of its folder is rejected', async () => {
    for (const name of ['../one', 'a/../../one', '/etc/one', 'C:/one', '..\\one'])
      await rejected(zip({ [name]: 'x' }));
  });

  test('with entries that overlap is rejected', async () => {
    const bytes = zip({ one: 'abc', two: 'def' });
    const second = bytes.indexOf(CENTRAL, bytes.indexOf(CENTRAL) + 4);
    const overlapping = Buffer.from(bytes);
    overlapping.writeUInt32LE(0, second + 42);
    await rejected(overlapping);
  });

  test('with too many entries, bytes or too high a ratio is rejected', async () => {
    const entries = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}`, '']));
    await rejected(zip(entries), true);
    await rejected(Buffer.from(zipSync({ one: new Uint8Array(64 * 2 ** 20) }, { level: 9 })), true);
    const stored = withDirectory(zip({ one: 'abc', two: 'x' }, 6), (entry) => {
      entry.writeUInt32LE(0xffff_fff0, 24);
    });
    await rejected(stored, true);
  });

  test('that is cut off anywhere, or none at all, is damaged', async () => {
    const bytes = zip({ one: 'abc', two: 'def' }, 6);
    for (let length = 0; length < bytes.length; length += 1)
      await rejected(bytes.subarray(0, length));
    await rejected(Buffer.from('<!doctype html><p>'));
    await rejected(Buffer.from('MZ'.repeat(300)));
    await rejected(Buffer.alloc(1_000));
  });

  test('whose directory points anywhere is damaged', async () => {
    const bytes = zip({ one: 'abc' });
    for (const value of [1, 5_000, 0xffff_fffe]) {
      await rejected(withDirectory(bytes, (entry) => entry.writeUInt32LE(value, 42)));
      const end = Buffer.from(bytes);
      end.writeUInt32LE(value, end.indexOf(END) + 16);
      await rejected(end);
    }
  });

  test('changed anywhere is opened, skipped or rejected', async () => {
    const bytes = zip({ one: 'abcabcabcabc', two: 'def' }, 6);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = 255 - (changed[at] ?? 0);
      const archive = await open(changed).catch((error: unknown) => {
        assert.ok(error instanceof RejectedArchive, `byte ${at}: ${String(error)}`);
      });
      for (const file of archive?.files ?? [])
        try {
          file.verify();
        } catch (error) {
          assert.ok(error instanceof Error);
        }
    }
  });

  test('with 64-bit sizes is read', async () => {
    const archive = await open(zip64('one', 'abc'));
    assert.equal(text(archive), 'abc');
  });

  test('in a ZIP is a file like any other', async () => {
    const archive = await open(zip({ 'inner.zip': zip({ one: 'abc' }).toString('latin1') }));
    assert.deepEqual(
      archive.files.map(({ name }) => name),
      ['inner.zip'],
    );
  });
});

/** One stored entry whose sizes and offsets are in the 64-bit records (APPNOTE 4.3.14, 4.5.3). */
function zip64(name: string, value: string): Buffer {
  const plain = zip({ [name]: value });
  const at = plain.indexOf(CENTRAL);
  const local = plain.subarray(0, at);
  const entry = Buffer.from(plain.subarray(at, at + 46 + name.length));
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(value.length), 4);
  extra.writeBigUInt64LE(BigInt(value.length), 12);
  entry.writeUInt32LE(0xffff_ffff, 20);
  entry.writeUInt32LE(0xffff_ffff, 24);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(0xffff_ffff, 42);
  const directory = Buffer.concat([entry, extra]);
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(1n, 24);
  end.writeBigUInt64LE(1n, 32);
  end.writeBigUInt64LE(BigInt(directory.length), 40);
  end.writeBigUInt64LE(BigInt(local.length), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(local.length + directory.length), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from('504b05060000000001000100ffffffffffffffff0000', 'hex');
  return Buffer.concat([local, directory, end, locator, last]);
}
