import type { ExportedList } from '@deqiq/contract/exports.ts';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Paged } from '../../../api/admin-list.ts';
import { useListState, useStepBack } from '../../../lib/list-state.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
import { ExportButton } from './export-button.tsx';

/** How many pages a list has; half of the lists say it in `pagination` (specification, section 7). */
type Counted = { totalPages: number } | { pagination: { totalPages: number } };

export type PagerProps = {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  busy: boolean;
};

type ListScreenProps<List extends Counted, Row, Key extends QueryKey> = {
  title: string;
  /** Its name as CSV. */
  exported: ExportedList;
  /** How the search stands in the address and in the call. */
  searchName?: 'name' | 'fullName';
  /** One page of the list with this search. */
  list: (page: number, search: string) => UseQueryOptions<Paged<List>, Error, Paged<List>, Key>;
  rows: (list: List) => readonly Row[];
  rowKey: (row: Row) => string;
  pageSize: number;
  columns: readonly Column<Row>[];
  actions?: (row: Row) => ReactNode;
  /** Said of an empty list, which may depend on the search in force. */
  empty: string | ((search: string) => string);
  failed: string;
  /** The magnifier is the search's button, and Clear is there only while a search is in force. */
  searchByIcon?: boolean;
  /** Another pager than First, Prev, numbers, Next, Last. */
  Pager?: (props: PagerProps) => ReactNode;
  /** What can be done beside the rows. */
  children?: ReactNode;
};

const ThreePages = (props: PagerProps) => <Pagination {...props} window={3} />;

/** A list of the back-office: search, rows, pager. Page and search live in the address. */
export function ListScreen<List extends Counted, Row, Key extends QueryKey>({
  title,
  exported,
  searchName = 'name',
  list,
  pageSize,
  empty,
  searchByIcon = false,
  Pager = ThreePages,
  children,
  ...table
}: ListScreenProps<List, Row, Key>) {
  const { page, search, setPage, setSearch } = useListState(searchName);
  const query = useQuery(list(page, search));
  const busy = query.isPlaceholderData;
  const totalPages = query.data && pagesOf(query.data);
  useStepBack(page, busy ? undefined : totalPages, setPage);
  return (
    <>
      <title>{`${title} · Admin Panel`}</title>
      <PageHeader title={title}>
        <ExportButton list={exported} search={search} />
        {children}
      </PageHeader>
      <SearchBar
        value={search}
        onSearch={setSearch}
        placeholder="Search by name..."
        busy={busy}
        byIcon={searchByIcon}
        className="max-w-xl"
      />
      <DataTable
        {...table}
        query={query}
        caption={title}
        empty={typeof empty === 'string' ? empty : empty(search)}
        firstNumber={(shown) => (shown.page - 1) * pageSize + 1}
      />
      {totalPages !== undefined && (
        <Pager page={page} totalPages={totalPages} onPage={setPage} busy={busy} />
      )}
    </>
  );
}

const pagesOf = (list: Counted) =>
  'totalPages' in list ? list.totalPages : list.pagination.totalPages;
