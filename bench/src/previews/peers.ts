import { spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const hasDcmtk = spawnSync('dcmj2pnm', ['--version']).status === 0;

/** Milliseconds in which one process of dcmtk decodes every frame of a file and writes it as PNM; NaN without dcmtk. */
export function timeDcmtk(path: string, folder: string): number {
  if (!hasDcmtk) return Number.NaN;
  const output = join(folder, 'dcmtk');
  mkdirSync(output);
  const began = performance.now();
  const args = ['--all-frames', '--min-max-window', path, join(output, 'frame')];
  const { status, stderr } = spawnSync('dcmj2pnm', args, { encoding: 'utf8' });
  const took = performance.now() - began;
  if (status !== 0) throw new Error(`dcmj2pnm exited with ${status}: ${stderr}`);
  rmSync(output, { recursive: true });
  return took;
}

/** Milliseconds in which the file is copied and synced. */
export function timeCopy(path: string, folder: string): number {
  const copy = join(folder, 'copy');
  const began = performance.now();
  copyFileSync(path, copy);
  const file = openSync(copy, 'r+');
  fsyncSync(file);
  closeSync(file);
  const took = performance.now() - began;
  rmSync(copy);
  return took;
}
