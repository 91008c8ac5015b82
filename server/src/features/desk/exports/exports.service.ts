import type { ExportedList, ExportFormat } from '@deqiq/contract/desk/exports.ts';
import type { Period } from '@deqiq/contract/desk/month.ts';
import type { AuditFilter } from '@deqiq/contract/operations/audit.ts';
import * as texts from '@deqiq/messages/desk/exports.js';
import type { Actor } from '../../../platform/http/identity.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { AuditLogService, LogEntry } from '../../operations/audit/audit-log.service.ts';
import type { MonthService } from '../month/month.service.ts';
import { BYTE_ORDER_MARK, csvLine } from './formats/csv.ts';
import { xlsxFile } from './formats/xlsx.ts';
import { createMonthSheet } from './month-sheet.ts';
import type { Cell, Column, Sheet, SheetRow } from './sheet.ts';
import { createSheets, type Lists } from './sheets.ts';

/** Rows per query; an export holds one page in memory. */
const PAGE_SIZE = 500;

/** Lets other requests run between two pages of an export. */
const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));

interface ExportOf {
  readonly search: string;
  readonly format: ExportFormat;
  /** The selected rows; undefined for all. */
  readonly ids: ReadonlySet<string> | undefined;
}

type Deps = Lists & {
  audit: AuditService;
  auditLog: Pick<AuditLogService, 'reader'>;
  months: Pick<MonthService, 'findPeriod'>;
};

export type ExportsService = ReturnType<typeof exportsService>;

/** Exports lists of the back-office as spreadsheets, with the active search. */
export function exportsService({ audit, auditLog, months, ...lists }: Deps) {
  return {
    /** The audit as CSV, newest first. Which filters there were is not recorded: they name people. */
    async openAudit(actor: Actor, filter: AuditFilter): Promise<AsyncGenerator<string>> {
      const read = auditLog.reader(filter);
      const first = await read(PAGE_SIZE);
      await audit.recordEvent({
        actor,
        action: 'export',
        object: 'audit',
        result: 'ok',
        detail: 'csv',
      });
      const columns = auditColumns();
      return auditFile(columns, read, first);
    },

    /** The figures of a period as a workbook. */
    async openMonth(actor: Actor, period: Period): Promise<AsyncGenerator<Uint8Array>> {
      const sheet = createMonthSheet(await months.findPeriod(period));
      await audit.recordEvent({
        actor,
        action: 'export',
        object: 'month',
        result: 'ok',
        detail: `${period.from} ${period.to}`,
      });
      return xlsxFile(sheet, onePage(sheet.rows));
    },

    /** A list in pieces. Audit row and first page come first: an unreadable list is an error response. */
    async open(
      actor: Actor,
      list: ExportedList,
      { search, format, ids }: ExportOf,
    ): Promise<AsyncGenerator<string | Uint8Array>> {
      const sheet = createSheets(lists)[list];
      const first = await sheet.page(actor, { page: 1, limit: PAGE_SIZE, search, ids });
      await audit.recordEvent({
        actor,
        action: 'export',
        object: list,
        result: 'ok',
        detail: ids ? `${format} selection` : format,
      });
      const pages = readPages({ sheet, actor, search, ids }, first);
      return format === 'xlsx' ? xlsxFile(sheet, pages) : csvFile(sheet, pages);
    },
  };
}

async function* csvFile({ head }: Sheet, pages: AsyncIterable<readonly (readonly Cell[])[]>) {
  yield BYTE_ORDER_MARK + csvLine(head);
  for await (const rows of pages) yield rows.map(csvLine).join('');
}

async function* onePage<Row>(rows: readonly Row[]) {
  yield rows;
}

type Selection = Pick<ExportOf, 'search' | 'ids'> & { sheet: Sheet; actor: Actor };

/**
 * The rows of a list in pages; skips rows that newer ones have moved to the next page, and what a list finds by a code
 * without regard to `ids`.
 */
async function* readPages({ sheet, actor, search, ids }: Selection, first: SheetRow[]) {
  let previous = new Set<string>();
  let rows = first;
  for (let page = 2; rows.length > 0; page += 1) {
    const exported = rows.filter(({ id }) => !previous.has(id) && (ids?.has(id) ?? true));
    yield exported.map(({ cells }) => cells);
    if (rows.length < PAGE_SIZE) return;
    previous = new Set(rows.map(({ id }) => id));
    await yieldToEventLoop();
    rows = await sheet.page(actor, { page, limit: PAGE_SIZE, search, ids });
  }
}

async function* auditFile(
  columns: readonly Column<LogEntry>[],
  read: (limit: number) => Promise<LogEntry[]>,
  first: LogEntry[],
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([label]) => label));
  for (let rows = first; rows.length > 0; rows = await read(PAGE_SIZE)) {
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
    if (rows.length < PAGE_SIZE) return;
    await yieldToEventLoop();
  }
}

/** In the language of the request: the file itself is written later. */
const auditColumns = (): Column<LogEntry>[] => [
  [texts.time(), ({ at }) => at],
  [texts.role(), ({ role }) => role],
  [texts.person(), ({ person }) => person],
  [texts.personId(), ({ personId }) => personId],
  [texts.action(), ({ action }) => action],
  [texts.object(), ({ object }) => object],
  [texts.objectId(), ({ objectId }) => objectId],
  [texts.address(), ({ address }) => address],
  [texts.result(), ({ result }) => result],
  [texts.detail(), ({ detail }) => detail],
];
