import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import * as texts from '@deqiq/messages/ui/kit.js';
import { Check, ChevronDown } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { controlClass, useFieldProps } from './field.tsx';
import { useFocusReturn } from './use-focus-return.ts';

type Option = { value: string; label: string };

type SelectProps = {
  name?: string;
  /** '' while nothing is selected. */
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  /** The accessible name outside a Field. */
  label?: string;
  disabled?: boolean;
};

/** One of a few. The whole list works from the keyboard, first letters included. */
export function Select({
  name,
  value,
  onChange,
  options,
  placeholder,
  label,
  disabled = false,
}: SelectProps) {
  const { trigger, popup, onOpenChange } = useFocusReturn();
  return (
    // The page's policy allows no inline style element; ours hides no scrollbar that would need one.
    <CSPProvider disableStyleElements>
      <Base.Root
        items={options}
        value={value || null}
        onValueChange={(next) => onChange(next ?? '')}
        onOpenChange={onOpenChange}
        disabled={disabled}
        {...(name ? { name } : {})}
      >
        <Base.Trigger
          {...useFieldProps()}
          ref={trigger}
          {...(label ? { 'aria-label': label } : {})}
          className={cx(
            controlClass,
            'flex items-center justify-between gap-3 text-left data-disabled:opacity-60',
          )}
        >
          <Base.Value
            className="truncate data-placeholder:text-muted"
            placeholder={placeholder ?? texts.choose()}
          />
          <Base.Icon>
            <ChevronDown size={17} aria-hidden="true" className="text-muted" />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            sideOffset={4}
            alignItemWithTrigger={false}
            className="z-50 outline-hidden"
          >
            <Base.Popup {...popup} className={popupClass}>
              <Base.List className="max-h-[min(15rem,var(--available-height))] overflow-y-auto p-1">
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={itemClass}>
                    <Base.ItemText className="grow">{option.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check size={16} aria-hidden="true" className="text-accent" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/** The list that drops down, and a line in it; the combobox shares them. */
export const popupClass =
  'w-(--anchor-width) min-w-44 rounded-field border border-line bg-raised text-text shadow-float outline-hidden ' +
  'origin-(--transform-origin) transition duration-160 ease-out data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0';

export const itemClass =
  'flex min-h-9 cursor-default items-center gap-3 rounded-chip px-2.5 py-1.5 text-desk outline-hidden select-none ' +
  'pointer-coarse:min-h-11 data-highlighted:bg-accent-soft';
