import { randomUUID } from 'node:crypto';
import type { Answer, Client } from '../client.ts';

/** The body of a STOW-RS request with these files, and its headers. */
export function stowRequest(files: readonly Buffer[]) {
  const boundary = `deqiq-${randomUUID()}`;
  const payload = Buffer.concat([
    ...files.flatMap((file) => [
      Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
      file,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const type = `multipart/related; type="application/dicom"; boundary=${boundary}`;
  return { payload, headers: { 'content-type': type, accept: 'application/dicom+json' } };
}

/** Sends files by STOW-RS. `token` is that of a device; without it the client's own is sent. */
export function sendByStow(
  client: Client,
  files: readonly Buffer[],
  { token, path = '', headers = {} }: { token?: string; path?: string; headers?: object } = {},
): Promise<Answer> {
  const request = stowRequest(files);
  return client.send({
    method: 'POST',
    url: `/dicom-web/studies${path}`,
    payload: request.payload,
    headers: {
      ...request.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}
