import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresFolder } from './postgres-binaries.ts';

export interface TestPostgres {
  /** URL of the initial, empty database; for TEST_DATABASE_URL. */
  readonly url: string;
  /** Ends all connections and stops the server until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Stops the server and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = ['autovacuum=off', 'max_connections=200', 'listen_addresses='];

/** The data of most tests is discarded, so nothing is synced. */
const UNSYNCED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Runs until its input closes, that is until this process ends for any reason, and then removes everything. A line of
 * input stops or starts the server.
 */
const SUPERVISOR = `bin=$1 data=$2
shift 2
start() {
  "$bin" -D "$data" -k "$data" "$@" >>"$data/log" 2>&1 &
  server=$!
}
start "$@"
trap '' INT TERM HUP
while read -r line; do
  case $line in
    down) kill -INT $server; wait $server ;;
    up) start "$@" ;;
  esac
done
kill -INT $server
wait $server
rm -rf "$data"`;

/** A collation that no test may rely on: the server sorts by its own keys (sort-key.ts). */
const LOCALE = ['--no-locale', '--locale-provider=icu', '--icu-locale=az'];

const START_MILLISECONDS = 20_000;

/** Bytes that suffice for the databases of a test run and their log. */
const MIN_FREE_BYTES = 2 ** 30;

/**
 * The folder for the databases of tests: in memory if there is space, otherwise on the disk. A database has 430
 * files. On ext4, creating and removing many per second takes four times as long, because an inode is not reused for
 * a minute.
 */
export function memoryFolder(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= MIN_FREE_BYTES ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Starts a PostgreSQL server on a Unix socket in a new folder; it ends with this process. A durable one syncs its writes, as
 * in operation: campaigns that kill it need that.
 */
export async function startPostgres(
  parent = tmpdir(),
  { isDurable = false } = {},
): Promise<TestPostgres> {
  const bin = path.join(postgresFolder(), 'bin');
  const folder = mkdtempSync(path.join(parent, 'deqiq-postgres-'));
  const person = findUnprivilegedUser();
  if (person) chownSync(folder, person.uid, person.gid);
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...LOCALE],
    { ...person, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const settings = isDurable ? SETTINGS : [...SETTINGS, ...UNSYNCED];
  const options = settings.flatMap((setting) => ['-c', setting]);
  const keeper = spawn(
    'sh',
    ['-c', SUPERVISOR, 'keeper', path.join(bin, 'postgres'), folder, ...options],
    {
      ...person,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  keeper.unref();
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let isUp = true;
  const down = async () => {
    if (!isUp) return;
    isUp = false;
    keeper.stdin?.write('down\n');
    // PostgreSQL removes it as its last act.
    while (existsSync(path.join(folder, 'postmaster.pid'))) await pause(10);
  };
  const up = async () => {
    if (!isUp) keeper.stdin?.write('up\n');
    isUp = true;
    await untilItAnswers(url, keeper, folder);
  };
  await untilItAnswers(url, keeper, folder);
  return {
    url,
    down,
    up,
    async restart() {
      await down();
      await up();
    },
    stop: () => ended(keeper),
  };
}

/** PostgreSQL refuses to run as root; every system has an unprivileged user for such services. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function untilItAnswers(url: string, keeper: ChildProcess, folder: string): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (cause) {
      if (Date.now() > deadline || keeper.exitCode !== null) {
        const log = readFileSync(path.join(folder, 'log'), 'utf8').slice(-2_000);
        throw new Error(`PostgreSQL did not start:\n${log}`, { cause });
      }
      await pause(10);
    }
  }
}

function ended(keeper: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (keeper.exitCode !== null) return resolve();
    keeper.ref();
    keeper.once('exit', () => resolve());
    keeper.stdin?.end();
  });
}
