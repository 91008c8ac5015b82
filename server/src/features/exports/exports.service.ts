import type { ExportedList, ExportFormat } from '@deqiq/contract/exports.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { BYTE_ORDER_MARK, csvLine } from './formats/csv.ts';
import { xlsxFile } from './formats/xlsx.ts';
import type { Cell, Sheet, SheetRow } from './sheet.ts';
import { createSheets, type Lists } from './sheets.ts';

/** Rows read at once: what an export holds in memory, whatever the list's length. */
const PAGE_SIZE = 500;

/** Lets other requests run between two pages of an export. */
const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));

export type ExportsService = ReturnType<typeof exportsService>;

/** Lists of the back-office as files for spreadsheets, with the search in force. */
export function exportsService({ audit, ...lists }: Lists & { audit: AuditService }) {
  const sheets = createSheets(lists);
  return {
    /**
     * The bytes of a list, piece by piece. Nothing leaves before the audit says who takes it; a list that
     * cannot be read at all is refused before its first byte.
     */
    async open(
      actor: Actor,
      list: ExportedList,
      { search, format }: { search: string; format: ExportFormat },
    ): Promise<AsyncGenerator<string | Uint8Array>> {
      const sheet = sheets[list];
      const first = await sheet.page(actor, { page: 1, limit: PAGE_SIZE, search });
      await audit.recordEvent({
        actor,
        action: 'export',
        object: list,
        result: 'ok',
        detail: format,
      });
      const pages = readPages(sheet, actor, search, first);
      return format === 'xlsx' ? xlsxFile(sheet, pages) : csvFile(sheet, pages);
    },
  };
}

async function* csvFile({ head }: Sheet, pages: AsyncIterable<readonly (readonly Cell[])[]>) {
  yield BYTE_ORDER_MARK + csvLine(head);
  for await (const rows of pages) yield rows.map(csvLine).join('');
}

/** The rows of a list in pages; a row that a newer one pushes on to the next page comes once. */
async function* readPages(sheet: Sheet, actor: Actor, search: string, first: SheetRow[]) {
  let previous = new Set<string>();
  let rows = first;
  for (let page = 2; rows.length > 0; page += 1) {
    yield rows.filter(({ id }) => !previous.has(id)).map(({ cells }) => cells);
    if (rows.length < PAGE_SIZE) return;
    previous = new Set(rows.map(({ id }) => id));
    await yieldToEventLoop();
    rows = await sheet.page(actor, { page, limit: PAGE_SIZE, search });
  }
}
