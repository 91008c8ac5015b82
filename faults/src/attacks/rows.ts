import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Copies of the only row of a table. */
interface Copies {
  readonly table: string;
  readonly count: number;
  /** SQL of columns that differ, where `n.i` is the number of the copy. The others are those of the row. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Adds many rows to the database of a target on SQLite, as the years would. */
export function multiplyRows({ dataDir }: { dataDir: string }, all: readonly Copies[]): void {
  const db = new DatabaseSync(join(dataDir, 'deqiq.sqlite'), {
    timeout: 10_000,
    // Rows that no attack reads are left out.
    enableForeignKeyConstraints: false,
  });
  try {
    for (const { table, count, columns } of all) {
      const names = db
        .prepare(`select name from pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => String(name))
        .filter((name) => name !== 'seq');
      const values = names.map((name) => columns[name] ?? `row.${name}`);
      db.exec(`with recursive n(i) as (values(1) union all select i + 1 from n where i < ${count})
        insert into ${table} (${names}) select ${values}
        from (select * from ${table} limit 1) as row, n`);
    }
  } finally {
    db.close();
  }
}

/** SQL of an id that every copy has for itself, or that `many` of them share. */
export const copyId = (many = 1): string =>
  `printf('00000000-0000-7000-8000-%012d', (n.i - 1) / ${many})`;
