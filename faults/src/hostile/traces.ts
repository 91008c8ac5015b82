import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deriveStoredId } from '../../../server/src/features/imaging/uploads/upload-id.ts';
import { SQLITE_FILE } from '../../../server/src/platform/db/database.ts';

type Find = (what: string) => void;

interface Line {
  readonly level: number;
  readonly status?: number;
  readonly msg?: string;
  readonly reqId?: string;
}

/** Checks the server's log: errors, lines without an id, and secrets. */
export function logOf(secrets: ReadonlySet<string>, find: Find) {
  let text = '';
  let lines = 0;

  function readLine(block: string, line: string): void {
    lines += 1;
    const entry = parsed(line);
    if (!entry) find(`${block}: printed outside of the log: ${line.slice(0, 300)}`);
    else if (entry.level >= 50 || (entry.status ?? 0) >= 500)
      find(`${block}: the server logged an error: ${line.slice(0, 600)}`);
    else if (entry.msg === 'request' && !entry.reqId)
      find(`${block}: a line without an id: ${line}`);
  }

  return {
    heard: (more: string) => {
      text += more;
    },
    lines: () => lines,
    /** Reads the lines since the last call. */
    read(block: string): void {
      const end = text.lastIndexOf('\n') + 1;
      const whole = text.slice(0, end);
      text = text.slice(end);
      for (const line of whole.split('\n').filter(Boolean)) readLine(block, line);
      for (const secret of secrets)
        if (whole.includes(secret)) find(`${block}: "${secret.slice(0, 40)}" is in the log`);
    },
  };
}

/** Entries of a data folder that belong neither to a row nor to an acknowledged upload. */
export function findLeftovers(dataDir: string, uploads: ReadonlySet<string>): string[] {
  const { admin, files, pictures } = rowsOf(dataDir);
  const arriving = new Set([...uploads].map((fileId) => deriveStoredId(admin, fileId)));
  const isExpected: Record<string, (name: string) => boolean> = {
    files: (name) => {
      const [id = '', ending] = name.split('.');
      return files.has(id) ? !ending : arriving.has(id);
    },
    pictures: (name) => pictures.has(name.replace(/-\d+$/, '')),
    previews: (name) => files.has(name),
  };
  const leftovers = Object.entries(isExpected).flatMap(([area, isEntryExpected]) =>
    readdirSync(join(dataDir, 'objects', area))
      .filter((name) => !isEntryExpected(name))
      .map((name) => `${area}/${name}`),
  );
  return [...leftovers, ...readdirSync(dataDir).filter((name) => !EXPECTED_ENTRIES.test(name))];
}

const EXPECTED_ENTRIES =
  /^(deqiq\.sqlite(-wal|-shm)?|objects|session-secret|second-factor-key|database-id|locks|first-admin\.txt|last-backup\.json)$/;

function rowsOf(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true });
  const ids = (table: string) => {
    const rows = database.prepare(`select id from ${table}`).all();
    return new Set(rows.map((row) => String(row.id)));
  };
  const [admin = ''] = ids('admins');
  const rows = { admin, files: ids('checkup_files'), pictures: ids('pictures') };
  database.close();
  return rows;
}

function parsed(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return /^Dəqiq Diaqnostika: http/.test(line) ? { level: 30 } : undefined;
  }
}
