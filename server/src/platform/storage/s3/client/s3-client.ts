import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { repeat, type StoreClock, storeClock } from './attempts.ts';
import type { BucketAddress } from './bucket-address.ts';
import { type Connections, openConnections, type Timeouts } from './connections.ts';
import { S3Error, S3TimeoutError } from './s3-error.ts';
import { hasElement } from './s3-xml.ts';
import { encodeKey, encodeQuery, type SigningKey, signRequest } from './signature.ts';

/** A request for a bucket or one of its objects. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** undefined: the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** In lower case. Those of a body contain its `x-amz-content-sha256`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Ends all attempts with a S3TimeoutError. */
  readonly signal?: AbortSignal;
}

export interface S3Response {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Options {
  readonly address: BucketAddress;
  readonly key: SigningKey;
  readonly timeouts: Timeouts;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Sends signed requests to one bucket, with retries. Throws S3Error, S3TimeoutError, or the error of the network. */
export function openS3Client({ address, key, timeouts, now = Date.now }: Options) {
  const connections = openConnections(address, timeouts);
  const clock = storeClock(now);
  const attempt = (request: S3Request) => sendOnce({ address, key, connections, clock }, request);
  return {
    /** Resolves with the head of a successful response. The caller reads or destroys its body, which is not repeated. */
    open: (request: S3Request): Promise<IncomingMessage> =>
      repeat(() => attempt(request), clock, request.signal),

    /** Resolves with a whole successful response. `root`: the only element of its body. */
    call: (request: S3Request, root?: string): Promise<S3Response> =>
      repeat(
        async () => {
          const response = await attempt(request);
          const { headers } = response;
          const text = await readBody(response);
          assertRoot(root, { headers, text });
          return { headers, text };
        },
        clock,
        request.signal,
      ),

    close: () => connections.close(),
  };
}

interface Context extends Pick<Options, 'address' | 'key'> {
  readonly connections: Connections;
  readonly clock: StoreClock;
}

async function sendOnce(
  { address, key, connections, clock }: Context,
  { method, key: name = '', query = {}, headers = {}, body, signal }: S3Request,
): Promise<IncomingMessage> {
  if (signal?.aborted) throw new S3TimeoutError('the object store did not answer in time');
  const search = encodeQuery(query);
  const path = `${address.path}${encodeKey(name)}${search && `?${search}`}`;
  const unsigned = { method, path, headers: { ...headers, host: address.host } };
  const signed = signRequest(unsigned, key, clock.now());
  const response = await connections.send({ method, path, headers: signed, body, signal });
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return response;
  throw new S3Error(status, response.headers, await readBody(response));
}

/** A store that works for long sends the status before the result: the body is then an error, or empty. */
function assertRoot(root: string | undefined, { headers, text }: S3Response): void {
  const isError = text.trimEnd().endsWith('</Error>');
  if (isError || (root !== undefined && !hasElement(text, root)))
    throw new S3Error(503, headers, text);
}

async function readBody(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = await Array.fromAsync(response);
  return Buffer.concat(pieces).toString('utf8');
}
