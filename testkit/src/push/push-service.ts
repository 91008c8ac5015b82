import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushSubscriptionFields } from '@deqiq/contract/notifications/notifications.ts';
import { decrypt, type ReceiverKeys, readVapid } from './decrypt.ts';

/** A message as a browser would receive it. */
export interface ReceivedPush {
  readonly endpoint: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
  /** Bytes of the encrypted body. */
  readonly size: number;
}

/** Behaviour of the service for the next messages; undefined: it accepts them. */
export interface PushConduct {
  /** When the header has arrived: the status to refuse with, without reading the body. */
  readonly atStart?: () => number | undefined;
  /** When all has arrived: a status to refuse with, or a promise of one. */
  readonly atEnd?: (endpoint: string) => Promise<number | undefined> | number | undefined;
  /** When the message was accepted, before the response. */
  readonly atReply?: () => Promise<void> | void;
}

/** A push service on loopback that checks the sender's signature and decrypts what it gets. */
export class PushService {
  readonly received: ReceivedPush[] = [];
  /** Requests, refused ones too. */
  requests = 0;
  conduct: PushConduct = {};
  readonly #subscriptions = new Map<string, ReceiverKeys & { readonly serverKey: string }>();
  #server: Server | undefined;
  #port = 0;

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.#receive(request, response).catch(() => request.destroy());
    });
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Ends all connections; further ones are refused. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Ends all connections without a response. */
  hangUp(): void {
    this.#server?.closeAllConnections();
  }

  /** Subscribes to the key of a server, like a browser. */
  subscribe(serverKey: string): PushSubscriptionFields {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    const auth = randomBytes(16);
    const endpoint = `${this.origin}/push/${randomUUID()}`;
    this.#subscriptions.set(endpoint, { ecdh, auth, serverKey });
    const p256dh = ecdh.getPublicKey('base64url');
    return { endpoint, p256dh, auth: auth.toString('base64url') };
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const { headers, url = '' } = request;
    const endpoint = `${this.origin}${url}`;
    const reply = (status: number) => void response.writeHead(status).end();
    const refusal = this.conduct.atStart?.();
    if (refusal !== undefined) return reply(refusal);
    const body = await buffer(request);
    const subscription = this.#subscriptions.get(endpoint);
    if (!subscription) return reply(410);
    if (!this.#isSigned(headers, subscription.serverKey)) return reply(403);
    const status = await this.conduct.atEnd?.(endpoint);
    if (status !== undefined) return reply(status);
    const payload = JSON.parse(decrypt(body, subscription)) as ReceivedPush['payload'];
    this.received.push({ endpoint, payload, headers, size: body.length });
    await this.conduct.atReply?.();
    return reply(201);
  }

  /** Whether the sender has the key that the browser subscribed to, and has addressed this service. */
  #isSigned({ authorization }: IncomingMessage['headers'], serverKey: string): boolean {
    const { key, claims } = readVapid(authorization);
    const { aud, exp, sub } = claims as { aud?: string; exp?: number; sub?: string };
    const left = (exp ?? 0) - Date.now() / 1000;
    return (
      key === serverKey &&
      aud?.replace(/^https:/, 'http:') === this.origin &&
      left > 0 &&
      left <= 24 * 60 * 60 &&
      /^(mailto|https):/.test(sub ?? '')
    );
  }
}
