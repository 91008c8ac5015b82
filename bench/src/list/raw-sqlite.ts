import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_FILE } from '../../../server/src/platform/db/database.ts';
import { FILE_ORDER, FILES, PAGE, type Raw, type RawFile, type RawRow, withFiles } from './raw.ts';

export function rawSqlite(dataDir: string, limit: number): Raw {
  const db = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true });
  db.exec('pragma cache_size = -32768');
  const page = db.prepare(`${PAGE} limit ? offset ?`);
  const slots = Array.from({ length: limit }, () => '?').join(', ');
  const files = db.prepare(`${FILES} checkup_id in (${slots}) ${FILE_ORDER}`);
  return (count, offset) => {
    const rows = page.all(count, offset) as unknown as RawRow[];
    const ids = rows.map((row) => row.id);
    return withFiles(rows, files.all(...ids) as unknown as RawFile[]);
  };
}
