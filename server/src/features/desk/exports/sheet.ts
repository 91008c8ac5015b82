import { provider } from '@deqiq/contract/shared/provider.ts';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Actor } from '../../../platform/http/identity.ts';

/** A calendar date (`2026-11-20`) or an instant on the clock in Baku (`2026-11-20 11:15`). */
export interface DateCell {
  readonly date: string;
}

/** One value of a sheet. Texts are user input; numbers and dates are not. */
export type Cell = string | number | DateCell | null;

export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? cell.date : String(cell);
}

export interface PageQuery extends Selection {
  page: number;
  limit: number;
  search: string;
}

/** A list as a sheet: its name, its header, and its rows by page. */
export interface Sheet {
  name: string;
  head: readonly string[];
  page: (actor: Actor, of: PageQuery) => Promise<SheetRow[]>;
}

export interface SheetRow {
  id: string;
  cells: readonly Cell[];
}

export type Column<Row> = readonly [label: string, read: (row: Row) => Cell];

/** Defines the columns of a sheet. Ids are not exported. */
export function defineSheet<Row extends { _id: string }>(
  name: string,
  list: (actor: Actor, of: PageQuery) => Promise<readonly Row[]>,
  columns: readonly Column<NoInfer<Row>>[],
): Sheet {
  return {
    name,
    head: columns.map(([label]) => label),
    page: async (actor, of) =>
      (await list(actor, of)).map((row) => ({
        id: row._id,
        cells: columns.map(([, read]) => read(row)),
      })),
  };
}

type Named = { firstName: string; lastName: string };

export const fullName = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim();

export const toDay = (date: string | null): Cell => (date ? { date: date.slice(0, 10) } : null);

const bakuFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: provider.timeZone,
});

/** 2026-11-20 11:15, in Baku time. */
export const toMoment = (instant: string): Cell => ({ date: bakuFormat.format(new Date(instant)) });
