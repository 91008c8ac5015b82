import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

const NO_FILTERS: readonly string[] = [];

/** Page, search, order and filters in the address: ?page=2&name=…&sort=-date&status=… All but a page reset the page. */
export function useListState(searchName = 'name', filterNames = NO_FILTERS) {
  const [params, setParams] = useSearchParams();
  const page = parsePage(params.get('page'));
  const search = params.get(searchName) ?? '';

  const sort = params.get('sort') ?? '';
  const filters = readFilters(params, filterNames);

  type Change = {
    page?: number;
    search?: string;
    sort?: string;
    filters?: Readonly<Record<string, string>>;
  };
  function change(to: Change, replace = false): void {
    const next = new URLSearchParams();
    if ((to.page ?? 1) > 1) next.set('page', String(to.page));
    const nextSearch = to.search ?? search;
    if (nextSearch) next.set(searchName, nextSearch);
    const nextSort = to.sort ?? sort;
    if (nextSort) next.set('sort', nextSort);
    for (const [name, value] of Object.entries(to.filters ?? filters))
      if (value) next.set(name, value);
    void setParams(next, { replace, preventScrollReset: true });
  }

  return {
    page,
    search,
    sort,
    filters,
    setPage: (next: number, replace?: boolean) => change({ page: next }, replace),
    setSearch: (text: string) => change({ search: text }),
    setSort: (name: string) => change({ sort: name }),
    setFilters: (values: Readonly<Record<string, string>>) => change({ filters: values }),
    clear: () => change({ search: '', filters: {} }),
  };
}

export function readFilters(
  params: URLSearchParams,
  names: readonly string[],
): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const name of names) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  return filters;
}

/** The page an address names; 1 for anything that is no page. */
export function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

type SetPage = (page: number, replace?: boolean) => void;

/** Steps back when the page does not exist: its last row was deleted, or the address has a number that is too high. */
export function useClampPage(page: number, totalPages: number | undefined, setPage: SetPage): void {
  useEffect(() => {
    if (totalPages !== undefined && page > Math.max(1, totalPages)) {
      setPage(Math.max(1, totalPages), true);
    }
  });
}
