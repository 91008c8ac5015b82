import { Client } from 'pg';
import type { TableVersions } from '../versions.ts';

/** What the triggers of the first migration notify: the name of a table, once per transaction. */
const CHANNEL = 'deqiq_written';

/** Milliseconds. A line that died without a word is noticed within two beats. */
const BEAT = 5_000;
const RETRY = 500;

/** Hears from the database which tables any process wrote. While it is deaf, `heard` is undefined. */
export class Listener {
  readonly #url: string;
  readonly #own: ReadonlySet<number>;
  #versions: TableVersions | undefined;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lines = 0;
  #hears = false;
  #closed = false;

  /** `own` are the server's process ids of connections whose writes are counted without being told. */
  constructor(url: string, own: ReadonlySet<number>) {
    this.#url = url;
    this.#own = own;
  }

  /** A text for TableVersions: a new line may have missed writes, so its number is part of every version. */
  readonly heard = (): string | undefined => (this.#hears ? String(this.#lines) : undefined);

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
    try {
      await client.query('select 1');
      this.#wait(BEAT, () => this.#beat(client));
    } catch {
      this.#lost(client);
    }
  }

  #lost(client: Client): void {
    if (client !== this.#client || this.#closed) return;
    this.#hears = false;
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
