import { type Search, useSearch } from './use-search.ts';

/** Props of every control that chooses one of many from the server. */
export type AsyncComboboxProps<T> = Search<T> & {
  value: T | null;
  onChange: (value: T | null) => void;
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
  itemKey,
  itemLabel,
  ...search
}: AsyncComboboxProps<T>) {
  const { setText, setOpen, ...found } = useSearch(search);
  const list = {
    items: found.items,
    filter: null,
    value,
    onValueChange: (next: T | null) => onChange(next),
    itemToStringLabel: itemLabel,
    isItemEqualToValue: (one: T, other: T) => itemKey(one) === itemKey(other),
    onInputValueChange: (text: string, { reason }: { reason: string }) => {
      if (reason === 'input-change' || reason === 'input-clear') setText(text);
    },
    onOpenChange: (open: boolean, { reason }: { reason: string }) => {
      setOpen(open);
      // Typing opens the list too, and has set the text already.
      if (open && reason !== 'input-change') setText('');
    },
    autoHighlight: true,
  };
  return { found, list };
}
