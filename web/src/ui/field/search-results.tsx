import { Combobox as Base } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { itemLook } from './select.tsx';
import type { PickerProps } from './use-async-combobox.ts';
import type { useFound } from './use-search.ts';

type FoundListProps<T> = PickerProps<T> & {
  found: ReturnType<typeof useFound<T>>;
  /** Room around the line that says how the search goes. */
  lineLook: string;
};

/** What a search has found, inside a combobox's popup: how it goes, or the items to choose from. */
export function FoundList<T>(props: FoundListProps<T>) {
  const { found, itemKey, itemLabel, lineLook } = props;
  const { loadingText = 'Loading...', failedText = 'Failed to load' } = props;
  const { emptyText = 'No partners found' } = props;
  const status = { loading: loadingText, failed: failedText, ready: undefined }[found.state];
  return (
    <>
      <Base.Status className={lineLook}>{status}</Base.Status>
      <Base.Empty className={lineLook}>{found.state === 'ready' ? emptyText : null}</Base.Empty>
      <Base.List className="max-h-[min(15rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
        {(item: T) => (
          <Base.Item key={itemKey(item)} value={item} className={itemLook}>
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
