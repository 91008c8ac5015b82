import type { Db } from '../../platform/db/tables.ts';
import * as repo from './inventory.repo.ts';

export type StockService = ReturnType<typeof stockService>;

/** What a database says must be there, for whoever looks whether it is. */
export function stockService({ db }: { db: Db }) {
  return {
    files: () => repo.listReferencedFiles(db),
    /** What SQLite finds wrong with itself. */
    damage: () => repo.findDamage(db),
    schema: () => repo.listMigrations(db),
  };
}
