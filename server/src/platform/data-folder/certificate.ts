import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../errors.ts';
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

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a PEM file, at the start of the process. Throws ConfigError where there is none. */
export function readCertificates(path: string): [X509Certificate, ...X509Certificate[]] {
  try {
    const [first, ...others] = readFileSync(path, 'latin1').match(CERTIFICATE) ?? [];
    if (first === undefined) throw new Error('there is none');
    return [new X509Certificate(first), ...others.map((pem) => new X509Certificate(pem))];
  } catch (error) {
    throw new ConfigError(
      `The certificates in ${path} cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
}
