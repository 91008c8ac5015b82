import type { Config } from '../config.ts';
import { readPrivateFile } from '../platform/data-folder/data-folder.ts';
import { ConfigError } from '../platform/errors.ts';
import { deriveIntakeKey } from '../platform/secrets/intake-key.ts';
import { SECOND } from '../platform/time.ts';
import type { ServerClient } from './forwarding/server-client.ts';

/** Milliseconds that a start or a check waits for the server. */
export const SERVER_WAIT = 5 * SECOND;

/** The key that intake and server share. Never creates the secret: only the server does. */
export async function findKey({
  dataDir,
  sessionSecret,
  intakeKey,
}: Pick<Config, 'dataDir' | 'sessionSecret' | 'intakeKey'>): Promise<string> {
  if (intakeKey !== undefined) return intakeKey;
  const secret = sessionSecret ?? (await readPrivateFile(dataDir, 'session-secret'));
  if (secret) return deriveIntakeKey(Buffer.from(secret, 'utf8'));
  throw new ConfigError(
    `There is no key: ${dataDir} has no session-secret. Set INTAKE_KEY to the same value here and on the server, or DATA_DIR to the folder of a server on this computer that has been started once.`,
  );
}

export const wrongKey = (server: string): string =>
  `The server ${server} refuses the key of this intake. Set INTAKE_KEY to the same value here and on the server and restart both, or set DATA_DIR to the folder of the server on this computer.`;

/** Throws ConfigError where the server refuses the key. While it is away the intake works: `onAway` is called. */
export async function assertKeyAccepted(
  client: Pick<ServerClient, 'worklist'>,
  server: string,
  onAway: (error: unknown) => void,
): Promise<void> {
  const answer = await client.worklist().catch(onAway);
  if (answer && (answer.status === 401 || answer.status === 403))
    throw new ConfigError(wrongKey(server));
}
