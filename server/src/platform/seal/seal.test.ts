import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import { type SealKey, sealService } from '@deqiq/testkit/providers/seal-service.ts';
import { panoramicReport } from '@deqiq/testkit/reports/panoramic-report.ts';
import { reportPdf } from '../../features/reports/outputs/outputs.service.ts';
import { sealPdf } from '../pdf/pdf-seal.ts';
import { openSeal, SealError } from './seal.ts';

const skip = missesPrograms('openssl', 'pdfsig', 'qpdf');
const folder = mkdtempSync(join(tmpdir(), 'deqiq-seal-'));
after(() => rmSync(folder, { recursive: true }));

function run(program: string, ...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return stdout + stderr;
}

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function openedService(kind: SealKey) {
  const { service, root, certificates } = sealService(folder, kind);
  await service.start();
  const settings = { url: service.url, token: 'key', certificatesFile: certificates };
  return { service, root, seal: openSeal(settings) };
}

/** The parts of a sealed document that its signature covers, and the signature without the zeros after it. */
function takeApart(pdf: Buffer) {
  const [, a = 0, b = 0, length = 0] = (
    /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(pdf.toString('latin1')) ?? []
  ).map(Number);
  const hex = pdf.subarray(a + 1, b - 1).toString('latin1');
  const bytes = Buffer.from(hex, 'hex');
  const size = 4 + bytes.readUInt16BE(2);
  const content = Buffer.concat([pdf.subarray(0, a), pdf.subarray(b, b + length)]);
  assert.equal(b + length, pdf.length);
  return { content, signature: bytes.subarray(0, size) };
}

describe('a sealed report', { skip }, () => {
  for (const kind of ['rsa', 'ec'] as const)
    test(`is valid for pdfsig and openssl, with the key ${kind}`, async (t) => {
      const { service, root, seal } = await openedService(kind);
      t.after(() => service.stop());
      const at = new Date().toISOString();
      const space = { size: seal.size, at };
      const pdf = await sealPdf(await reportPdf(panoramicReport(), 'az', space), seal);
      assert.equal(service.calls[0]?.headers.authorization, 'Bearer key');

      const path = write(`${kind}.pdf`, pdf);
      const found = run('pdfsig', path);
      assert.match(found, /Signature Type: ETSI\.CAdES\.detached/);
      assert.match(found, /Total document signed/);
      assert.match(found, /Signature Validation: Signature is Valid/);
      assert.match(run('qpdf', '--check', path), /No syntax or stream encoding errors/);

      const { content, signature } = takeApart(pdf);
      const signed = ['-content', write('content', content), '-CAfile', root, '-purpose', 'any'];
      const form = ['-inform', 'DER', '-in', write('signature', signature), '-binary'];
      const result = run('openssl', 'cms', '-verify', '-out', '/dev/null', ...form, ...signed);
      assert.match(result, /Verification successful/);

      const changed = Buffer.from(pdf);
      const last = changed.length - 40;
      changed[last] = (changed[last] ?? 0) ^ 1;
      const judged = run('pdfsig', write('changed.pdf', changed));
      assert.doesNotMatch(judged, /Signature is Valid/);
    });

  test('without a signature of its certificate from the service there is none', async (t) => {
    const { service, seal } = await openedService('rsa');
    t.after(() => service.stop());
    const digest = Buffer.alloc(32);
    const refusals = [
      { status: 500, body: 'error' },
      { status: 200, body: 'no JSON' },
      { status: 200, body: { signature: 7 } },
      { status: 200, body: { signature: Buffer.alloc(256, 1).toString('base64') } },
    ];
    for (const answer of refusals) {
      service.conduct = { instead: () => answer };
      await assert.rejects(seal.sign(digest), SealError);
    }
    await service.stop();
    await assert.rejects(seal.sign(digest), SealError);
  });
});
