import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { cx } from '../../lib/cx.ts';
import { controlLook, useFieldTies } from './field.tsx';
import { FoundList } from './search-results.tsx';
import { popupLook } from './select.tsx';
import { type PickerProps, usePicker } from './use-async-combobox.ts';

type SearchSelectProps<T> = PickerProps<T> & {
  /** The button that opens the list, for who moves the focus there. */
  ref?: Ref<HTMLButtonElement>;
  /** Stands in the button while nothing is chosen, and in the search box of the list. */
  placeholder: string;
  /** Its name where it stands in no Field. */
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
  const { found, list } = usePicker(picker);
  const ties = useFieldTies();
  return (
    <Base.Root<T> {...list} onOpenChange={(open) => open && found.look('')}>
      <Base.Trigger
        {...ties}
        {...(label ? { 'aria-label': label } : {})}
        ref={ref}
        className={cx(controlLook, 'flex items-center justify-between gap-3 text-left')}
      >
        <span className={cx('truncate', !value && 'text-muted')}>
          {value ? itemLabel(value) : placeholder}
        </span>
        <ChevronDown size={17} aria-hidden="true" className="shrink-0 text-muted" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-hidden">
          <Base.Popup
            aria-label={searchPlaceholder}
            className={popupLook}
            aria-busy={found.state === 'loading' || undefined}
          >
            <div className="p-1.5">
              <Base.Input
                aria-label={searchPlaceholder}
                placeholder={searchPlaceholder}
                className={controlLook}
              />
            </div>
            <FoundList
              {...picker}
              found={found}
              lineLook="text-desk text-muted not-empty:px-3.5 not-empty:pt-1 not-empty:pb-3"
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
