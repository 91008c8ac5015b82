import http from 'node:http';
import https from 'node:https';
import type { buildPushPayload } from '@block65/webcrypto-web-push';
import { errorCode } from '../errors.ts';
import { lookupPublic, parsePushEndpoint } from './push-endpoint.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** A browser's subscription; the keys are base64url (RFC 8291, 2). */
export interface Subscription {
  readonly endpoint: string;
  readonly publicKey: string;
  readonly authSecret: string;
}

export interface PushMessage {
  readonly payload: Readonly<Record<string, string>>;
  /** Seconds for which the push service keeps it. */
  readonly ttl: number;
  readonly urgency: 'normal' | 'high';
  /** A message that waits at the push service is replaced by one of the same topic: at most 32 letters of base64url. */
  readonly topic: string;
}

export interface PushOptions {
  /** Ends the attempt, except while the response to the complete request is awaited. */
  readonly signal: AbortSignal;
  /** Called before the last byte. If it rejects, the request is not completed. Not called after an early response. */
  readonly beforeEnd: () => Promise<void>;
}

/** The subscription does not exist any more (RFC 8030, 7.3). */
export class PushGoneError extends Error {}

/** The push service is silent. */
export class PushTimeoutError extends Error {}

/** The push service refused this message permanently. */
export class PushRefusedError extends Error {}

interface Settings {
  readonly keys: VapidKeys;
  /** How the push service reaches the operator: a mailto: address. */
  readonly contact: string;
  /** Hosts of push services; see isPushService. */
  readonly services: readonly string[];
  /** An origin on loopback, without TLS, that tests use as a push service. */
  readonly testOrigin?: string | undefined;
  /** Milliseconds for the connection, the request and the response. */
  readonly timeout?: number;
}

/** Push services answer within a second; a slower one is tried again. */
const TIMEOUT = 5_000;

export type Pusher = ReturnType<typeof webPusher>;

/** Sends encrypted messages to push services (RFC 8030, 8291, 8292). One connection per message; follows no redirect. */
export function webPusher({ keys, contact, services, testOrigin, timeout = TIMEOUT }: Settings) {
  const parse = (endpoint: string) => parsePushEndpoint(endpoint, services, testOrigin);
  return {
    publicKey: keys.publicKey,

    isAllowed: (endpoint: string): boolean => parse(endpoint) !== undefined,

    /** Resolves when the push service has accepted the message. Errors contain no endpoint and nothing it wrote. */
    async send(to: Subscription, message: PushMessage, options: PushOptions): Promise<void> {
      const url = parse(to.endpoint);
      if (!url) throw new PushRefusedError('PUSH endpoint not allowed');
      const request = await encrypt(to, message, { ...keys, subject: contact });
      const status = await post(url, request, { ...options, timeout }).catch((error: unknown) => {
        throw describe(error);
      });
      assertAccepted(status);
    },
  };
}

type Encrypted = Awaited<ReturnType<typeof encrypt>>;

async function encrypt(
  { endpoint, publicKey, authSecret }: Subscription,
  { payload, ...options }: PushMessage,
  vapid: Parameters<typeof buildPushPayload>[2],
) {
  // The library wants https, which the endpoints of tests have not.
  const subscription = {
    endpoint: endpoint.replace(/^http:/, 'https:'),
    expirationTime: null,
    keys: { p256dh: publicKey, auth: authSecret },
  };
  // Where no notification is sent, nothing of it is loaded.
  const library = await import('@block65/webcrypto-web-push');
  return library.buildPushPayload({ data: payload, options }, subscription, vapid);
}

/** Returns the status of the response. Its body is not read. */
async function post(
  url: URL,
  { headers, body }: Encrypted,
  { signal, beforeEnd, timeout }: PushOptions & { readonly timeout: number },
): Promise<number> {
  signal.throwIfAborted();
  const isTest = url.protocol === 'http:';
  const request = isTest
    ? http.request(url, { method: 'POST', headers, agent: false })
    : https.request(url, { method: 'POST', headers, agent: false, lookup: lookupPublic });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  promise.catch(() => {});
  request.on('response', ({ statusCode = 0 }) => resolve(statusCode)).on('error', reject);
  const abort = () => request.destroy(new Error('PUSH aborted'));
  const expire = () => request.destroy(new PushTimeoutError('PUSH timeout'));
  signal.addEventListener('abort', abort);
  const timer = setTimeout(expire, timeout);
  try {
    const written = new Promise<undefined>((done) => {
      request.write(body.subarray(0, -1), () => done(undefined));
    });
    const early = await Promise.race([promise, written]);
    if (early !== undefined) return early;
    await beforeEnd();
    signal.removeEventListener('abort', abort);
    request.end(body.subarray(-1));
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    request.destroy();
  }
}

const GONE: readonly number[] = [404, 410];

/** Refused for now, or because of something that an operator can repair: sign-in, the clock. */
const TEMPORARY: readonly number[] = [401, 403, 408, 425, 429];

function assertAccepted(status: number): void {
  if (status >= 200 && status < 300) return;
  const text = `PUSH ${status}`;
  if (GONE.includes(status)) throw new PushGoneError(text);
  if (status >= 500 || TEMPORARY.includes(status)) throw new Error(text);
  throw new PushRefusedError(text);
}

/** Messages of the system name addresses. */
function describe(error: unknown): unknown {
  const code = errorCode(error);
  return code === undefined ? error : new Error(`PUSH ${code}`);
}
