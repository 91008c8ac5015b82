import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ProviderCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body: string | object;
}

/** Behaviour for the next requests; undefined: as documented. */
export interface StandInConduct {
  /** When all has arrived, instead of processing it. */
  readonly instead?: () => Promise<ProviderAnswer | undefined> | ProviderAnswer | undefined;
  /** When it was processed, before the answer. A rejection closes the connection without one. */
  readonly atAnswer?: () => Promise<void> | void;
}

/** A provider on loopback, which tests stop, start again and let misbehave. */
export class StandIn {
  /** Complete requests, in the order of their arrival. */
  readonly calls: ProviderCall[] = [];
  conduct: StandInConduct = {};
  readonly #process: (call: ProviderCall) => ProviderAnswer | Promise<ProviderAnswer>;
  #server: Server | undefined;
  #port = 0;

  constructor(process: (call: ProviderCall) => ProviderAnswer | Promise<ProviderAnswer>) {
    this.#process = process;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.#receive(request, response).catch(() => request.socket.destroy());
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

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    const { method = '', url = '', headers } = request;
    const call = { method, url: new URL(url, this.url), headers, body };
    this.calls.push(call);
    const answer = (await this.conduct.instead?.()) ?? (await this.#process(call));
    await this.conduct.atAnswer?.();
    const isText = typeof answer.body === 'string';
    response.writeHead(answer.status ?? 200, {
      'content-type': isText ? 'text/plain' : 'application/json',
      ...answer.headers,
    });
    response.end(isText ? answer.body : JSON.stringify(answer.body));
  }
}
