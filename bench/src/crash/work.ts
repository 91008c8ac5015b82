import { randomUUID } from 'node:crypto';
import type { Checkup } from '@deqiq/contract/checkups.ts';
import type { Random } from '../../../server/src/demo/random.ts';
import { Connection } from '../machine/connection.ts';
import { Refused, type Staff } from '../machine/server.ts';
import { chunkForm } from '../upload/send.ts';
import { chunkOf, chunksOf, type KnownFile } from './content.ts';
import type { Ledger, OpenUpload, TakingOver } from './ledger.ts';

const MOST_BYTES = 9_000_000;

interface Shift {
  readonly staff: Staff;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly partner: string;
  isOver(): boolean;
}

/** Uploads files and takes them over, one after the other, until the server is gone. */
export async function uploading(shift: Shift): Promise<void> {
  while (!shift.isOver()) await bringIn(shift, begun(shift));
}

function begun({ ledger, random }: Shift): OpenUpload {
  const fileId = randomUUID();
  const size = 200 + random.below(MOST_BYTES);
  const file: KnownFile = { fileId, name: `${fileId}.dcm`, size };
  const upload: OpenUpload = { file, acknowledged: new Set() };
  ledger.files.set(file.name, file);
  ledger.uploads.add(upload);
  return upload;
}

/** Sends what is missing of an upload and takes it over: into a new checkup, or into one that is there. */
export async function bringIn(shift: Shift, upload: OpenUpload): Promise<void> {
  const { ledger, staff } = shift;
  await sendMissing(shift, upload);
  const taking = upload.taking ?? takingOver(shift, upload);
  upload.taking = taking;
  const { path, body, checkupId } = taking;
  const { checkup } = await staff.call<{ checkup: Checkup }>('POST', path, body);
  ledger.taken(checkup._id, upload);
  if (checkupId) ledger.busy.delete(checkupId);
}

async function sendMissing({ ledger, staff }: Shift, { file, acknowledged }: OpenUpload) {
  const connection = new Connection(staff.port);
  const totalChunks = chunksOf(file);
  for (let chunkNumber = 0; chunkNumber < totalChunks; chunkNumber += 1) {
    if (acknowledged.has(chunkNumber)) continue;
    const fields = { chunkNumber, totalChunks, fileId: file.fileId, fileName: file.name };
    const form = chunkForm(staff, fields, chunkOf(file, chunkNumber));
    const answer = await connection.send(form, { keep: true });
    if (answer.status !== 200) throw new Refused(answer.status, answer.body.toString());
    acknowledged.add(chunkNumber);
    ledger.counts.chunks += 1;
  }
  connection.close();
}

function takingOver({ ledger, random, partner }: Shift, { file }: OpenUpload): TakingOver {
  const name = { firstName: 'Nigar', lastName: `Hüseynova ${file.fileId.slice(0, 8)}` };
  const files = [{ fileId: file.fileId, fileName: file.name }];
  const there = idleCheckup(ledger, random);
  if (!there || random.chance(0.5))
    return { path: '/api/admin/checkups', body: { ...name, partner, xrayFiles: files } };
  ledger.busy.add(there);
  const body = { ...name, checkupId: there, files };
  return { path: '/api/admin/checkups/merge-chunks', body, checkupId: there };
}

function idleCheckup(ledger: Ledger, random: Random): string | undefined {
  const idle = ledger.checkups
    .entries()
    .filter(([id, { now }]) => now !== undefined && !ledger.busy.has(id))
    .map(([id]) => id)
    .toArray();
  return idle.length > 0 ? random.pick(idle) : undefined;
}

/** Creates and renames partners, and now and then deletes a checkup, until the server is gone. */
export async function smallWrites(shift: Shift): Promise<void> {
  const { ledger, random, staff } = shift;
  const ids = new Map<string, string>();
  while (!shift.isOver()) {
    const chance = random.next();
    const checkup = chance < 0.1 ? idleCheckup(ledger, random) : undefined;
    if (checkup) await removeCheckup(shift, checkup);
    else if (chance < 0.5 || ids.size === 0) {
      const details = someone();
      const kept = ledger.begin(ledger.partners, details.email, details.firstName);
      const body = { ...details, password: 'partner-password' };
      const { partner } = await staff.call<{ partner: { _id: string } }>(
        'POST',
        '/api/admin/partners',
        body,
      );
      kept();
      ids.set(details.email, partner._id);
    } else {
      const [email, id] = random.pick([...ids]);
      const details = { ...someone(), email };
      const kept = ledger.begin(ledger.partners, email, details.firstName);
      await staff.call('PUT', `/api/admin/partners/${id}`, details);
      kept();
    }
  }
}

async function removeCheckup({ ledger, staff }: Shift, id: string): Promise<void> {
  ledger.busy.add(id);
  const kept = ledger.begin(ledger.checkups, id, undefined);
  await staff.call('DELETE', `/api/admin/checkups/${id}`);
  kept();
}

const someone = () => ({
  firstName: `Aytən ${randomUUID()}`,
  lastName: 'Məmmədova',
  birthDate: '1985-04-12',
  phone: '+994 50 123 45 67',
  email: `${randomUUID()}@example.az`,
  instagram: '@ayten.dent',
  clinicName: 'Ağ Diş',
});
