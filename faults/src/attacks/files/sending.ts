import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { SignedInPartner, Target } from '../target.ts';

const CHUNK = 2_097_152;

/** Milliseconds after which the client gives up. */
const PATIENCE = 60_000;

export interface Sent {
  readonly status: number;
  /** Milliseconds until the response was complete. */
  readonly wait: number;
  readonly body: string;
}

/** Sends a request. The status is 0 when it timed out or the connection broke. */
export async function send(
  { port }: { port: number },
  path: string,
  init: RequestInit,
  patience = PATIENCE,
): Promise<Sent> {
  const began = performance.now();
  const done = (status: number, body: string) => ({
    status,
    body,
    wait: performance.now() - began,
  });
  try {
    const signal = AbortSignal.timeout(patience);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal });
    return done(answer.status, await answer.text());
  } catch (error) {
    return done(0, String(error));
  }
}

const signed = ({ token }: ApiClient) => ({ authorization: `Bearer ${token} type=access` });

/** Sends a picture as a partner. */
export function ship(
  partner: SignedInPartner,
  bytes: Buffer,
  fileName: string,
  patience?: number,
): Promise<Sent> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), fileName);
  const init = { method: 'POST', headers: signed(partner.client), body };
  return send(partner.client, '/api/partner/misc/create-checkup', init, patience);
}

/** Uploads a file as staff and returns the id of the upload. */
export async function upload({ staff }: Target, bytes: Buffer): Promise<string> {
  const fileId = randomUUID();
  for (let at = 0; at * CHUNK < bytes.length; at += 1) {
    const form = new FormData();
    const chunk = new Uint8Array(bytes.subarray(at * CHUNK, (at + 1) * CHUNK));
    form.set('fileId', fileId);
    form.set('chunkNumber', String(at));
    form.set('chunk', new Blob([chunk]), 'blob');
    await staff.call('POST', '/api/admin/checkups/upload-chunk', form);
  }
  return fileId;
}

/** Creates a checkup from an upload, as staff who confirm its patient whomever the file names. */
export function createCheckup(
  target: Target,
  partner: SignedInPartner,
  fileId: string,
  fileName: string,
): Promise<Sent> {
  const body = JSON.stringify({
    partner: partner.id,
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    name: 'Panoram',
    xrayFiles: [{ fileId, fileName }],
    confirmDifferentPatient: true,
  });
  const headers = { ...signed(target.staff), 'content-type': 'application/json' };
  return send(target, '/api/admin/checkups', { method: 'POST', headers, body });
}
