import * as texts from '@deqiq/messages/ui/kit.js';
import * as rowsTexts from '@deqiq/messages/ui/rows.js';
import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { describeError, isUnanswered } from '../../api/http/http-error.ts';
import { cx } from '../../lib/cx.ts';
import { LongWordText } from '../long-word-text.tsx';
import { EmptyState, ErrorPanel } from '../page/page-states.tsx';
import { ActionTooltip } from './action-tooltip.tsx';
import { useRowFocus } from './row-focus.ts';
import { RowName } from './row-name.ts';
import { nextSort, readDirection, SortButton } from './sort-button.tsx';
import { useSteadyRows } from './steady-rows.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import {
  actionsClass,
  cellClass,
  frameClass,
  headClass,
  rowClass,
  widths,
} from './table-styles.ts';

export type Column<Row> = {
  id: string;
  /** A column headed # counts the rows; on phones it is in the card's corner. */
  header: string;
  /** `number` counts over all pages. */
  cell: (row: Row, number: number) => ReactNode;
  align?: 'start' | 'end';
  /** Heads the card that a row becomes on a phone. */
  title?: boolean;
  /** Name of a row, where the cell of its title contains more than that text. */
  rowName?: (row: Row) => string;
  /** Its name as an order of the list; a column without one is not sorted. */
  sort?: string;
  /** Takes a third of the width; `half` half of it, and `text`, for long texts, most of it. */
  wide?: boolean | 'half' | 'text';
};

/** The order in force, `-` before it from its end, '' by default. */
export type TableOrder = { sort: string; onSort: (sort: string) => void };

type DataTableProps<List, Row> = {
  query: Pick<
    UseQueryResult<List>,
    'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  rows: (list: List) => readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Makes the heads of columns with `sort` buttons. */
  order?: TableOrder;
  /** Buttons at a row's end. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Something is being done to this row. */
  isBusy?: (row: Row) => boolean;
  /** The accessible name of the table. */
  caption: string;
  empty: string;
  /** Below the message of an empty list. */
  emptyHint?: string | undefined;
  /** Action below the message of an empty list. */
  emptyAction?: ReactNode;
  /** Shown if the server gives no reason. */
  failed: string;
  /** The first row's number; 1 by default. */
  firstNumber?: (list: List) => number;
  /** Names the page, search and filters: rows that a poll adds to the same list wait for a pointer among them. */
  listKey?: string;
};

/** A list in all states: skeleton, rows, empty, error with retry. A failed poll leaves the rows below its error. */
export function DataTable<List, Row>(props: DataTableProps<List, Row>) {
  const { query, failed } = props;
  // A first load that failed is pending again while it is tried again. Its panel, and the focus in it, stay.
  const isRetried = query.errorUpdateCount > 0 && (!query.data || query.isPlaceholderData);
  const lastError = useLast(query.error);
  const error = query.error ?? (isRetried ? lastError : null);
  const data = isRetried ? undefined : query.data;
  const retry = () => void query.refetch();
  // `isFetching` is read only beside an error: a component that reads it renders on every poll.
  const panel = error && (
    <ErrorPanel
      message={describeError(error, failed)}
      onRetry={retry}
      busy={query.isFetching}
      compact={data !== undefined}
      isUnanswered={isUnanswered(error)}
    />
  );
  if (data === undefined)
    return panel || <TableSkeleton columns={props.columns} hasActions={!!props.actions} />;
  return <LoadedTable {...props} data={data} panel={panel} />;
}

/** The last value that was not null. */
function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

type LoadedTableProps<List, Row> = DataTableProps<List, Row> & { data: List; panel: ReactNode };

function LoadedTable<List, Row>({ data, panel, ...props }: LoadedTableProps<List, Row>) {
  const { query, rowKey, listKey, empty, emptyHint, emptyAction } = props;
  const { isPlaceholderData } = query;
  const around = useRef<HTMLElement>(null);
  const onFocus = useRowFocus(around);
  const steady = useSteadyRows({
    source: data,
    latest: props.rows(data),
    rowKey,
    listKey: isPlaceholderData ? undefined : listKey,
  });
  const visibleRows = steady.rows;
  return (
    <div>
      {panel && <StickyError>{panel}</StickyError>}
      {listKey !== undefined && <Arrived count={steady.arrived} onShow={steady.showAll} />}
      <section
        ref={around}
        {...steady.pointer}
        aria-label={props.caption}
        tabIndex={-1}
        onFocus={onFocus}
        aria-busy={isPlaceholderData || undefined}
        className={cx(
          'outline-hidden transition-opacity delay-150 duration-160',
          isPlaceholderData && 'pointer-events-none opacity-55',
        )}
      >
        {visibleRows.length === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <EmptyState text={empty} hint={emptyHint}>
              {emptyAction}
            </EmptyState>
          </div>
        ) : (
          <ActionTooltip>
            <Table {...props} visibleRows={visibleRows} first={props.firstNumber?.(data) ?? 1} />
          </ActionTooltip>
        )}
      </section>
    </div>
  );
}

/** Reports that new rows wait, and shows them on request. Takes no room in the layout. */
function Arrived({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="pointer-events-none sticky top-16 z-20 flex h-0 justify-center md:top-2">
      <p role="status" className="sr-only">
        {count > 0 && rowsTexts.arrived({ count })}
      </p>
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto mt-1 inline-flex h-9 items-center gap-2 rounded-full bg-accent px-4 text-note font-medium text-on-accent shadow-float hover:bg-accent-hover pointer-coarse:h-11"
        >
          <ArrowUp size={15} aria-hidden="true" />
          {rowsTexts.showArrived({ count })}
        </button>
      )}
    </div>
  );
}

/**
 * Takes no room in the layout: a message of a poll must not move a row away from the pointer. On a desktop it
 * covers the table's head at the edge of the window; on a phone it sticks below the top.
 */
function StickyError({ children }: { children: ReactNode }) {
  return (
    <div className="z-20 max-md:fixed max-md:inset-x-4 max-md:top-16 md:sticky md:top-0 md:h-0">
      <div className="rounded-card shadow-float md:[&>*]:py-px">{children}</div>
    </div>
  );
}

const COUNT = '#';

/** On phones rows become cards by `display`; the roles keep them a table for assistive technology. */
const role = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
};

type TableProps<List, Row> = DataTableProps<List, Row> & {
  visibleRows: readonly Row[];
  first: number;
};

function Table<List, Row>(props: TableProps<List, Row>) {
  const { visibleRows, first, columns, rowKey, actions, isBusy, caption, order } = props;
  return (
    <div className={frameClass}>
      <table {...role.table} className="w-full text-desk max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead {...role.group} className="max-md:sr-only">
          <tr {...role.row}>
            {columns.map((column) => (
              <Head key={column.id} column={column} order={order} />
            ))}
            {actions && (
              <th
                {...role.head}
                scope="col"
                className={cx(headClass, 'w-0 text-right md:sticky md:right-0')}
              >
                {texts.actions()}
              </th>
            )}
          </tr>
        </thead>
        <tbody
          {...role.group}
          className="max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-3"
        >
          {visibleRows.map((row, index) => (
            <tr
              key={rowKey(row)}
              {...role.row}
              data-row={rowKey(row)}
              tabIndex={-1}
              aria-busy={isBusy?.(row) || undefined}
              className={rowClass}
            >
              {columns.map((column) => (
                <Cell
                  key={column.id}
                  column={column}
                  row={row}
                  number={first + index}
                  counted={columns.some(({ header }) => header === COUNT)}
                />
              ))}
              {actions && (
                <td {...role.cell} className={actionsClass}>
                  <RowName value={{ name: nameRow(columns, row, first + index) }}>
                    <span data-actions="" className="flex justify-end gap-0.5">
                      {actions(row)}
                    </span>
                  </RowName>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = {
  column: Pick<Column<never>, 'header' | 'align' | 'wide' | 'sort'>;
  order: TableOrder | undefined;
};

function Head({ column: { header, align, wide, sort }, order }: HeadProps) {
  const direction = sort && order ? readDirection(sort, order.sort) : undefined;
  return (
    <th
      {...role.head}
      scope="col"
      data-column=""
      aria-sort={direction}
      className={cx(
        headClass,
        align === 'end' ? 'text-right' : 'text-left',
        wide && widths[wide === true ? 'third' : wide],
      )}
    >
      {sort && order ? (
        <SortButton
          direction={direction}
          onClick={() => order.onSort(nextSort(sort, order.sort, align === 'end'))}
        >
          {header}
        </SortButton>
      ) : (
        header
      )}
    </th>
  );
}

/** Describes the buttons of a row: "Edit", "Aysel Məmmədova". */
export function nameRow<Row>(columns: readonly Column<Row>[], row: Row, number: number) {
  const title = columns.find((column) => column.title);
  const name = title?.rowName?.(row) ?? title?.cell(row, number);
  return typeof name === 'string' ? name : undefined;
}

type CellProps<Row> = { column: Column<Row>; row: Row; number: number; counted: boolean };

function Cell<Row>({ column, row, number, counted }: CellProps<Row>) {
  const { header, cell, align, title, wide } = column;
  const content = cell(row, number);
  return (
    <td
      {...role.cell}
      data-label={header}
      className={cx(
        cellClass,
        // A card has no line for what the cell only says to a screen reader.
        'max-md:has-[>.sr-only:only-child]:hidden!',
        (!wide || wide === true) && 'md:max-w-96',
        align === 'end' && 'tabular-nums md:text-right',
        title && 'font-medium max-md:order-first max-md:text-base',
        // Room for the number in the card's corner.
        title && counted && 'max-md:pr-10',
        header === COUNT &&
          'text-muted tabular-nums max-md:absolute max-md:top-4 max-md:right-4 md:w-0',
        !title &&
          header !== COUNT &&
          'max-md:grid max-md:grid-cols-[6.25rem_minmax(0,1fr)] max-md:items-baseline max-md:gap-2.5 max-md:has-[img,svg]:items-center max-md:before:text-note max-md:before:text-muted max-md:before:content-[attr(data-label)]',
      )}
    >
      {typeof content === 'string' ? <LongWordText>{content}</LongWordText> : content}
    </td>
  );
}
