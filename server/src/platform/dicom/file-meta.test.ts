import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeUserInformation } from '../dimse/pdu-items.ts';
import {
  encodeFileMeta,
  IMPLEMENTATION_CLASS,
  MAX_ENCODED_META,
  readFileMeta,
  readSourceAeTitle,
} from './file-meta.ts';
import { EXPLICIT_LITTLE_ENDIAN } from './transfer-syntaxes.ts';

const instance = {
  sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
  sopUid: '2.25.1',
  transferSyntax: EXPLICIT_LITTLE_ENDIAN,
};

const DATA_SET = Buffer.from([8, 0, 0x16, 0, 0x55, 0x49, 2, 0, 0x31, 0]);

test('file meta that was written is read again, up to the first byte of the data set', () => {
  for (const sourceAeTitle of [undefined, '', 'PANO', 'A']) {
    const meta = encodeFileMeta({
      ...instance,
      ...(sourceAeTitle !== undefined && { sourceAeTitle }),
    });
    const file = Buffer.concat([meta, DATA_SET]);
    assert.deepEqual(readFileMeta(file), { uid: EXPLICIT_LITTLE_ENDIAN, end: meta.length });
    assert.equal(readSourceAeTitle(file), sourceAeTitle ?? '');
    // The group length counts what follows it (PS3.10, 7.1).
    assert.equal(meta.readUInt32LE(140), meta.length - 144);
  }
});

test('the longest file meta fits in its limit', () => {
  const uid = `2.25.${'9'.repeat(59)}`;
  const longest = { sopClassUid: uid, sopUid: uid, transferSyntax: uid };
  assert.ok(
    encodeFileMeta({ ...longest, sourceAeTitle: 'X'.repeat(16) }).length < MAX_ENCODED_META,
  );
});

test('one implementation class UID is in files and in associations, and contains a UUID', () => {
  assert.ok(encodeFileMeta(instance).includes(IMPLEMENTATION_CLASS));
  assert.ok(encodeUserInformation().includes(IMPLEMENTATION_CLASS));
  const uuid = BigInt(IMPLEMENTATION_CLASS.replace('2.25.', '')).toString(16).padStart(32, '0');
  assert.match(uuid, /^.{12}4.{3}[89ab].{15}$/);
});

test('a source AE title is read only from the file meta', () => {
  const sourceAeTitle = Buffer.from([2, 0, 0x16, 0, 0x41, 0x45, 4, 0, ...Buffer.from('FAKE')]);
  assert.equal(
    readSourceAeTitle(Buffer.concat([encodeFileMeta(instance), DATA_SET, sourceAeTitle])),
    '',
  );
  const file = encodeFileMeta({ ...instance, sourceAeTitle: 'PANO' });
  assert.equal(readSourceAeTitle(Buffer.concat([file, sourceAeTitle])), 'PANO');
  assert.equal(readSourceAeTitle(Buffer.from('no file')), '');
});

test('an address in the file meta, which has a length of 32 bits, does not shift what follows', () => {
  const meta = encodeFileMeta(instance);
  const address = Buffer.from('http://pano');
  // Source Presentation Address (0002,0026), VR UR.
  const element = Buffer.from([2, 0, 0x26, 0, 0x55, 0x52, 0, 0, 12, 0, 0, 0, ...address, 0x20]);
  const file = Buffer.concat([meta, element, DATA_SET]);
  assert.equal(readFileMeta(file)?.end, meta.length + element.length);
});
