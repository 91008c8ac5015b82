import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** Behaviour of the server for the next messages. Each function may throw a reply, or wait. */
export interface Conduct {
  /** At RCPT TO. */
  readonly atRecipient?: (address: string) => Promise<void> | void;
  /** When the whole message was received; it counts as accepted afterwards. */
  readonly atEnd?: () => Promise<void> | void;
  /** When the message was accepted, before the reply. */
  readonly atReply?: () => Promise<void> | void;
}

export interface ReceivedMail {
  readonly to: string;
  readonly mail: ParsedMail;
}

/** A reply of the server, thrown by a conduct. */
export const reply = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

/** An SMTP server on loopback, which tests stop, start again and let misbehave. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  conduct: Conduct = {};
  #server: SMTPServer | undefined;
  #port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onRcptTo: ({ address }, _session, done) => {
        run(() => this.conduct.atRecipient?.(address), done);
      },
      onData: (stream, { envelope }, done) => {
        run(async () => {
          const content = await buffer(stream);
          await this.conduct.atEnd?.();
          const mail = await simpleParser(content);
          for (const { address } of envelope.rcptTo) this.received.push({ to: address, mail });
          await this.conduct.atReply?.();
        }, done);
      },
    });
    server.on('error', () => {});
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#port = (server.server.address() as AddressInfo).port;
    return this;
  }

  /** Ends all connections; further ones are refused. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Ends all connections without a reply. */
  hangUp(): void {
    for (const connection of this.#server?.connections ?? [])
      (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
  }
}

function run(work: () => unknown, done: (error?: Error | null) => void): void {
  Promise.resolve()
    .then(work)
    .then(
      () => done(),
      (error: unknown) => done(error as Error),
    );
}
