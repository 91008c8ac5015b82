import { Pool } from 'pg';
import { FILE_ORDER, FILES, PAGE, type Raw, type RawFile, type RawRow, withFiles } from './raw.ts';

export function rawPostgres(url: string): Raw {
  const pool = new Pool({ connectionString: url, max: 10 });
  const page = { name: 'page', text: `${PAGE} limit $1 offset $2` };
  const files = { name: 'files', text: `${FILES} checkup_id = any($1::text[]) ${FILE_ORDER}` };
  return async (limit, offset) => {
    const { rows } = await pool.query<RawRow>({ ...page, values: [limit, offset] });
    const ids = rows.map((row) => row.id);
    const result = await pool.query<RawFile>({ ...files, values: [ids] });
    for (const file of result.rows) Object.assign(file, { size: Number(file.size) });
    return withFiles(rows, result.rows);
  };
}
