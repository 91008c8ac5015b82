import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes a self-signed certificate and its key into a folder, by openssl. Returns their paths. */
export function createCertificate(folder: string, host: string) {
  const key = join(folder, `${host}.key.pem`);
  const cert = join(folder, `${host}.pem`);
  const name = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...name], {
    stdio: 'pipe',
  });
  return { key, cert };
}
