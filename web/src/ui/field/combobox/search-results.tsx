import { Combobox as Base } from '@base-ui/react/combobox';
import * as texts from '@deqiq/messages/ui/choosers.js';
import { Check } from 'lucide-react';
import { itemClass } from '../select.tsx';
import type { AsyncComboboxProps } from './use-async-combobox.ts';
import type { useSearch } from './use-search.ts';

type SearchResultsProps<T> = AsyncComboboxProps<T> & {
  found: Pick<ReturnType<typeof useSearch<T>>, 'state' | 'items'>;
  /** Class of the status line. */
  lineClass: string;
};

/** The content of a combobox's popup: the search's status, or its results. */
export function SearchResults<T>(props: SearchResultsProps<T>) {
  const { found, itemKey, itemLabel, lineClass } = props;
  const { loadingText = texts.loading(), failedText = texts.failed() } = props;
  const { emptyText = texts.noPartners() } = props;
  const status = { loading: loadingText, failed: failedText, ready: undefined }[found.state];
  return (
    <>
      <Base.Status className={lineClass}>{status}</Base.Status>
      <Base.Empty className={lineClass}>{found.state === 'ready' ? emptyText : null}</Base.Empty>
      <Base.List className="max-h-[min(15rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
        {(item: T) => (
          <Base.Item key={itemKey(item)} value={item} className={itemClass}>
            <span className="min-w-0 grow truncate">{itemLabel(item)}</span>
            <Base.ItemIndicator>
              <Check size={16} aria-hidden="true" className="text-accent" />
            </Base.ItemIndicator>
          </Base.Item>
        )}
      </Base.List>
    </>
  );
}
