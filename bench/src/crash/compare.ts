import type { Checkup, CheckupList } from '@deqiq/contract/checkups.ts';
import type { PartnerList } from '@deqiq/contract/partners.ts';
import type { Staff } from '../machine/server.ts';
import { bytesOf } from './content.ts';
import type { Ledger } from './ledger.ts';

/** What a comparison found, sentence by sentence. */
export interface Findings {
  readonly lost: string[];
  readonly broken: string[];
}

/** Names of files that were read byte for byte; later only their size is asked for. */
export type Read = Set<string>;

/** Compares the restarted server with the ledger, and settles what was in flight by what is there. */
export async function compare(staff: Staff, ledger: Ledger, read: Read): Promise<Findings> {
  const found: Findings = { lost: [], broken: [] };
  await comparePartners(staff, ledger, found);
  await compareCheckups(staff, ledger, found, read);
  await compareUploads(staff, ledger, found);
  return found;
}

async function comparePartners(staff: Staff, ledger: Ledger, { lost }: Findings): Promise<void> {
  const there = new Map<string, string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await staff.call<PartnerList>('GET', `/api/admin/partners?limit=100&page=${page}`);
    pages = list.pagination.totalPage;
    for (const { email, firstName } of list.partners) there.set(email, firstName);
  }
  for (const [email, held] of ledger.partners) {
    const name = there.get(email);
    const may = held.inFlight ? [held.now, held.inFlight.value] : [held.now];
    if (!may.includes(name))
      lost.push(`partner ${email} is ${name} instead of ${may.join(' or ')}`);
    held.now = name;
    delete held.inFlight;
  }
}

async function compareCheckups(staff: Staff, ledger: Ledger, found: Findings, read: Read) {
  const there = new Map<string, Checkup>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await staff.call<CheckupList>('GET', `/api/admin/checkups?limit=100&page=${page}`);
    pages = list.pagination.totalPages;
    for (const checkup of list.checkups) there.set(checkup._id, checkup);
  }
  for (const checkup of there.values()) await compareFiles(staff, checkup, ledger, found, read);
  for (const [id, held] of ledger.checkups) {
    const checkup = there.get(id);
    const mayBeGone = held.now === undefined || held.inFlight !== undefined;
    if (!checkup && !mayBeGone) found.lost.push(`checkup ${id} is gone`);
    if (checkup && held.now === undefined) found.lost.push(`checkup ${id} is back`);
    for (const { name } of checkup ? (held.now ?? []) : [])
      if (!checkup?.xrayFiles.includes(name)) found.lost.push(`file ${name} of ${id} is gone`);
    if (!checkup) held.now = undefined;
    delete held.inFlight;
  }
}

/** No row without its whole file, acknowledged or not. */
async function compareFiles(
  staff: Staff,
  checkup: Checkup,
  ledger: Ledger,
  { broken }: Findings,
  read: Read,
): Promise<void> {
  if (checkup.xrayFileLinks.length === 0) broken.push(`checkup ${checkup._id} has no file`);
  for (const { name, url, size } of checkup.xrayFileLinks) {
    const file = ledger.files.get(name);
    const method = read.has(name) ? 'HEAD' : 'GET';
    const answer = await fetch(`http://127.0.0.1:${staff.port}${url}`, { method });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const length = Number(answer.headers.get('content-length'));
    const isWhole = answer.status === 200 && file?.size === size && length === size;
    if (!file || !isWhole) broken.push(`${name}: ${answer.status}, ${length} of ${size} bytes`);
    else if (method === 'GET' && !bytes.equals(bytesOf(file))) broken.push(`${name}: other bytes`);
    read.add(name);
  }
}

/** Every acknowledged chunk is known, unless the upload has become a file already. */
async function compareUploads(staff: Staff, ledger: Ledger, { lost }: Findings): Promise<void> {
  for (const { file, acknowledged, taking } of ledger.uploads) {
    // Sent for taking over: whether that happened shows when the same call is repeated.
    if (taking) continue;
    const path = `/api/admin/checkups/uploads/${file.fileId}`;
    const { chunks } = await staff.call<{ chunks: number[] }>('GET', path);
    for (const number of acknowledged)
      if (!chunks.includes(number)) lost.push(`chunk ${number} of ${file.name} is gone`);
    for (const number of chunks) acknowledged.add(number);
  }
}
