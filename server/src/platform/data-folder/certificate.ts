import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { iso } from '../time.ts';

/** The end of a certificate; null if its file cannot be read; undefined without a file. */
export async function findCertificateEnd(
  path: string | undefined,
): Promise<string | null | undefined> {
  if (path === undefined) return undefined;
  try {
    // Of a chain in PEM, the first is that of the server.
    return iso(Date.parse(new X509Certificate(await readFile(path)).validTo));
  } catch {
    return null;
  }
}
