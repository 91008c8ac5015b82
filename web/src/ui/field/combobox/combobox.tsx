import { Combobox as Base } from '@base-ui/react/combobox';
import * as texts from '@deqiq/messages/ui/kit.js';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { cx } from '../../../lib/cx.ts';
import { controlClass, useFieldProps } from '../field.tsx';
import { popupClass } from '../select.tsx';
import { SearchResults } from './search-results.tsx';
import { type AsyncComboboxProps, useAsyncCombobox } from './use-async-combobox.ts';

type ComboboxProps<T> = AsyncComboboxProps<T> & {
  /** The input, for a form that moves the focus to it. */
  ref?: Ref<HTMLInputElement>;
  placeholder?: string;
  disabled?: boolean;
};

/** Chooses one of many that the server finds while the user types. */
export function Combobox<T>({ ref, placeholder, disabled = false, ...picker }: ComboboxProps<T>) {
  const { found, list } = useAsyncCombobox(picker);
  return (
    <Base.Root<T> {...list} disabled={disabled}>
      <Base.InputGroup className="relative">
        <Base.Input
          {...useFieldProps()}
          ref={ref}
          placeholder={placeholder}
          className={cx(controlClass, 'pr-11')}
        />
        <Base.Trigger
          aria-label={texts.openList()}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-field text-muted hover:text-text"
        >
          <ChevronDown size={17} aria-hidden="true" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-hidden">
          <Base.Popup className={popupClass} aria-busy={found.state === 'loading' || undefined}>
            <SearchResults
              {...picker}
              found={found}
              lineClass="text-desk text-muted not-empty:px-3.5 not-empty:py-2.5"
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
