import type { Rolldown } from 'vite';
import type { Output } from './output.ts';

type Built = Rolldown.RolldownOutput | Rolldown.RolldownOutput[] | object;

/** The output of a Vite build in memory. */
export function findBundle(built: Built): Rolldown.RolldownOutput['output'] {
  const first = Array.isArray(built) ? built[0] : built;
  if (!first || !('output' in first)) throw new Error('A Vite build in watch mode has no output');
  return (first as Rolldown.RolldownOutput).output;
}

/** The output of a Vite build as files. */
export function toFiles(built: Built): Output {
  return new Map(
    findBundle(built).map((file) => [
      file.fileName,
      Buffer.from(file.type === 'chunk' ? file.code : file.source),
    ]),
  );
}
