import { randomUUID } from 'node:crypto';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { ApiError } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { chunkForm } from '@deqiq/testkit/http/upload.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { chunkOf, chunksOf, type KnownFile } from '../expected/content.ts';
import type { ExpectedState, OpenUpload } from '../expected/expected-state.ts';
import type { Workload } from './workload.ts';

const MAX_BYTES = 5_000_000;

/** Uploads files and merges them into checkups, one after the other, until the server exits. */
export async function runUploads(workload: Workload): Promise<void> {
  while (!workload.isOver())
    await uploadFile(workload, beginUpload(workload, 200 + workload.random.below(MAX_BYTES)));
}

/** Registers a file of `size` bytes to be sent. */
export function beginUpload({ expected }: Workload, size: number): OpenUpload {
  const fileId = randomUUID();
  const file: KnownFile = { fileId, name: `${fileId}.dcm`, size };
  const upload: OpenUpload = { file, acknowledged: new Set() };
  expected.files.set(file.name, file);
  expected.uploads.add(upload);
  return upload;
}

/** Sends the missing chunks of an upload and merges it into a new or an existing checkup. */
export async function uploadFile(workload: Workload, upload: OpenUpload): Promise<void> {
  await sendMissing(workload, upload);
  await mergeUpload(workload, upload);
}

/** Finishes every open upload; returns one sentence for each that failed. */
export async function finishUploads(workload: Workload): Promise<string[]> {
  const lost: string[] = [];
  for (const upload of [...workload.expected.uploads])
    await uploadFile(workload, upload).catch((error: unknown) => {
      lost.push(`${upload.file.name} could not be finished: ${String(error)}`);
    });
  return lost;
}

/** Sends the unacknowledged chunks, at most the first `most` of all. */
export async function sendMissing(
  { expected, staff }: Workload,
  { file, acknowledged }: OpenUpload,
  maxChunks = Number.POSITIVE_INFINITY,
): Promise<void> {
  const connection = new Connection(staff.port);
  const totalChunks = chunksOf(file);
  try {
    for (let chunkNumber = 0; chunkNumber < Math.min(maxChunks, totalChunks); chunkNumber += 1) {
      if (acknowledged.has(chunkNumber)) continue;
      const fields = { chunkNumber, totalChunks, fileId: file.fileId, fileName: file.name };
      const form = chunkForm(staff, fields, chunkOf(file, chunkNumber));
      const answer = await connection.send(form, { keep: true });
      if (answer.status !== 200)
        throw new ApiError('upload-chunk', answer.status, answer.body.toString());
      acknowledged.add(chunkNumber);
      expected.counts.chunks += 1;
    }
  } finally {
    connection.close();
  }
}

/** Merges a complete upload into a checkup; repeats the same call after an interruption. */
export async function mergeUpload(workload: Workload, upload: OpenUpload): Promise<void> {
  const { expected, staff } = workload;
  upload.merge ??= createMerge(workload, upload);
  const { path, body, checkupId } = upload.merge;
  const { checkup } = await staff.call<{ checkup: Checkup }>('POST', path, body);
  expected.recordMerge(checkup._id, upload);
  if (checkupId) expected.busy.delete(checkupId);
}

function createMerge({ expected, random, people }: Workload, { file }: OpenUpload) {
  const name = { firstName: 'Nigar', lastName: `Hüseynova ${file.fileId.slice(0, 8)}` };
  const files = [{ fileId: file.fileId, fileName: file.name }];
  const idleId = findIdleCheckup(expected, random);
  if (!idleId || random.chance(0.5)) {
    const partner = random.pick(people).id;
    return { path: '/api/admin/checkups', body: { ...name, partner, xrayFiles: files } };
  }
  expected.busy.add(idleId);
  const body = { ...name, checkupId: idleId, files };
  return { path: '/api/admin/checkups/merge-chunks', body, checkupId: idleId };
}

/** A checkup that no worker uses; undefined if there is none. */
export function findIdleCheckup(
  { checkups, busy }: ExpectedState,
  random: Random,
): string | undefined {
  const idle = checkups
    .entries()
    .filter(([id, { now }]) => now !== undefined && !busy.has(id))
    .map(([id]) => id)
    .toArray();
  return idle.length > 0 ? random.pick(idle) : undefined;
}
