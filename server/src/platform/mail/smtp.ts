import { Readable } from 'node:stream';
import { errorCode } from '../errors.ts';
import { MINUTE } from '../time.ts';

export interface Mail {
  /** Stable over all attempts: the local part of the Message-ID. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface SendOptions {
  /** Ends the attempt, except while the reply to the complete message is awaited. */
  readonly signal: AbortSignal;
  /** Called before the end of the message, which waits for it. If it rejects, the message is not sent. */
  readonly beforeEnd: () => Promise<void>;
}

/** The server refused the recipient or the content permanently (RFC 5321, 4.2.1). */
export class MailRefusedError extends Error {}

/** Milliseconds. RFC 5321, 4.5.3.2 wants 5 minutes, and 10 for the reply to the complete message. */
const TIMEOUTS = {
  connectionTimeout: MINUTE,
  greetingTimeout: 5 * MINUTE,
  socketTimeout: 10 * MINUTE,
  dnsTimeout: 30_000,
};

export type Mailer = ReturnType<typeof smtpMailer>;

/** Sends one message per connection. Only nodemailer's SMTPConnection shows the moment before a message's end. */
export function smtpMailer({ url, from }: { readonly url: string; readonly from: string }) {
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const domain = address.slice(address.lastIndexOf('@') + 1);

  async function dialog(mail: Mail, { signal, beforeEnd }: SendOptions): Promise<void> {
    const { MailComposer, SMTPConnection, parseConnectionUrl } = await loadNodemailer();
    const { host, port, secure, auth, tls } = parseConnectionUrl(url);
    const messageId = `<${mail.id}@${domain}>`;
    const content = await new MailComposer(toMessage(mail, { from, messageId })).compile().build();
    signal.throwIfAborted();
    const connection = new SMTPConnection({ ...TIMEOUTS, host, port, secure, tls });
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const abort = () => failed.reject(signal.reason);
    connection.on('error', failed.reject);
    connection.once('end', () => failed.reject(new Error('the server closed the connection')));
    signal.addEventListener('abort', abort);
    const step = (start: (done: (error?: Error | null) => void) => void) =>
      Promise.race([
        failed.promise,
        new Promise<void>((resolve, reject) =>
          start((error) => (error ? reject(error) : resolve())),
        ),
      ]);
    async function* body() {
      yield content;
      await beforeEnd();
      signal.removeEventListener('abort', abort);
    }
    try {
      await step((done) => connection.connect(done));
      if (auth) await step((done) => connection.login(auth, done));
      const message = Readable.from(body()).on('error', failed.reject);
      await step((done) => connection.send({ from: address, to: [mail.to] }, message, done));
      connection.quit();
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  return {
    /** Resolves when the server has accepted the message. Errors contain neither addresses nor what the server wrote. */
    async send(mail: Mail, options: SendOptions): Promise<void> {
      await dialog(mail, options).catch((error: unknown) => {
        throw describe(error);
      });
    },
  };
}

/** Where no mail is sent, nothing of it is loaded. */
async function loadNodemailer() {
  const [composer, shared, connection] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/shared'),
    import('nodemailer/lib/smtp-connection'),
  ]);
  const { parseConnectionUrl } = shared;
  return { parseConnectionUrl, MailComposer: composer.default, SMTPConnection: connection.default };
}

const toMessage = ({ to, subject, text, html }: Mail, headers: object) => ({
  ...headers,
  to,
  subject,
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/** The content and the recipient are refused by replies to these commands; others refuse the client. */
const OF_MESSAGE: readonly unknown[] = ['RCPT TO', 'DATA'];

function describe(error: unknown): unknown {
  const code = errorCode(error);
  if (!(error instanceof Error) || code === undefined) return error;
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  const text = ['SMTP', command, responseCode ?? code].filter(Boolean).join(' ');
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  const isUnusable = code === 'EENVELOPE' && command === 'API';
  const isRefused = isUnusable || (isFinal && OF_MESSAGE.includes(command));
  return isRefused ? new MailRefusedError(text) : new Error(text);
}
