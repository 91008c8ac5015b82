import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Greys } from './viewer/greys.ts';

/** The name of the program has changed over the versions. */
const program = ['dcm2img', 'dcmj2pnm'].find((name) => spawnSync(name, ['--version']).status === 0);

/** Why nothing can be compared; '' where dcmtk is installed. */
export const dcmtkMissing = program ? '' : 'dcmtk is not installed (apt-get install dcmtk)';

/** A frame of a DICOM file, the first is 1, as dcmtk draws it in this window. */
export function drawWithDcmtk(
  file: Buffer,
  frame: number,
  { centre, width }: { centre: number; width: number },
): Greys {
  const folder = mkdtempSync(join(tmpdir(), 'deqiq-dcmtk-'));
  try {
    const source = join(folder, 'a.dcm');
    const drawn = join(folder, 'a.pgm');
    writeFileSync(source, file);
    const window = ['+Ww', String(centre), String(width)];
    execFileSync(program ?? '', ['+F', String(frame), ...window, source, drawn]);
    return parsePgm(readFileSync(drawn));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** P5 with 8 bits. */
function parsePgm(bytes: Buffer): Greys {
  const head = bytes.toString('latin1', 0, 200);
  const [all = '', width, height] = /^P5\s+(?:#[^\n]*\n)*(\d+)\s+(\d+)\s+255\s/.exec(head) ?? [];
  const values = new Uint8Array(bytes.subarray(all.length));
  return { width: Number(width), height: Number(height), values };
}
