import { useSearch } from './use-search.ts';

/** What choosing one of many from the server takes, however it looks. */
export type AsyncComboboxProps<T> = {
  value: T | null;
  onChange: (value: T | null) => void;
  /** Asks for what matches; '' for the first ones. Aborted when the person types on. */
  search: (text: string, signal: AbortSignal) => Promise<T[]>;
  itemKey: (item: T) => string;
  itemLabel: (item: T) => string;
  loadingText?: string;
  emptyText?: string;
  failedText?: string;
};

/** Search state, and the props that make Base UI's combobox leave filtering to the server. */
export function useAsyncCombobox<T>({
  value,
  onChange,
  search,
  itemKey,
  itemLabel,
}: AsyncComboboxProps<T>) {
  const found = useSearch(search);
  const list = {
    items: found.items,
    filter: null,
    value,
    onValueChange: (next: T | null) => onChange(next),
    itemToStringLabel: itemLabel,
    isItemEqualToValue: (one: T, other: T) => itemKey(one) === itemKey(other),
    onInputValueChange: (text: string, { reason }: { reason: string }) => {
      if (reason === 'input-change' || reason === 'input-clear') found.look(text);
    },
    autoHighlight: true,
  };
  return { found, list };
}
