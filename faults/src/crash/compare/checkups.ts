import type { Checkup, CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { SHIPMENT_NAME } from '@deqiq/contract/examinations/shipments.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { colourOf } from '../expected/colours.ts';
import { bytesOf, type KnownFile } from '../expected/content.ts';
import type { Expected, ExpectedState } from '../expected/expected-state.ts';
import { compareValues, type Digests, digestOf, type Findings } from './values.ts';

/** Compares checkups with their files, byte for byte, and the shipments of partners. */
export async function compareCheckups(
  staff: ApiClient,
  expected: ExpectedState,
  findings: Findings,
  read: Digests,
): Promise<void> {
  const actual = await checkupsOf(staff);
  const shipments = new Map<string, string>();
  for (const checkup of actual.values()) {
    if (checkup.name === SHIPMENT_NAME)
      await readShipment(staff, checkup, shipments, findings, read);
    else await compareFiles(staff, checkup, expected, findings, read);
  }
  compareValues('shipment', expected.shipments, shipments, findings);
  for (const [id, entry] of expected.checkups) compareCheckup(id, entry, actual.get(id), findings);
}

async function checkupsOf(staff: ApiClient): Promise<Map<string, Checkup>> {
  const actual = new Map<string, Checkup>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await staff.call<CheckupList>('GET', `/api/admin/checkups?limit=100&page=${page}`);
    pages = list.pagination.totalPages;
    for (const checkup of list.checkups) actual.set(checkup._id, checkup);
  }
  return actual;
}

/** A merge without a response may have added files; their upload is still open. */
function compareCheckup(
  id: string,
  entry: Expected<readonly KnownFile[]>,
  checkup: Checkup | undefined,
  { lost }: Findings,
): void {
  const after = entry.inFlight ? entry.inFlight.value : entry.now;
  const mayBeGone = entry.now === undefined || after === undefined;
  if (!checkup && !mayBeGone) lost.push(`checkup ${id} is gone`);
  if (checkup && entry.now === undefined) lost.push(`checkup ${id} is back`);
  const names = new Set(checkup?.xrayFiles);
  for (const file of checkup ? (entry.now ?? []) : []) {
    const mayGo = entry.inFlight !== undefined && !after?.includes(file);
    if (!names.has(file.name) && !mayGo) lost.push(`file ${file.name} of ${id} is gone`);
  }
  entry.now = checkup && (entry.now ?? []).filter(({ name }) => names.has(name));
  delete entry.inFlight;
}

/** Every row must have its complete file, acknowledged or not. */
async function compareFiles(
  staff: ApiClient,
  checkup: Checkup,
  expected: ExpectedState,
  { broken }: Findings,
  read: Digests,
): Promise<void> {
  if (checkup.xrayFileLinks.length === 0) broken.push(`checkup ${checkup._id} has no file`);
  for (const link of checkup.xrayFileLinks) {
    if (read.has(link.name)) continue;
    const file = expected.files.get(link.name);
    const bytes = await fetchBytes(staff, link, broken);
    if (bytes && !file) broken.push(`${link.name}: this file was never sent`);
    if (bytes && file && !bytes.equals(bytesOf(file))) broken.push(`${link.name}: other bytes`);
    if (bytes) read.set(link.name, digestOf(bytes));
  }
}

async function readShipment(
  staff: ApiClient,
  checkup: Checkup,
  shipments: Map<string, string>,
  { broken }: Findings,
  read: Digests,
): Promise<void> {
  const [link, ...others] = checkup.fileLinks;
  if (!link || others.length > 0) broken.push(`shipment ${checkup._id} has not one file`);
  if (!link) return;
  const before = read.get(link.name);
  const bytes = before ? undefined : await fetchBytes(staff, link, broken);
  const colour =
    before ?? (bytes ? await colourOf(bytes).catch((error) => String(error)) : 'no picture');
  shipments.set(link.name, colour);
  if (bytes) read.set(link.name, colour);
}

/** The bytes behind a link; undefined, with a finding, when their length differs from the promised one. */
async function fetchBytes(staff: ApiClient, { name, url, size }: FileLink, broken: string[]) {
  const answer = await fetch(`http://127.0.0.1:${staff.port}${url}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 200 && bytes.length === size) return bytes;
  broken.push(`${name}: ${answer.status}, ${bytes.length} of ${size} bytes`);
  return undefined;
}
