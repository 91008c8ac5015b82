import { provider } from '@deqiq/contract/shared/provider.ts';
import type { Actor } from '../../platform/http/identity.ts';

/** A calendar date (`2026-11-20`) or an instant on the clock in Baku (`2026-11-20 11:15`). */
export interface DateCell {
  readonly date: string;
}

/** One value of a sheet. Numbers and dates are ours; texts may be anything that people have typed. */
export type Cell = string | number | DateCell | null;

/** A cell as people read it. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? cell.date : String(cell);
}

export interface PageQuery {
  page: number;
  limit: number;
  search: string;
}

/** A list as a sheet: its name, its head, and a page of its rows by their ids. */
export interface Sheet {
  name: string;
  head: readonly string[];
  page: (actor: Actor, of: PageQuery) => Promise<SheetRow[]>;
}

export interface SheetRow {
  id: string;
  cells: readonly Cell[];
}

/** What a list's rows look like in a sheet. Ids are left out: nobody outside can use them. */
export function defineSheet<Row extends { _id: string }>(
  name: string,
  list: (actor: Actor, of: PageQuery) => Promise<readonly Row[]>,
  columns: Record<string, (row: NoInfer<Row>) => Cell>,
): Sheet {
  const cells = Object.values(columns);
  return {
    name,
    head: Object.keys(columns),
    page: async (actor, of) =>
      (await list(actor, of)).map((row) => ({
        id: row._id,
        cells: cells.map((cell) => cell(row)),
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

/** 2026-11-20 11:15, as the clock in Baku showed it. */
export const toMoment = (instant: string): Cell => ({ date: bakuFormat.format(new Date(instant)) });
