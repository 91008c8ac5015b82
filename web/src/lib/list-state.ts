import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

/** A list's page and search, kept in the address: ?page=2&name=… A new search begins at page 1. */
export function useListState(searchName = 'name') {
  const [params, setParams] = useSearchParams();
  const page = pageOf(params.get('page'));
  const search = params.get(searchName) ?? '';

  function change(nextPage: number, nextSearch: string, replace = false): void {
    const next = new URLSearchParams();
    if (nextPage > 1) next.set('page', String(nextPage));
    if (nextSearch) next.set(searchName, nextSearch);
    void setParams(next, { replace, preventScrollReset: true });
  }

  return {
    page,
    search,
    setPage: (next: number, replace?: boolean) => change(next, search, replace),
    setSearch: (text: string) => change(1, text),
  };
}

/** The page an address names; 1 for anything that is no page. */
export function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

type SetPage = (page: number, replace?: boolean) => void;

/** Steps back when the page is gone: its last row was deleted, or the address named one too many. */
export function useStepBack(page: number, totalPages: number | undefined, setPage: SetPage): void {
  useEffect(() => {
    if (totalPages !== undefined && page > Math.max(1, totalPages)) {
      setPage(Math.max(1, totalPages), true);
    }
  });
}
