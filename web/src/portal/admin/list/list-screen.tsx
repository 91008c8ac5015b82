import type { ExportedList } from '@deqiq/contract/desk/exports.ts';
import * as texts from '@deqiq/messages/office/list.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { Paged } from '../../../api/http/admin-list.ts';
import { useIsOwner } from '../../../api/people/staff.ts';
import { cx } from '../../../lib/cx.ts';
import { useClampPage, useListState } from '../../../lib/list-state.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { SearchBar } from '../../../ui/list/search-bar.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import {
  type BulkAction,
  BulkBar,
  type BulkMenu,
  useSelection,
  withBoxes,
} from './bulk-actions.tsx';
import { describeEmpty, type ListName } from './empty-lists.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { type ChoiceFilter, type FilterValues, ListFilters } from './list-filters.tsx';
import { useListView } from './list-view.ts';
import { usePendingRows } from './rows/row-action.ts';
import { useRowPress } from './rows/use-row-press.ts';
import { listSortOptions } from './sort-options.ts';
import { SavedViews, ViewButton } from './view-dialog.tsx';

/** The number of pages; lists return it in three forms (specification, sections 3 and 7). */
type Counted =
  | { totalPages: number }
  | { pagination: { totalPages: number } }
  | { pagination: { totalPage: number } };

export type PagerProps = {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  busy: boolean;
};

type ListScreenProps<List extends Counted, Row, Key extends QueryKey> = {
  title: string;
  /** Its name in the table of purposes and first actions, which an empty list shows. */
  name?: ListName;
  /** Its name as an exported file; a list without one is not exported. */
  exported?: ExportedList;
  /** Name of the search parameter in the address and in the request. */
  searchName?: 'name' | 'fullName';
  /** One page of the list with this search. */
  list: (
    page: number,
    search: string,
    filters: FilterValues,
  ) => UseQueryOptions<Paged<List>, Error, Paged<List>, Key>;
  /** Filters by a few values. */
  filters?: readonly ChoiceFilter[];
  /** Whether a list with filters is filtered by its partner too; by default it is. */
  byPartner?: boolean;
  rows: (list: List) => readonly Row[];
  rowKey: (row: Row) => string;
  pageSize: number;
  columns: readonly Column<Row>[];
  actions?: (row: Row) => ReactNode;
  /** Makes rows selectable, by boxes and X. */
  bulkActions?: readonly (BulkAction<Row> | BulkMenu<Row>)[];
  /** A press on a row, or Enter in it: opens the page or the dialog of its object. */
  onOpen?: (row: Row) => void;
  /** Text for an empty list; may depend on the active search. */
  empty: string | ((search: string) => string);
  failed: string;
  /** The magnifier is the search's button, and Clear is there only while a search is in force. */
  searchByIcon?: boolean;
  /** Another pager than First, Prev, three numbers, Next, Last. */
  Pager?: (props: PagerProps) => ReactNode;
  /** A quiet line below the title. While the list loads there is no list, and the line keeps its room. */
  subtitle?: (list: List | undefined) => ReactNode;
  /** Shown above the search, likewise. */
  above?: (list: List | undefined) => ReactNode;
  /** The search field's placeholder, where it finds more than names. */
  searchHint?: string;
  /** Returns true for a text that it opens itself, such as a scanned code. */
  onSearch?: (text: string) => boolean;
  /** Actions beside the rows. */
  children?: ReactNode;
};

const ThreePages = (props: PagerProps) => <Pagination {...props} window={3} />;

export const FivePages = (props: PagerProps) => <Pagination {...props} window={5} />;

/** A list of the back-office: search, rows, pager. Page and search are in the address. */
export function ListScreen<List extends Counted, Row, Key extends QueryKey>(
  props: ListScreenProps<List, Row, Key>,
) {
  const { title, name, exported, list, empty, onOpen, bulkActions, rowKey, columns } = props;
  const { searchName = 'name', filters: choices, byPartner = true } = props;
  const { pageSize, Pager = ThreePages } = props;
  const filterNames = choices && [
    ...choices.map(({ name }) => name),
    ...(byPartner ? ['partner'] : []),
  ];
  const state = useListState(searchName, filterNames);
  const { page, search, sort, filters, setPage, setSort, clear } = state;
  const isFiltered = Object.keys(filters).length > 0;
  const query = useQuery(list(page, search, sort ? { ...filters, sort } : filters));
  const isFailed = query.isError && !query.data;
  const isOwner = useIsOwner();
  const isWide = useMediaQuery('(min-width: 48rem)');
  const rows = query.data ? props.rows(query.data) : [];
  const listView = useListView();
  const { hiddenColumns, isDense } = listView.view;
  const visibleColumns = columns.filter(({ id }) => !hiddenColumns.includes(id));
  const listKey = JSON.stringify([page, search, sort, filters]);
  const selection = useSelection(listKey);
  const pendingRows = usePendingRows();
  const busy = query.isPlaceholderData;
  const reason = { search, isFiltered, onClear: clear };
  const { hint, action } = describeEmpty(name, reason);
  const totalPages = query.data && countPages(query.data);
  useClampPage(page, busy ? undefined : totalPages, setPage);
  return (
    <>
      <title>{shellTexts.pageTitle({ title })}</title>
      <PageHeader title={title} subtitle={!isFailed && props.subtitle?.(query.data)}>
        {/* An export has no filters. */}
        {exported && isOwner && !isFiltered && <ExportButtons list={exported} search={search} />}
        {props.children}
      </PageHeader>
      {!isFailed && props.above?.(query.data)}
      <ListTools
        {...props}
        state={state}
        listView={listView}
        isWide={isWide}
        isEmpty={query.isSuccess && rows.length === 0}
        busy={busy}
      />
      <SavedViews state={listView} />
      <PressableRows
        rows={rows}
        rowKey={rowKey}
        onOpen={onOpen}
        className={isDense && 'md:[&_td]:py-0.5!'}
      >
        <DataTable
          rows={props.rows}
          rowKey={rowKey}
          actions={props.actions}
          failed={props.failed}
          query={query}
          isBusy={(row) => pendingRows.has(rowKey(row))}
          caption={title}
          listKey={listKey}
          columns={bulkActions ? withBoxes(visibleColumns, rowKey, selection) : visibleColumns}
          {...(isWide && { order: { sort, onSort: setSort } })}
          empty={typeof empty === 'string' ? empty : empty(search)}
          emptyHint={hint}
          emptyAction={action}
          firstNumber={(list) => (list.page - 1) * pageSize + 1}
        />
      </PressableRows>
      {bulkActions && (
        <BulkBar
          rows={rows}
          rowKey={rowKey}
          columns={columns}
          actions={bulkActions}
          selection={selection}
          exported={
            exported && isOwner
              ? (ids) => <ExportButtons list={exported} search={search} ids={ids} />
              : undefined
          }
        />
      )}
      {totalPages !== undefined && (
        <Pager page={page} totalPages={totalPages} onPage={setPage} busy={busy} />
      )}
    </>
  );
}

type ListToolsProps<Row> = Pick<
  ListScreenProps<never, Row, QueryKey>,
  'filters' | 'byPartner' | 'columns' | 'searchByIcon' | 'searchHint' | 'onSearch'
> & {
  state: ReturnType<typeof useListState>;
  listView: ReturnType<typeof useListView>;
  isWide: boolean;
  isEmpty: boolean;
  busy: boolean;
};

/** Search, filters and the view; on a phone the order too, which a wide table has in its heads. */
function ListTools<Row>(props: ListToolsProps<Row>) {
  const { filters: choices, byPartner = true, columns, state, isWide, onSearch } = props;
  const options = isWide ? [] : listSortOptions(columns);
  const hasSort = options.length > 0;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <SearchBar
        value={state.search}
        onSearch={(text) => onSearch?.(text) || state.setSearch(text)}
        placeholder={props.searchHint ?? texts.search()}
        busy={props.busy}
        byIcon={props.searchByIcon ?? false}
        className="max-w-xl grow basis-80 max-md:basis-40"
      />
      {(choices || hasSort) && (
        <ListFilters
          choices={choices ?? []}
          byPartner={choices !== undefined && byPartner}
          values={state.filters}
          onChange={state.setFilters}
          isEmpty={props.isEmpty}
          sort={hasSort ? { value: state.sort, options, onChange: state.setSort } : undefined}
        />
      )}
      {isWide && <ViewButton state={props.listView} columns={columns} />}
    </div>
  );
}

type PressableRowsProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  onOpen: ((row: Row) => void) | undefined;
  className: string | false;
  children: ReactNode;
};

/** A table whose rows open by a press, where they open at all. */
function PressableRows<Row>({
  rows,
  rowKey,
  onOpen,
  className,
  children,
}: PressableRowsProps<Row>) {
  const around = useRef<HTMLDivElement>(null);
  const openRow = (key: string) => {
    const row = rows.find((each) => rowKey(each) === key);
    if (row !== undefined) onOpen?.(row);
  };
  useRowPress(around, onOpen && openRow);
  return (
    <div
      ref={around}
      className={cx('print-list', onOpen && '[&_[data-row]]:cursor-pointer', className)}
    >
      {children}
    </div>
  );
}

function countPages(list: Counted): number {
  if ('totalPages' in list) return list.totalPages;
  const { pagination } = list;
  return 'totalPage' in pagination ? pagination.totalPage : pagination.totalPages;
}
