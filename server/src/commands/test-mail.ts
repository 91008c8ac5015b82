import { randomUUID } from 'node:crypto';
import { readConfig } from '../config.ts';
import { ConfigError } from '../platform/errors.ts';
import { smtpMailer } from '../platform/mail/smtp.ts';

/** Milliseconds until a mail server counts as silent. */
const TIMEOUT = 60_000;

const TEXT = 'The server can send messages with SMTP_URL and MAIL_FROM as they are.';

/** Sends a message with the settings of the server. Throws ConfigError where they are missing or nothing was accepted. */
export async function sendTestMail(to: string): Promise<void> {
  const { mail } = readConfig();
  if (!mail) throw new ConfigError('E-mail is off: SMTP_URL and MAIL_FROM are not set.');
  const message = {
    id: randomUUID(),
    to,
    subject: 'Test message',
    text: TEXT,
    html: `<p>${TEXT}</p>`,
  };
  const options = {
    signal: AbortSignal.timeout(TIMEOUT),
    beforeEnd: () => Promise.resolve(),
  };
  await smtpMailer({ url: mail.smtpUrl, from: mail.from })
    .send(message, options)
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigError(`The message was not accepted: ${reason}`);
    });
  console.log(`The mail server has accepted a message to ${to}. Look for it, also among spam.`);
}
