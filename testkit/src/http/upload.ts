import { randomUUID } from 'node:crypto';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import type { ApiClient } from '../api-client.ts';

const BOUNDARY = '----deqiqbench7d1f0c2a9e5b';

/** Two mebibytes that begin like a DICOM file; every chunk of a file is the same. */
export const CHUNK = someChunk();

/** The form of a chunk as browsers encode it, file part first. */
export function chunkForm(
  staff: ApiClient,
  fields: Readonly<Record<string, string | number>>,
  bytes: Uint8Array,
): (string | Uint8Array)[] {
  const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
  const head = `${part('chunk')}; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`);
  const tail = `\r\n${texts.join('')}--${BOUNDARY}--\r\n`;
  const length = head.length + bytes.length + Buffer.byteLength(tail);
  const request = [
    'POST /api/admin/checkups/upload-chunk HTTP/1.1',
    'Host: bench',
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${length}`,
  ].join('\r\n');
  return [`${request}\r\n${staff.authorization}\r\n${head}`, bytes, tail];
}

/** Uploads a file of `size` bytes, chunk by chunk like the portal; returns its fileId. */
export async function uploadFile(
  staff: ApiClient,
  size: number,
  fileName: string,
): Promise<string> {
  const connection = new Connection(staff.port);
  const fileId = randomUUID();
  const totalChunks = size / CHUNK_SIZE;
  for (let chunkNumber = 0; chunkNumber < totalChunks; chunkNumber += 1) {
    const fields = { chunkNumber, totalChunks, fileId, fileName };
    const answer = await connection.send(chunkForm(staff, fields, CHUNK), { keep: true });
    if (answer.status !== 200) throw new Error(`a chunk was refused: ${answer.body.toString()}`);
  }
  connection.close();
  return fileId;
}

function someChunk(): Buffer {
  const bytes = Buffer.alloc(CHUNK_SIZE);
  for (let at = 0; at < bytes.length; at += 4)
    bytes.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  bytes.fill(0, 0, 128);
  bytes.write('DICM', 128, 'latin1');
  return bytes;
}
