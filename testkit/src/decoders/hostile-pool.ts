import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  decoderPool,
  type PoolOptions,
} from '../../../server/src/platform/media/pool/decoder-pool.ts';
import type { Ending } from '../world.ts';

const ENTRY = fileURLToPath(new URL('./hostile-child.ts', import.meta.url));

/** A pool whose processes execute the command in the bytes of a job; see hostile-child.ts. */
export function hostilePool(t: Ending, options: Partial<PoolOptions> = {}) {
  const pool = decoderPool({ folder: tmpdir(), entry: ENTRY, jobTimeout: 60_000, ...options });
  t.after(() => pool.close());
  return pool;
}

/** Milliseconds. */
const POLL_INTERVAL = 5;

/** Resolves when the condition is true. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(POLL_INTERVAL);
}
