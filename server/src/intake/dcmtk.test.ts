import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { dicomVariants } from '@deqiq/samples/dicom-variants/variants.ts';
import { hashDataSet, readDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { missesDcmtk, runDcmtk, TITLES } from '@deqiq/testkit/dicom/dcmtk.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import { newIntake, temporaryFolder } from '@deqiq/testkit/dicom/intake.ts';

import { createCertificate } from '@deqiq/testkit/process/certificate.ts';
import { readFileMeta } from '../platform/dicom/file-meta.ts';

/** The option with which storescu proposes a transfer syntax. */
const proposals: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2': '-xi',
  '1.2.840.10008.1.2.1': '-xe',
  '1.2.840.10008.1.2.2': '-xb',
  '1.2.840.10008.1.2.1.99': '-xd',
  '1.2.840.10008.1.2.5': '-xr',
  '1.2.840.10008.1.2.4.50': '-xy',
  '1.2.840.10008.1.2.4.51': '-xx',
  '1.2.840.10008.1.2.4.70': '-xs',
  '1.2.840.10008.1.2.4.80': '-xt',
  '1.2.840.10008.1.2.4.81': '-xu',
  '1.2.840.10008.1.2.4.90': '-xv',
  '1.2.840.10008.1.2.4.91': '-xw',
};

const missesOpenssl =
  spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed';

describe('dcmtk as a machine', { skip: missesDcmtk }, () => {
  test('a machine tests its connection', async (t) => {
    const { port } = await newIntake(t);
    assert.equal((await runDcmtk('echoscu', port, TITLES)).status, 0);
  });

  test('a machine is refused that is not in the list, or that calls another archive', async (t) => {
    const intake = await newIntake(t, {
      settings: { DICOM_CALLERS: 'PANO@127.0.0.1,CT@10.0.0.1' },
    });
    const echo = (...args: string[]) => runDcmtk('echoscu', intake.port, args);
    assert.equal((await echo('-aet', 'PANO', '-aec', 'DEQIQ')).status, 0);
    assert.match(
      (await echo('-aet', 'CT', '-aec', 'DEQIQ')).text,
      /Calling AE Title Not Recognized/,
    );
    assert.match(
      (await echo('-aet', 'PANO', '-aec', 'OTHER')).text,
      /Called AE Title Not Recognized/,
    );
    const report = await intake.report();
    assert.deepEqual(
      report.callers.map(({ aeTitle, refused }) => [aeTitle, refused]),
      [
        ['PANO', 1],
        ['CT', 1],
      ],
    );
  });

  test('with TLS only machines with a certificate of the list are served', {
    skip: missesOpenssl,
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const [own, machine, other] = ['intake', 'pano', 'other'].map((name) =>
      createCertificate(folder, name),
    );
    assert.ok(own && machine && other);
    const settings = {
      DICOM_TLS_CERT: own.cert,
      DICOM_TLS_KEY: own.key,
      DICOM_TLS_CA: machine.cert,
    };
    const { port, lines } = await newIntake(t, { settings });
    const echo = (...options: string[]) => runDcmtk('echoscu', port, [...options, ...TITLES]);
    const trusted = ['+cf', own.cert];
    assert.equal((await echo('+tls', machine.key, machine.cert, ...trusted)).status, 0);
    assert.notEqual((await echo('+tls', other.key, other.cert, ...trusted)).status, 0);
    assert.notEqual((await echo('+tla', ...trusted)).status, 0);
    assert.notEqual((await echo()).status, 0);
    const reasons = lines.map((line) => /TLS handshake failed: (\w+)/.exec(line)?.[1]);
    assert.deepEqual(reasons.filter(Boolean), [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE',
      'ERR_SSL_WRONG_VERSION_NUMBER',
    ]);
  });

  test('X-rays in every transfer syntax arrive with equal data sets', async (t) => {
    const { port, receiver, folder } = await newIntake(t);
    const bySyntax = new Map(
      (await dicomVariants()).map(({ bytes }) => [readFileMeta(bytes)?.uid ?? '', bytes]),
    );
    assert.ok(bySyntax.size >= 12);
    for (const [uid, bytes] of bySyntax) {
      const option = proposals[uid];
      const path = join(folder, `${uid}.dcm`);
      writeFileSync(path, bytes);
      const { status, text } = option
        ? await runDcmtk('storescu', port, [...TITLES, option], [path])
        : await sendWithoutDcmtk(port, uid, bytes);
      assert.equal(status, 0, `${uid}: ${text}`);
      const sha256 = hashDataSet(bytes);
      await receiver.until(() => receiver.instances.some((some) => some.transferSyntax === uid));
      const { size, ...received } = receiver.instances.at(-1) ?? { size: 0 };
      assert.deepEqual(received, { aeTitle: 'PANO', transferSyntax: uid, sha256 });
      assert.ok(size > 0);
    }
  });
});

/** dcmtk 3.6.7 knows no HTJ2K. */
async function sendWithoutDcmtk(port: number, transferSyntax: string, bytes: Buffer) {
  const machine = await openAssociation(port, { transferSyntax });
  const dataSet = readDataSet(bytes);
  const status = await machine.store({ sopInstance: '2.25.3', dataSet });
  await machine.release();
  return { status, text: 'our own client' };
}
