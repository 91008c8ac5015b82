import {
  type ClinicSettings,
  clinicSettings,
  defaultSettings,
} from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import type { Db } from '../../../platform/db/tables.ts';
import * as repo from './clinic-settings.repo.ts';

export interface Saved {
  readonly version: number;
  readonly settings: ClinicSettings;
}

export const ORIGINAL: Saved = { version: 0, settings: defaultSettings };

export const parse = (row: { version: number; settings: string }): Saved => ({
  version: row.version,
  // Fields that a later version of the program adds have the default.
  settings: clinicSettings.parse({ ...defaultSettings, ...JSON.parse(row.settings) }),
});

export async function findNewest(db: Db): Promise<Saved> {
  const row = await repo.findNewest(db);
  return row ? parse(row) : ORIGINAL;
}
