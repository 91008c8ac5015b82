import { useLocation, useSearchParams } from 'react-router';
import { useStoredSetting } from '../../shell/stored/stored-setting.ts';

/** A named order and filters. Searches are not among them: they are names of patients. */
export type SavedView = { readonly name: string; readonly query: string };

export type ListView = {
  readonly hiddenColumns: readonly string[];
  readonly isDense: boolean;
  readonly views: readonly SavedView[];
};

const STANDARD: ListView = { hiddenColumns: [], isDense: false, views: [] };

/** How the person has set up this list in this browser, and a function that changes it. */
export function useListView() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const [view, setView] = useStoredSetting<ListView>('list-views', 'views', STANDARD, pathname);
  const change = (changes: Partial<ListView>) => setView({ ...view, ...changes });
  return { view, change, query: readQuery(params) };
}

function readQuery(params: URLSearchParams): string {
  const saved = new URLSearchParams(params);
  for (const name of ['page', 'name', 'fullName']) saved.delete(name);
  // In one order, so that equal filters are equal texts.
  saved.sort();
  return saved.toString();
}
