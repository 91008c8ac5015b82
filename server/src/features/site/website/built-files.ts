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

/** As the build compresses: the page is sent thousands of times. */
async function compress(body: Buffer): Promise<Bodies> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return new Map([
    ['identity', body],
    ['br', await brotliAsync(body, { params })],
    ['gzip', await gzipAsync(body, { level: constants.Z_BEST_COMPRESSION })],
  ]);
}

export interface BuiltFiles {
  /** Every encoding of a file: filled in, or as it was built. */
  find(file: string): Promise<Bodies>;
  /** Fills the settings into the slots of every file that has some. */
  fill(settings: ClinicSettings, prices: readonly PricedKind[]): Promise<void>;
}

/** The files of a build in memory. Files are compressed one after the other: requests come first. */
export function openBuiltFiles(folder: string, { templates }: BuiltWeb): BuiltFiles {
  const built = new Map<string, Bodies>();
  let filled: ReadonlyMap<string, Bodies> = new Map();
  return {
    async find(file) {
      const bodies = filled.get(file) ?? built.get(file) ?? (await readBodies(join(folder, file)));
      if (!filled.has(file)) built.set(file, bodies);
      return bodies;
    },
    async fill(settings, prices) {
      const next = new Map<string, Bodies>();
      for (const { file, template, language } of templates) {
        const text = await readFile(join(folder, template), 'utf8');
        const facts = inLanguage(language, () => describeClinic(settings, prices));
        next.set(file, await compress(Buffer.from(fillSlots(file, text, facts))));
      }
      filled = next;
    },
  };
}
