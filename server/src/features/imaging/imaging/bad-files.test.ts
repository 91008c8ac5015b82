import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type {
  Checkup,
  CheckupList,
  OwnCheckupList,
} from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import type { Imaging } from '@deqiq/contract/imaging/imaging.ts';
import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import { ctSlice, EXPLICIT_LITTLE_ENDIAN, part10 } from '@deqiq/samples/dicom/ct-slice.ts';
import { type Element, encodeElements } from '@deqiq/samples/dicom/elements.ts';
import { binaryStl } from '@deqiq/samples/phantoms/surface-files.ts';
import { surfacePhantom } from '@deqiq/samples/phantoms/surface-phantom.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { zipSync } from 'fflate';

const SIDE = 16;

const slice = (...more: Element[]): Buffer =>
  ctSlice({
    width: SIDE,
    height: SIDE,
    instance: 1,
    position: [0, 0, 0],
    pixels: new Uint16Array(SIDE * SIDE),
    more,
  });

const zip = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files));

const DIRECTORY = Buffer.from('PK\x01\x02', 'latin1');

/** The same ZIP with a change in one entry of its directory (APPNOTE 4.3.12). */
function withEntry(bytes: Buffer, index: number, change: (entry: Buffer) => void): Buffer {
  let at = bytes.indexOf(DIRECTORY);
  for (let skipped = 0; skipped < index; skipped += 1) at = bytes.indexOf(DIRECTORY, at + 4);
  change(bytes.subarray(at));
  return bytes;
}

const asLink = (entry: Buffer): void => {
  entry.writeUInt16LE(0x0314, 4);
  entry.writeUInt32LE((0o120777 << 16) >>> 0, 38);
};
const asEncrypted = (entry: Buffer): void => void entry.writeUInt16LE(1, 8);
const atStart = (entry: Buffer): void => void entry.writeUInt32LE(0, 42);
const withWrongChecksum = (entry: Buffer): void => void entry.writeUInt32LE(1, 16);

const manyFiles = () => {
  const empty = Buffer.alloc(1);
  return Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`I${index}`, empty]));
};

const scan = binaryStl(surfacePhantom({ columns: 9, rows: 5 }));

const executable = (magic: string) => Buffer.concat([Buffer.from(magic, 'latin1'), slice()]);
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
const { bytesDisagree, archiveDamaged, archiveWithoutDicom, archiveTooLarge } = uploadMessages;

const refused = [
  ['an executable', 'a.dcm', executable('MZ'), 415, bytesDisagree],
  ['an executable', 'a.zip', executable('\x7fELF'), 415, archiveDamaged],
  ['HTML', 'a.dcm', HTML, 415, bytesDisagree],
  ['HTML', 'a.zip', HTML, 415, archiveDamaged],
  ['HTML before DICM', 'b.dcm', withPreamble(HTML), 415, bytesDisagree],
  ['DICOM', 'a.stl', slice(), 415, bytesDisagree],
  ['a text', 'a.stl', Buffer.from('solid advice'), 415, bytesDisagree],
  ['a binary STL that is cut off', 'a.stl', scan.subarray(0, -1), 415, bytesDisagree],
  ['STL', 'a.ply', scan, 415, bytesDisagree],
  ['names that lead out', 'a.zip', zip({ '../../I1': slice() }), 415, archiveDamaged],
  ['names that lead out of Windows', 'a.zip', zip({ '..\\I1': slice() }), 415, archiveDamaged],
  ['an absolute name', 'a.zip', zip({ '/etc/I1': slice() }), 415, archiveDamaged],
  ['a drive letter', 'a.zip', zip({ 'C:/I1': slice() }), 415, archiveDamaged],
  ['a link', 'a.zip', withEntry(zip({ I1: slice() }), 0, asLink), 415, archiveWithoutDicom],
  ['10,000 entries', 'a.zip', zip(manyFiles()), 413, archiveTooLarge],
  ['a ZIP in a ZIP', 'a.zip', zip({ 'b.zip': zip({ I1: slice() }) }), 415, archiveWithoutDicom],
  ['encrypted', 'a.zip', withEntry(zip({ I1: slice() }), 0, asEncrypted), 415, archiveWithoutDicom],
  [
    'overlaps',
    'a.zip',
    withEntry(zip({ a: slice(), b: slice() }), 1, atStart),
    415,
    archiveDamaged,
  ],
  ['a bomb', 'a.zip', zip({ a: new Uint8Array(64 * 2 ** 20) }), 413, archiveTooLarge],
  ['no DICOM', 'a.zip', zip({ 'a.txt': Buffer.from('text') }), 415, archiveWithoutDicom],
  ['no entry', 'a.zip', zip({}), 415, archiveWithoutDicom],
] as const;

function withPreamble(text: Buffer): Buffer {
  const bytes = slice();
  text.copy(bytes, 0, 0, 128);
  return bytes;
}

/** Sequences within sequences (PS3.5, 7.5). */
function nested(depth: number): Element[] {
  let items: Element[] = [];
  for (let level = 0; level < depth; level += 1)
    items = [{ tag: 0x0008_1140, vr: 'SQ', value: [items] }];
  return items;
}

const SCRIPT = '<script>alert(1)</script>';

/** A script in every text of groups 0008 to 0028. */
function scripts(): Element[] {
  const texts = (group: number): Element[] =>
    Array.from({ length: 0x60 }, (_, element) => element)
      .filter((element) => !(group === 0x0028 && PIXEL_FORMAT.includes(element)))
      .map((element) => ({ tag: group * 0x1_0000 + element, vr: 'LO', value: SCRIPT }) as const);
  return [
    ...[0x0008, 0x0010, 0x0018, 0x0020, 0x0028].flatMap(texts).filter(({ tag }) => tag % 0x1_0000),
    ...[0x0008_103e, 0x0008_1030, 0x0008_1090, 0x0018_1030].map(
      (tag) => ({ tag, vr: 'LO', value: SCRIPT }) as const,
    ),
  ];
}

/** Elements of group 0028 without which there is no picture. */
const PIXEL_FORMAT = [0x02, 0x04, 0x10, 0x11];

const size = (side: number): Element[] => [
  { tag: 0x0028_0010, vr: 'US', value: side },
  { tag: 0x0028_0011, vr: 'US', value: side },
];

const deflateBomb = () =>
  part10('1.2.840.10008.1.2.1.99', deflateRawSync(Buffer.alloc(160 * 2 ** 20)));

/** Accepted files and their state for staff. */
const accepted: readonly (readonly [string, string, Buffer, Partial<Imaging>])[] = [
  ['60,000 × 60,000 pixels', 'huge.dcm', slice(...size(60_000)), { failure: 'too-large' }],
  [
    '10,000 frames of which one is present',
    'frames.dcm',
    slice({ tag: 0x0028_0008, vr: 'IS', value: '10000' }),
    { state: 'ready', issues: ['incomplete'] },
  ],
  ['sequences of 40 levels', 'deep.dcm', slice(...nested(40)), { failure: 'damaged' }],
  [
    'sequences of 4,000 levels',
    'deeper.dcm',
    part10(EXPLICIT_LITTLE_ENDIAN, endlessItems(4_000)),
    { failure: 'damaged' },
  ],
  ['a deflated bomb', 'deflated.dcm', deflateBomb(), { failure: 'too-large' }],
  [
    'scripts in every text',
    'scripts.dcm',
    slice(...scripts()),
    { state: 'ready', otherPatient: SCRIPT },
  ],
  [
    'a wrong checksum',
    'checksum.zip',
    withEntry(zip({ I1: slice() }), 0, withWrongChecksum),
    { failure: 'damaged' },
  ],
  [
    'a ZIP and a link beside DICOM',
    'mixed.zip',
    withEntry(zip({ a: Buffer.from('/etc'), I1: slice(), 'b.zip': zip({}) }), 0, asLink),
    { state: 'ready', skipped: 2 },
  ],
];

/** Beginnings of sequences and items of unknown length, which never end. */
function endlessItems(depth: number): Buffer {
  const begin = Buffer.from(
    '080040115351 0000 ffffffff fe ff 00 e0 ffffffff'.replaceAll(' ', ''),
    'hex',
  );
  const head = encodeElements([{ tag: 0x0008_0060, vr: 'CS', value: 'CT' }]);
  return Buffer.concat([head, ...Array<Buffer>(depth).fill(begin)]);
}

/** A world with one examination; requests that add these files to a new one. */
async function newClinic(t: TestContext) {
  const world = await newWorld(t, { runsJobs: true });
  const { partner, client } = await world.signedInPartner();
  async function submit(files: readonly (readonly [fileName: string, bytes: Buffer])[]) {
    const xrayFiles = [];
    for (const [fileName, bytes] of files)
      xrayFiles.push({ fileId: await world.admin.upload(bytes, fileName), fileName });
    const person = { firstName: 'Nigar', lastName: 'Hüseynova' };
    const body = {
      partner: partner._id,
      ...person,
      name: 'KLKT',
      xrayFiles,
      confirmDifferentPatient: true,
    };
    return world.admin.post('/api/admin/checkups', body);
  }
  return { ...world, client, submit };
}

const rowsOf = async ({ db }: Pick<World, 'db'>) => [
  await db.selectFrom('checkups').selectAll().execute(),
  await db.selectFrom('checkup_files').selectAll().execute(),
  await db.selectFrom('file_imaging').selectAll().execute(),
  await db.selectFrom('jobs').selectAll().execute(),
];

test('a bad file is refused with a sentence, and nothing changes', async (t) => {
  const world = await newClinic(t);
  const before = await rowsOf(world);
  for (const [what, fileName, bytes, status, sentence] of refused)
    await t.test(`${what} as ${fileName}`, async () => {
      const { message, fields } = (await world.submit([[fileName, bytes]])).refused(status);
      assert.equal(fields?.[0]?.message ?? message, sentence());
      assert.deepEqual(await rowsOf(world), before);
    });
});

test('a file that cannot be shown is stored as it is, and staff read why', async (t) => {
  const world = await newClinic(t);
  const answer = await world.submit(accepted.map(([, fileName, bytes]) => [fileName, bytes]));
  const { xrayFileLinks } = answer.ok<{ checkup: Checkup }>().checkup;
  let links: readonly FileLink[] = xrayFileLinks;
  await untilTrue(async () => {
    const list = await world.admin.get('/api/admin/checkups');
    links = list.ok<CheckupList>().checkups[0]?.xrayFileLinks ?? [];
    return links.every(({ imaging }) => imaging.state !== 'pending');
  });
  const own = (await world.client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  for (const [what, fileName, bytes, expected] of accepted)
    await t.test(what, async () => {
      const link = links.find(({ name }) => name === fileName);
      assert.ok(link);
      assert.deepEqual({ ...link.imaging, ...expected }, link.imaging);
      const { response } = await world.visitor.get(link.url);
      assert.ok(response.rawPayload.equals(bytes));
      const shown = own.checkups[0]?.xrayFileLinks.find(({ name }) => name === fileName);
      assert.equal(shown?.imaging.state, link.imaging.state);
      const { patientCheck, otherPatient } = link.imaging;
      assert.equal(shown?.imaging.otherPatient, patientCheck && otherPatient);
    });
});
