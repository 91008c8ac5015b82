import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A sample of `deploy/`, with parts of it replaced; every one of them must stand there. */
export function sample(name: string, replaced: Record<string, string>): string {
  let text = readFileSync(join(ROOT, 'deploy', name), 'utf8');
  for (const [part, other] of Object.entries(replaced)) {
    if (!text.includes(part)) throw new Error(`there is no "${part}" in deploy/${name}`);
    text = text.replaceAll(part, other);
  }
  return text;
}

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'deqiq-deploy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program that runs until the test is over; `output` is all it has printed. */
export function start(t: TestContext, program: string, words: string[], env = {}) {
  const child = spawn(program, words, { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return { child, output: () => output };
}

/** Resolves when the port accepts connections; rejects with the program's output when it has ended. */
export async function listening(
  port: number,
  { child, output }: { child: ChildProcess; output: () => string },
): Promise<void> {
  const { connect } = await import('node:net');
  for (;;) {
    if (child.exitCode !== null) throw new Error(output());
    const socket = connect(port, '127.0.0.1');
    const there = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (there) return;
    await pause(20);
  }
}
