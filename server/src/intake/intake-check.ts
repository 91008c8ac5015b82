import { readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { echo } from '../platform/dimse/services/echo.ts';
import { errorCode } from '../platform/errors.ts';
import type { Caller } from './associations/callers.ts';
import { serverClient } from './forwarding/server-client.ts';
import { describeError } from './intake-log.ts';
import type { IntakeConfig } from './intake-settings.ts';
import { SERVER_WAIT, wrongKey } from './shared-key.ts';

interface Finding {
  readonly isOk: boolean;
  readonly text: string;
}

const ok = (text: string): Finding => ({ isOk: true, text });
const fail = (text: string): Finding => ({ isOk: false, text });

/** Prints one line per check. Returns whether all have passed. Changes nothing. */
export async function checkIntake(
  config: IntakeConfig,
  key: string,
  print: (line: string) => void,
): Promise<boolean> {
  const checks: readonly (readonly [name: string, check: () => Promise<Finding>])[] = [
    ['port', () => checkPort(config)],
    ['callers', async () => ok(describeCallers(config.callers))],
    ['tls', () => checkTls(config)],
    ['spool', () => checkSpool(config.spool)],
    ['server', () => checkServer(config.server, key)],
  ];
  let hasFailed = false;
  for (const [name, check] of checks) {
    const { isOk, text } = await check();
    print(`${isOk ? 'ok    ' : 'FAILED'}  ${name.padEnd(8)}${text}`);
    hasFailed ||= !isOk;
  }
  return !hasFailed;
}

/** Listens for a moment. A port in use is right where an intake answers there. */
async function checkPort({ host, port, aeTitle, tls }: IntakeConfig): Promise<Finding> {
  const address = `${host}:${port}`;
  const error = await tryToListen(host, port);
  if (!error) {
    const isLocal = host === '127.0.0.1' || host === '::1' || host === 'localhost';
    if (!isLocal) return ok(`${address} is free; machines call the AE title ${aeTitle} there`);
    return ok(`${address} is free, for programs on this computer only; for others set DICOM_HOST`);
  }
  if (errorCode(error) !== 'EADDRINUSE')
    return fail(
      `${address}: ${describeError(error)}; set DICOM_HOST to an address of this computer`,
    );
  const target = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const answer = tls ? 'ok' : await echo({ host: target, port, called: aeTitle, calling: 'CHECK' });
  if (answer === 'ok' || answer === 'rejected')
    return ok(`${address} is used by a DICOM program, probably the running intake`);
  return fail(`${address} is used by another program; set DICOM_PORT to another port`);
}

function tryToListen(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

const describeCallers = (callers: readonly Caller[]): string =>
  callers
    .map(({ aeTitle, network }) => `${aeTitle === '*' ? 'any title' : aeTitle} from ${network}`)
    .join(', ');

async function checkTls({ tls }: IntakeConfig): Promise<Finding> {
  if (!tls) return ok('not used; anyone in the network can read what machines send');
  for (const path of [tls.cert, tls.key, tls.ca])
    try {
      if (path !== undefined) await readFile(path);
    } catch (error) {
      return fail(`${path}: ${describeError(error)}`);
    }
  return ok(tls.ca === undefined ? 'clients need no certificate' : 'clients need a certificate');
}

/** The folder may not exist before the first start: then the next one above it counts. */
async function checkSpool(folder: string): Promise<Finding> {
  for (let path = folder; ; path = dirname(path))
    try {
      const { bavail, bsize } = await statfs(path);
      return ok(`${folder}: ${Math.floor((bavail * bsize) / 2 ** 30)} GiB free`);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || dirname(path) === path)
        return fail(`${folder}: ${describeError(error)}`);
    }
}

async function checkServer(server: string, key: string): Promise<Finding> {
  const client = serverClient({ server, key, timeout: SERVER_WAIT });
  try {
    const { status } = await client.worklist();
    if (status === 200) return ok(`${server} accepts the key`);
    if (status === 401 || status === 403) return fail(wrongKey(server));
    return fail(`${server} answers ${status}: is INTAKE_SERVER the address of Dəqiq?`);
  } catch (error) {
    return fail(
      `${server} does not answer (${describeError(error)}): see INTAKE_SERVER and the firewall`,
    );
  } finally {
    client.close();
  }
}
