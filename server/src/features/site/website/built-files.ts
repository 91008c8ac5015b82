import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BuiltWeb } from '@deqiq/contract/shared/built-web.ts';
import { describeClinic, type PricedKind } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import type { ClinicSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { fillSlots } from '@deqiq/contract/shared/clinic/clinic-slots.ts';
import { inLanguage } from '../../../platform/http/requests/language.ts';
import { type Bodies, readBodies } from './built-file.ts';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Qualities of brotli: 8 takes 2 ms for a page; 11, as the build has it, 45 ms for 8 % fewer bytes. */
const QUICK = 8;
const SMALLEST = constants.BROTLI_MAX_QUALITY;

const toBrotli = (body: Buffer, quality: number): Promise<Buffer> =>
  brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

const compress = async (body: Buffer): Promise<Bodies> =>
  new Map([
    ['identity', body],
    ['br', await toBrotli(body, QUICK)],
    ['gzip', await gzipAsync(body, { level: constants.Z_BEST_COMPRESSION })],
  ]);

/** Files with the settings in their slots, by name. */
export type FilledFiles = ReadonlyMap<string, Bodies>;

export interface BuiltFiles {
  /** Every encoding of a file as it was built. */
  find(file: string): Promise<Bodies>;
  /** Every file that has slots, with the settings in them. */
  fill(settings: ClinicSettings, prices: readonly PricedKind[]): Promise<FilledFiles>;
}

/** The files of a build in memory. */
export function openBuiltFiles(folder: string, { templates }: BuiltWeb): BuiltFiles {
  const built = new Map<string, Bodies>();
  return {
    async find(file) {
      const bodies = built.get(file) ?? (await readBodies(join(folder, file)));
      built.set(file, bodies);
      return bodies;
    },
    async fill(settings, prices) {
      const filled = new Map<string, Bodies>();
      for (const { file, template, language } of templates) {
        const text = await readFile(join(folder, template), 'utf8');
        const facts = inLanguage(language, () => describeClinic(settings, prices));
        filled.set(file, await compress(Buffer.from(fillSlots(file, text, facts))));
      }
      return filled;
    },
  };
}

/** The same files with the smallest form of each, made one after the other: requests come first. */
export async function shrink(files: FilledFiles): Promise<FilledFiles> {
  const small = new Map<string, Bodies>();
  for (const [file, bodies] of files) {
    const body = bodies.get('identity');
    if (body) small.set(file, new Map(bodies).set('br', await toBrotli(body, SMALLEST)));
  }
  return small;
}
