import { parseArgs } from 'node:util';
import { readConfig, requireNode } from '../config.ts';
import { serverClient } from '../intake/forwarding/server-client.ts';
import { startIntake } from '../intake/intake.ts';
import { checkIntake } from '../intake/intake-check.ts';
import { describeError, intakeLog } from '../intake/intake-log.ts';
import { readIntakeConfig } from '../intake/intake-settings.ts';
import { assertKeyAccepted, findKey, SERVER_WAIT } from '../intake/shared-key.ts';
import { LockError } from '../platform/db/locks/folder-lock.ts';
import { ConfigError } from '../platform/errors.ts';

const USAGE = `npm run intake                       receives studies from DICOM machines and forwards them
npm run intake -- --check            checks settings, port, spool, key and server, and ends
npm run intake -- --retry-rejected   sends again what the server has refused`;

/** Like the other commands, but without their imports: database and object store need 40 MB. */
async function main(): Promise<void> {
  requireNode();
  process.umask(0o027);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      'retry-rejected': { type: 'boolean', default: false },
    },
  });
  if (positionals.length > 0) throw new ConfigError(USAGE);
  const config = readIntakeConfig();
  const key = await findKey(readConfig());
  if (values.check) {
    process.exitCode = (await checkIntake(config, key, console.log)) ? 0 : 1;
    return;
  }
  await start(config, key, values['retry-rejected']);
}

async function start(
  config: ReturnType<typeof readIntakeConfig>,
  key: string,
  retriesRejected: boolean,
): Promise<void> {
  const log = intakeLog(console.log, { isSilent: config.isSilent, now: Date.now });
  const client = serverClient({ server: config.server, key, timeout: SERVER_WAIT });
  await assertKeyAccepted(client, config.server, (error) =>
    log.warn('server-away', { message: describeError(error) }),
  ).finally(() => client.close());
  const intake = await startIntake({ config, key, log, retriesRejected });
  console.log(
    `DICOM intake ${config.aeTitle}: ${config.host}:${intake.port}${config.tls ? ' (TLS)' : ''}, forwards to ${config.server}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void intake.close());
}

try {
  await main();
} catch (error) {
  const { code, message, path } = error as NodeJS.ErrnoException;
  const isExpected = error instanceof ConfigError || error instanceof LockError;
  if (isExpected) console.error(message);
  else if (code?.startsWith('ERR_PARSE_ARGS')) console.error(USAGE);
  else if (code === 'ENOENT') console.error(`No such file: ${path}.`);
  else if (code === 'EADDRINUSE')
    console.error('The port is in use; set DICOM_PORT to another one.');
  else console.error(error);
  process.exit(1);
}
