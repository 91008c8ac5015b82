import * as texts from '@deqiq/messages/partner/checkup-filters.js';
import * as stateTexts from '@deqiq/messages/ui/states.js';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { unseenQuery } from '../../../api/examinations/results.ts';
import { cx } from '../../../lib/cx.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { NativeSelect } from '../../../ui/field/native-select.tsx';
import { SearchBar } from '../../../ui/list/search-bar.tsx';
import { PeriodFilter, ReadyFilter } from './period-filter.tsx';

export type FilterValues = Readonly<Record<string, string>>;

type CheckupFiltersProps = {
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  onClear: () => void;
  /** How many checkups match; undefined while they are loading. */
  found: number | undefined;
};

/** Search and filters, applied immediately. On a phone a button opens all but the search and the new results. */
export function CheckupFilters({ values, onChange, onClear, found }: CheckupFiltersProps) {
  const panel = useId();
  const { name = '', unseen, ...others } = values;
  const count = new Set(Object.keys(others).map((key) => (key === 'to' ? 'from' : key))).size;
  const [isOpen, setOpen] = useState(count > 0);
  const set = (changes: FilterValues) => onChange({ ...values, ...changes });
  return (
    <section aria-label={texts.label()} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchBar
        value={name}
        onSearch={(text) => set({ name: text })}
        placeholder={texts.search()}
        byIcon
        className="max-w-xl"
      />
      <div className="flex flex-wrap items-start gap-2.5">
        <UnseenToggle
          isOn={unseen === 'true'}
          onChange={(on) => set({ unseen: on ? 'true' : '' })}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          className={cx(pillClass, 'md:hidden', count > 0 && activeClass)}
        >
          <SlidersHorizontal size={17} aria-hidden="true" />
          {texts.filters()} {count > 0 && <span className="tabular-nums">{count}</span>}
        </button>
        <div
          id={panel}
          className={cx(
            'order-last grid w-full gap-3 md:order-none md:flex md:w-auto md:flex-wrap md:items-start md:gap-2.5',
            !isOpen && 'max-md:hidden',
          )}
        >
          <Field label={texts.state()} className="md:w-48 md:[&>label]:sr-only">
            <NativeSelect
              value={values.status ?? ''}
              onChange={(status) => set({ status })}
              options={[
                ['', texts.allStates()],
                ['completed', stateTexts.completed()],
                ['pending', `${stateTexts.pending()} / ${stateTexts.inProgress()}`],
                ['cancelled', stateTexts.cancelled()],
              ]}
            />
          </Field>
          {values.ready ? (
            <ReadyFilter ready={values.ready} onChange={(ready) => set({ ready })} />
          ) : (
            <PeriodFilter from={values.from ?? ''} to={values.to ?? ''} onChange={set} />
          )}
        </div>
        {/* A search alone is cleared beside its field; an empty list offers it in its own place. */}
        {Object.keys(values).some((name) => name !== 'name') && found !== 0 && (
          <Button variant="quiet" onClick={onClear}>
            {texts.clear()}
          </Button>
        )}
      </div>
      <p role="status" className="text-note text-muted empty:hidden">
        {Object.keys(values).length > 0 &&
          found !== undefined &&
          found > 0 &&
          texts.found({ count: found })}
      </p>
    </section>
  );
}

const pillClass =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-field bg-surface px-4.5 text-desk font-medium transition-colors duration-160 hover:border-muted';

const activeClass = 'border-accent! bg-accent-soft! text-accent-hover';

type UnseenToggleProps = { isOn: boolean; onChange: (isOn: boolean) => void };

function UnseenToggle({ isOn, onChange }: UnseenToggleProps) {
  const count = useQuery(unseenQuery).data?.count ?? 0;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={cx(pillClass, isOn && activeClass)}
    >
      {texts.onlyNew()} {count > 0 && <span className="tabular-nums">{count}</span>}
    </button>
  );
}
