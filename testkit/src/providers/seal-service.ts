import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StandIn } from './stand-in.ts';

export type SealKey = 'rsa' | 'ec';

const KEYS: Readonly<Record<SealKey, readonly string[]>> = {
  rsa: ['rsa:2048'],
  ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
};

const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });

/** An authority with a seal, and a service that signs hashes with it, by openssl. Files are in `folder`. */
export function sealService(folder: string, kind: SealKey = 'rsa') {
  const path = (name: string) => join(folder, `${kind}-${name}`);
  const newKey = ['-newkey', ...KEYS[kind], '-nodes'];
  const root = path('root.pem');
  const subject = ['-subj', '/C=AZ/O=Sınaq/CN=Root', '-utf8'];
  openssl('req', '-x509', ...newKey, '-keyout', path('root.key'), '-out', root, ...subject);
  const name = ['-subj', '/C=AZ/O=Dəqiq/CN=Seal', '-utf8'];
  openssl('req', ...newKey, '-keyout', path('seal.key'), '-out', path('seal.csr'), ...name);
  const signing = ['-CA', root, '-CAkey', path('root.key'), '-days', '2'];
  openssl('x509', '-req', '-in', path('seal.csr'), '-out', path('seal.pem'), ...signing);
  const certificates = path('chain.pem');
  writeFileSync(
    certificates,
    [path('seal.pem'), root].map((file) => openssl('x509', '-in', file)).join(''),
  );

  const service = new StandIn(({ body }) => {
    const { hash } = JSON.parse(body) as { hash: string };
    writeFileSync(path('hash'), Buffer.from(hash, 'base64'));
    const key = ['-inkey', path('seal.key'), '-in', path('hash')];
    const signature = openssl('pkeyutl', '-sign', ...key, '-pkeyopt', 'digest:sha256');
    return { body: { signature: signature.toString('base64') } };
  });
  return { service, root, certificates };
}
