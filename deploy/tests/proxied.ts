import { readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';

export interface Got {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly bytes: Buffer;
}

export type Ask = (
  method: string,
  path: string,
  options?: { headers?: OutgoingHttpHeaders; body?: Buffer | string },
) => Promise<Got>;

/** Asks a proxy on this machine over TLS as a browser asks deqiq.example; addresses go out as they are. */
export function through(port: number, cert: string): Ask {
  const ca = readFileSync(cert);
  return (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          servername: 'deqiq.example',
          ca,
          agent: false,
          method,
          path,
          headers: { host: 'deqiq.example', ...headers },
        },
        (answer) => {
          const { statusCode: status = 0, headers: received } = answer;
          answer.toArray().then((parts) => {
            resolve({ status, headers: received, bytes: Buffer.concat(parts) });
          }, reject);
        },
      );
      sent.on('error', reject).end(body);
    });
}
