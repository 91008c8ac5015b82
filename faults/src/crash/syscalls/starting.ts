import { readFileSync } from 'node:fs';
import type { Random } from '@deqiq/testkit/random.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import { type Call, callsIn, entryOf, pathsIn } from './log.ts';
import { sampleEvenly } from './sample-evenly.ts';
import { ONE_WORKER } from './strace.ts';

const TRACED = 'trace=%file,%desc';

/** A call of a start, and its index among the calls of the same name on the same file. */
export interface StartCall extends Call {
  readonly path: string;
  readonly nthOfPath: number;
}

interface StartLocation {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

const settings = ({ dataDir, env }: StartLocation) => ({
  dataDir,
  env: { ...ONE_WORKER, ...env },
  logLevel: 'silent',
});

/** Runs strace as the tracer's child (-D), so that our child process is the server itself. */
const straceCommand = (log: string, traceOptions: readonly string[]) =>
  ['strace', '-D', '-f', '-y', '-o', log, ...traceOptions] as const;

/** The calls of a whole start that change the data folder. */
export async function callsOfStart(location: StartLocation, log: string): Promise<StartCall[]> {
  const command = straceCommand(log, ['-e', TRACED]);
  const server = await startServer({ ...settings(location), wrapper: command });
  const { pid } = server.child;
  await server.kill();
  const text = readFileSync(log, 'utf8');
  const worker = text
    .split('\n')
    .map(entryOf)
    .find(
      (entry) => entry && entry.tid !== pid && pathsIn(entry.rest, location.dataDir).length > 0,
    );
  const counts = new Map<string, number>();
  return callsIn(text, location.dataDir, { main: pid, worker: worker?.tid ?? 0 })
    .map((call) => {
      const [path = ''] = call.where.split(' ');
      const nthOfPath = (counts.get(`${call.name} ${path}`) ?? 0) + 1;
      counts.set(`${call.name} ${path}`, nthOfPath);
      return { ...call, path, nthOfPath };
    })
    .filter((call) => call.changes && !/<id>/.test(call.path));
}

/** At most `count` calls; those that SQLite makes by the hundred come last. */
export function sampleCalls(
  calls: readonly StartCall[],
  count: number,
  random: Random,
): StartCall[] {
  const isFrequent = ({ path, nthOfPath }: StartCall) => nthOfPath > 2 && /sqlite/.test(path);
  const rareCalls = calls.filter((call) => !isFrequent(call));
  const frequentCalls = calls.filter(isFrequent);
  const selected = sampleEvenly(rareCalls, count, random);
  return [...selected, ...sampleEvenly(frequentCalls, count - selected.length, random)];
}

/** Starts a server that is killed at a call; returns whether it was. */
export async function killStartAt(
  location: StartLocation,
  call: StartCall,
  log: string,
): Promise<boolean> {
  const traceOptions = [
    '-P',
    `${location.dataDir}/${call.path}`,
    '-e',
    `trace=${call.name}`,
    '-e',
    `inject=${call.name}:signal=KILL:when=${call.nthOfPath}`,
  ];
  const server = await start(location, straceCommand(log, traceOptions));
  await server?.kill();
  return server === undefined;
}

const start = (
  location: StartLocation,
  traceOptions: readonly string[],
): Promise<ServerProcess | undefined> =>
  startServer({ ...settings(location), wrapper: traceOptions }).catch(() => undefined);
