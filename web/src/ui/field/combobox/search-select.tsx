import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { type Ref, useImperativeHandle } from 'react';
import { cx } from '../../../lib/cx.ts';
import { controlClass, useFieldProps } from '../field.tsx';
import { popupClass } from '../select.tsx';
import { useFocusReturn } from '../use-focus-return.ts';
import { SearchResults } from './search-results.tsx';
import { type AsyncComboboxProps, useAsyncCombobox } from './use-async-combobox.ts';

type SearchSelectProps<T> = AsyncComboboxProps<T> & {
  /** The button that opens the list, for a form that moves the focus to it. */
  ref?: Ref<HTMLButtonElement>;
  /** Shown in the button while nothing is selected, and in the search box. */
  placeholder: string;
  /** The accessible name outside a Field. */
  label?: string;
  searchPlaceholder: string;
};

/** Chooses one of many in a list that opens with a search box of its own. */
export function SearchSelect<T>({
  ref,
  placeholder,
  label,
  searchPlaceholder,
  ...picker
}: SearchSelectProps<T>) {
  const { value, itemLabel } = picker;
  const { found, list } = useAsyncCombobox(picker);
  const fieldProps = useFieldProps();
  const { trigger, popup, onOpenChange } = useFocusReturn();
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(
    ref,
    () => trigger.current,
  );
  return (
    <Base.Root<T>
      {...list}
      onOpenChange={(open, details) => {
        list.onOpenChange(open, details);
        onOpenChange(open);
      }}
    >
      <Base.Trigger
        {...fieldProps}
        {...(label ? { 'aria-label': label } : {})}
        ref={trigger}
        className={cx(controlClass, 'flex items-center justify-between gap-3 text-left')}
      >
        <span className={cx('truncate', !value && 'text-muted')}>
          {value ? itemLabel(value) : placeholder}
        </span>
        <ChevronDown size={17} aria-hidden="true" className="shrink-0 text-muted" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-hidden">
          <Base.Popup
            {...popup}
            aria-label={searchPlaceholder}
            className={popupClass}
            aria-busy={found.state === 'loading' || undefined}
          >
            <div className="p-1.5">
              <Base.Input
                aria-label={searchPlaceholder}
                placeholder={searchPlaceholder}
                className={controlClass}
              />
            </div>
            <SearchResults
              {...picker}
              found={found}
              lineClass="text-desk text-muted not-empty:px-3.5 not-empty:pt-1 not-empty:pb-3"
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
