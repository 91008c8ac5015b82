import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkup, CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { type ApiClient, ApiError } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { Cluster } from './cluster.ts';

/** Milliseconds until a client gives up; a restart of everything takes a few seconds. */
const DEADLINE = 120_000;

/** A file whose checkup was acknowledged. */
export interface Acknowledged {
  readonly lastName: string;
  readonly sha256: string;
}

/** So many bytes that no other file has, and that are a text. */
const someText = (size: number) =>
  Buffer.from(randomBytes(Math.ceil(size * 0.75)).toString('base64')).subarray(0, size);

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Uploads a text in chunks to changing nodes, like a browser that repeats what failed, and creates its
 * checkup. Returns when the checkup was acknowledged, or is on the list although its acknowledgement was lost.
 */
export async function uploadAnywhere(cluster: Cluster, random: Random): Promise<Acknowledged> {
  const bytes = someText(random.between(4 * CHUNK_SIZE + 1, 5 * CHUNK_SIZE));
  const fileId = randomUUID();
  const lastName = `Hüseynova ${fileId}`;
  const count = Math.ceil(bytes.length / CHUNK_SIZE);
  for (let number = 0; number < count; number += 1)
    await untilDone(cluster, (staff) => sendChunk(staff, { fileId, number, bytes, count }));
  await untilDone(cluster, async (staff) => {
    if ((await findCheckups(staff, lastName)).length > 0) return;
    await staff.post('/api/admin/checkups', {
      partner: cluster.partner,
      firstName: 'Nigar',
      lastName,
      name: 'Panoram',
      xrayFiles: [{ fileId, fileName: 'qeyd.txt' }],
    });
  });
  return { lastName, sha256: hash(bytes) };
}

/** Both nodes create a checkup with the same upload concurrently. Exactly one may have the file. */
export async function finishAtBoth(cluster: Cluster, random: Random): Promise<Acknowledged> {
  const bytes = someText(random.between(1, 3_000));
  const fileId = randomUUID();
  const lastName = `Quliyeva ${fileId}`;
  await sendChunk(cluster.at(0), { fileId, number: 0, bytes, count: 1 });
  const create = (staff: ApiClient) =>
    staff.reply('POST', '/api/admin/checkups', {
      partner: cluster.partner,
      firstName: 'Nigar',
      lastName,
      name: 'Panoram',
      xrayFiles: [{ fileId, fileName: 'qeyd.txt' }],
    });
  await Promise.all([create(cluster.at(0)), create(cluster.at(1))]);
  return { lastName, sha256: hash(bytes) };
}

/** Compares what a node returns with what was acknowledged. Returns a sentence for each difference. */
export async function compare(staff: ApiClient, file: Acknowledged): Promise<string[]> {
  const checkups = await findCheckups(staff, file.lastName);
  if (checkups.length !== 1) return [`${file.lastName} has ${checkups.length} checkups`];
  const links = checkups[0]?.xrayFileLinks ?? [];
  if (links.length !== 1) return [`${file.lastName} has ${links.length} files`];
  const outcome = await download(staff, file, links[0]?.url ?? '');
  return outcome === 'right' ? [] : [`the file of ${file.lastName} is ${outcome}`];
}

/** Reads a whole file while its store may lie. `refused`: there was an error, or no end. */
export async function read(
  staff: ApiClient,
  file: Acknowledged,
): Promise<'right' | 'refused' | 'not what was sent'> {
  const [checkup] = await findCheckups(staff, file.lastName);
  return download(staff, file, checkup?.xrayFileLinks[0]?.url ?? '');
}

async function download(staff: ApiClient, { sha256 }: Acknowledged, url: string) {
  const response = await staff.send('GET', url);
  const bytes = await response.arrayBuffer().catch(() => undefined);
  if (!response.ok || !bytes) return 'refused';
  return hash(new Uint8Array(bytes)) === sha256 ? 'right' : 'not what was sent';
}

async function findCheckups(staff: ApiClient, lastName: string): Promise<readonly Checkup[]> {
  const query = new URLSearchParams({ name: lastName });
  return (await staff.get<CheckupList>(`/api/admin/checkups?${query}`)).checkups;
}

async function sendChunk(
  staff: ApiClient,
  chunk: { fileId: string; number: number; bytes: Buffer; count: number },
): Promise<void> {
  const { fileId, number, bytes, count } = chunk;
  const form = new FormData();
  const part = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
  form.set('chunk', new Blob([new Uint8Array(part)]), 'blob');
  form.set('chunkNumber', String(number));
  form.set('fileId', fileId);
  form.set('totalChunks', String(count));
  form.set('fileName', 'qeyd.txt');
  await staff.call('POST', '/api/admin/checkups/upload-chunk', form);
}

/** Repeats a request at changing nodes until one accepts it. Only outages may be repeated. */
async function untilDone(
  cluster: Cluster,
  work: (staff: ApiClient) => Promise<void>,
): Promise<void> {
  const deadline = Date.now() + DEADLINE;
  for (let attempt = 0; ; attempt += 1)
    try {
      return await work(cluster.at(attempt));
    } catch (error) {
      const isOutage = !(error instanceof ApiError) || [409, 503, 507].includes(error.status);
      if (!isOutage || Date.now() > deadline) throw error;
      await pause(50);
    }
}
