import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { postgresFolder } from '@deqiq/testkit/databases/postgres-binaries.ts';

/** Versions of our server and of the others, for the head of the report; missing programs are listed too. */
export function versions(): string {
  const { node, v8, sqlite, uv } = process.versions;
  return [
    `Node ${node} (V8 ${v8}, libuv ${uv})`,
    `SQLite ${sqlite}`,
    describeVersion('PostgreSQL', () =>
      readVersion(join(postgresFolder(), 'bin', 'postgres'), '--version'),
    ),
    describeVersion('nginx', () => readVersion('nginx', '-v')),
  ].join(', ');
}

function describeVersion(name: string, readText: () => string): string {
  try {
    const version = /(\d+(?:\.\d+)+)/.exec(readText())?.[1];
    return version ? `${name} ${version}` : `no ${name}`;
  } catch {
    return `no ${name}`;
  }
}

/** nginx prints its version on standard error. */
function readVersion(program: string, word: string): string {
  const { stdout, stderr } = spawnSync(program, [word], { encoding: 'utf8' });
  return `${stdout ?? ''}${stderr ?? ''}`;
}
