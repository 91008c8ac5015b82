import { randomBytes } from 'node:crypto';
import { readOrCreateSecretFile } from '../../platform/data-folder/data-folder.ts';

/**
 * The key tokens and file links are signed with: the given one, or one made once and kept in the data
 * folder. A new key signs everybody out: sessions belong to an epoch derived from it.
 */
export async function loadSecret(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'utf8');
  return readOrCreateSecretFile(dataDir, 'session-secret', () =>
    randomBytes(48).toString('base64url'),
  );
}
