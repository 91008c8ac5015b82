import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

interface VolumeOptions {
  /** A folder for the mount point. */
  readonly folder: string;
  readonly megabytes: number;
  readonly program: URL;
  /** Arguments after the path of the volume. */
  readonly args: readonly string[];
}

/** Runs a program beside a small volume. Returns its output, or the reason why there can be no such volume. */
export async function runOnVolume({
  folder,
  megabytes,
  program,
  args,
}: VolumeOptions): Promise<{ output: string } | { reason: string }> {
  const volume = join(folder, 'volume');
  mkdirSync(volume);
  // In a process of its own, so that nothing stays mounted after it.
  const mount = `mount -t tmpfs -o size=${megabytes}m none '${volume}' && exec "$0" "$@"`;
  const inside = ['--mount', '--map-root-user', 'sh', '-c', mount];
  const probe = spawnSync('unshare', [...inside, 'true'], { encoding: 'utf8' });
  if (probe.status !== 0) {
    const reason = (probe.error?.message ?? probe.stderr).trim();
    return { reason: `a small volume cannot be mounted on this machine: ${reason}` };
  }
  const command = [process.execPath, fileURLToPath(program), volume, ...args];
  const child = spawn('unshare', [...inside, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (status !== 0) throw new Error(`${command[1]} exited with ${status}: ${output}`);
  return { output };
}
