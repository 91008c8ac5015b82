import type { ExportedList } from '@deqiq/contract/exports.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../http/identity.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { type Lists, sheetsOf } from './sheets.ts';

/** Rows read at once: what an export holds in memory, whatever the list's length. */
const ROWS_AT_ONCE = 500;

export type ExportsService = ReturnType<typeof exportsService>;

/** Lists of the back-office as CSV, with the search in force. */
export function exportsService({ audit, ...lists }: Lists & { audit: AuditService }) {
  const sheets = sheetsOf(lists);
  return {
    /**
     * The text of a list, piece by piece. Nothing leaves before the audit says who takes it; a list that
     * cannot be read at all is refused before its first byte.
     */
    async open(actor: Actor, list: ExportedList, search: string) {
      const sheet = sheets[list];
      const first = await sheet.page(actor, { page: 1, limit: ROWS_AT_ONCE, search });
      await audit.record({ actor, action: 'export', object: list, result: 'ok' });
      return piecesOf(sheet, actor, search, first);
    },
  };
}

async function* piecesOf(sheet: Sheet, actor: Actor, search: string, first: SheetRow[]) {
  yield BYTE_ORDER_MARK + csvLine(sheet.head);
  let before = new Set<string>();
  let rows = first;
  for (let page = 2; rows.length > 0; page += 1) {
    // What was added meanwhile pushes rows on to the next page: they are there already.
    const fresh = rows.filter(({ id }) => !before.has(id));
    yield fresh.map(({ cells }) => csvLine(cells)).join('');
    if (rows.length < ROWS_AT_ONCE) return;
    before = new Set(rows.map(({ id }) => id));
    rows = await sheet.page(actor, { page, limit: ROWS_AT_ONCE, search });
  }
}
