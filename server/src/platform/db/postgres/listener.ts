import { Client } from 'pg';
import type { TableVersions } from '../versions.ts';

/** What the triggers of the first migration notify: the name of a table, once per transaction. */
const CHANNEL = 'deqiq_written';

/** Milliseconds. A line that died without a word is noticed within two beats. */
const BEAT = 5_000;
const RETRY = 500;

/** Milliseconds for which nobody need ask whether there is more to hear. */
const CURRENT = 10;

/**
 * Milliseconds after a commit until no process believes anything older, and some for timers that are early.
 * Who ends a session waits as long before saying so; see `isCurrent`.
 */
export const HEARD_BY_ALL = CURRENT + 3;

/** Hears from the database which tables any process wrote. While it is deaf, `heard` is undefined. */
export class Listener {
  readonly #url: string;
  readonly #own: ReadonlySet<number>;
  #versions: TableVersions | undefined;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lines = 0;
  #asking: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #hears = false;
  #closed = false;

  /** `own` are the server's process ids of connections whose writes are counted without being told. */
  constructor(url: string, own: ReadonlySet<number>) {
    this.#url = url;
    this.#own = own;
  }

  /** A text for TableVersions: a new line may have missed writes, so its number is part of every version. */
  readonly heard = (): string | undefined => (this.#hears ? String(this.#lines) : undefined);

  /**
   * Whether everything that was committed more than CURRENT milliseconds ago has been heard. The database
   * hands out what it has to tell before it answers a question on the same line: an answer to a question of
   * that time proves it. Asks anew ahead of time, so that who is busy never waits.
   */
  isCurrent(): boolean {
    const age = performance.now() - this.#askedAt;
    if (age > CURRENT / 2) void this.catchUp();
    return this.#hears && age < CURRENT;
  }

  /** Resolves when a question has been answered, or there is nobody to ask. */
  catchUp(): Promise<void> {
    const client = this.#client;
    if (!this.#hears || !client) return Promise.resolve();
    this.#asking ??= this.#ask(client).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Resolves when it hears; keeps itself hearing from then on. */
  async start(versions: TableVersions): Promise<void> {
    this.#versions = versions;
    await this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#hears = false;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: BEAT,
      query_timeout: BEAT,
      keepAlive: true,
      application_name: 'deqiq listener',
    });
    this.#client = client;
    client.on('notification', ({ processId, payload }) => {
      if (!this.#own.has(processId)) this.#versions?.bump([payload ?? '']);
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (this.#closed) return client.end();
    this.#lines += 1;
    this.#hears = true;
    this.#wait(BEAT, () => this.#beat(client));
  }

  async #beat(client: Client): Promise<void> {
    await this.#ask(client);
    if (client === this.#client) this.#wait(BEAT, () => this.#beat(client));
  }

  async #ask(client: Client): Promise<void> {
    const at = performance.now();
    try {
      await client.query('select 1');
      if (client === this.#client) this.#askedAt = at;
    } catch {
      this.#lost(client);
    }
  }

  #lost(client: Client): void {
    if (client !== this.#client || this.#closed) return;
    this.#hears = false;
    this.#askedAt = Number.NEGATIVE_INFINITY;
    this.#client = undefined;
    // A dead line cannot say goodbye.
    client.end().catch(() => {});
    this.#wait(RETRY, () => this.#retry());
  }

  async #retry(): Promise<void> {
    try {
      await this.#connect();
    } catch {
      const client = this.#client;
      if (client) this.#lost(client);
      else this.#wait(RETRY, () => this.#retry());
    }
  }

  #wait(milliseconds: number, then: () => Promise<void>): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => void then(), milliseconds);
    this.#timer.unref();
  }
}
