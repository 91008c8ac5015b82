import * as z from 'zod';
import { readPrivateFile, writePrivateFile } from './data-folder.ts';

const rehearsalSchema = z.object({
  /** When it began. */
  at: z.iso.datetime(),
  /** When the backup was made. */
  backupAt: z.iso.datetime(),
  files: z.int(),
  bytes: z.int(),
  /** Why the backup cannot be restored; absent after a success. */
  problem: z.string().optional(),
});

/** The last time a backup was restored into a temporary folder and compared. */
export type LastRehearsal = z.infer<typeof rehearsalSchema>;

const copySchema = z.object({ backupAt: z.iso.datetime() });

/** When the newest backup that was copied to another machine was made. */
type LastCopy = z.infer<typeof copySchema>;

const usagesSchema = z.array(z.object({ at: z.iso.datetime(), size: z.int(), used: z.int() }));

/** Bytes of the volume of the X-rays, and those in use at an instant. */
export type DiskUsage = z.infer<typeof usagesSchema>[number];

function record<Schema extends z.ZodType>(name: string, schema: Schema) {
  return {
    /** undefined: there is none, or another program wrote it. */
    async read(dataDir: string): Promise<z.output<Schema> | undefined> {
      const text = await readPrivateFile(dataDir, name);
      try {
        return text === undefined ? undefined : schema.parse(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    write: (dataDir: string, value: z.input<Schema>) =>
      writePrivateFile(dataDir, name, `${JSON.stringify(value, null, 2)}\n`),
  };
}

const rehearsals = record('last-rehearsal.json', rehearsalSchema);
const copies = record('last-copy.json', copySchema);
const usages = record('disk-usage.json', usagesSchema);

export const readLastRehearsal = (dataDir: string): Promise<LastRehearsal | undefined> =>
  rehearsals.read(dataDir);

export const writeLastRehearsal = (dataDir: string, rehearsal: LastRehearsal) =>
  rehearsals.write(dataDir, rehearsal);

export const readLastCopy = (dataDir: string): Promise<LastCopy | undefined> =>
  copies.read(dataDir);

export const writeLastCopy = (dataDir: string, copy: LastCopy) => copies.write(dataDir, copy);

/** Oldest first. */
export const readDiskUsages = async (dataDir: string): Promise<DiskUsage[]> =>
  (await usages.read(dataDir)) ?? [];

export const writeDiskUsages = (dataDir: string, list: DiskUsage[]) => usages.write(dataDir, list);
