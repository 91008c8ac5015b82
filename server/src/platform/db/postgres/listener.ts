import { Client, DatabaseError } from 'pg';
import { CHANNEL, type TableVersions } from '../versions.ts';
import { SESSION_NAME } from './restore-claim.ts';

/** Milliseconds. A dead connection is noticed within two pings. */
const PING_INTERVAL = 5_000;
const RETRY_DELAY = 500;

/** Milliseconds of silence until the server is given up: without power or network nothing closes a connection. */
const MAX_SILENCE = 20_000;

/** Milliseconds for which the feed counts as up to date after a ping. */
const FRESHNESS = 10;

/**
 * Milliseconds after a commit until no process uses older data, with a margin for early timers. The end of a
 * session is acknowledged after this delay; see `isCurrent`.
 */
export const PROPAGATION_DELAY = FRESHNESS + 3;

interface ListenerOptions {
  /** Backend pids of connections whose writes are counted without a notification. */
  readonly own: ReadonlySet<number>;
  /** Called when the server has been silent for `maxSilence`, and then after every failed attempt to connect. */
  readonly onSilence?: () => void;
  readonly maxSilence?: number;
  readonly pingInterval?: number;
  /** The name of the session in PostgreSQL. */
  readonly sessionName?: string;
}

/** Receives notifications of tables written by any process. While disconnected, `version` returns undefined. */
export class Listener {
  readonly #url: string;
  readonly #options: ListenerOptions;
  readonly #pingInterval: number;
  #versions: TableVersions | undefined;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #connectionCount = 0;
  #pendingPing: Promise<void> | undefined;
  #lastPingAt = Number.NEGATIVE_INFINITY;
  #silentSince: number | undefined;
  #isListening = false;
  #isClosed = false;

  constructor(url: string, options: ListenerOptions) {
    this.#url = url;
    this.#options = options;
    this.#pingInterval = options.pingInterval ?? PING_INTERVAL;
  }

  /** A text for TableVersions. It contains the number of the connection, because a new one may have missed writes. */
  readonly version = (): string | undefined =>
    this.#isListening ? String(this.#connectionCount) : undefined;

  /**
   * Whether every write committed more than FRESHNESS milliseconds ago is known. The database delivers
   * notifications before it answers a query on the same connection, so the answer to a ping proves it. Pings
   * ahead of time, so that a busy process never waits.
   */
  isCurrent(): boolean {
    const age = performance.now() - this.#lastPingAt;
    if (age > FRESHNESS / 2) void this.catchUp();
    return this.#isListening && age < FRESHNESS;
  }

  /** Resolves after a ping, or immediately while disconnected. */
  catchUp(): Promise<void> {
    const client = this.#client;
    if (!this.#isListening || !client) return Promise.resolve();
    this.#pendingPing ??= this.#ping(client).finally(() => {
      this.#pendingPing = undefined;
    });
    return this.#pendingPing;
  }

  /** Resolves when it listens; reconnects by itself from then on. */
  async start(versions: TableVersions): Promise<void> {
    this.#versions = versions;
    await this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isListening = false;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: this.#pingInterval,
      query_timeout: this.#pingInterval,
      keepAlive: true,
      application_name: this.#options.sessionName ?? `${SESSION_NAME} listener`,
    });
    this.#client = client;
    client.on('notification', ({ processId, payload }) => {
      if (!this.#options.own.has(processId)) this.#versions?.recordExternalWrite(payload ?? '');
    });
    client.on('error', () => this.#handleDisconnect(client));
    client.on('end', () => this.#handleDisconnect(client));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (this.#isClosed) return client.end();
    this.#connectionCount += 1;
    this.#isListening = true;
    this.#silentSince = undefined;
    this.#schedule(this.#pingInterval, () => this.#pingRegularly(client));
  }

  async #pingRegularly(client: Client): Promise<void> {
    await this.#ping(client);
    if (client === this.#client)
      this.#schedule(this.#pingInterval, () => this.#pingRegularly(client));
  }

  async #ping(client: Client): Promise<void> {
    const at = performance.now();
    try {
      await client.query('select 1');
      if (client === this.#client) this.#lastPingAt = at;
    } catch {
      this.#handleDisconnect(client);
    }
  }

  #handleDisconnect(client: Client): void {
    if (client !== this.#client || this.#isClosed) return;
    this.#isListening = false;
    this.#lastPingAt = Number.NEGATIVE_INFINITY;
    this.#client = undefined;
    // A dead connection cannot be closed politely.
    client.end().catch(() => {});
    this.#noteSilence();
    this.#schedule(RETRY_DELAY, () => this.#reconnect());
  }

  #noteSilence(): void {
    const { maxSilence = MAX_SILENCE, onSilence } = this.#options;
    this.#silentSince ??= performance.now();
    if (performance.now() - this.#silentSince >= maxSilence) onSilence?.();
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      // The server answers, such as that it has too many connections.
      if (error instanceof DatabaseError) this.#silentSince = undefined;
      const client = this.#client;
      if (client) this.#handleDisconnect(client);
      else this.#schedule(RETRY_DELAY, () => this.#reconnect());
    }
  }

  #schedule(milliseconds: number, then: () => Promise<void>): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void then(), milliseconds);
    this.#timer.unref();
  }
}
