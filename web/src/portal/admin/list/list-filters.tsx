import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import { MONTH } from '@deqiq/contract/shared/time/dates.ts';
import * as texts from '@deqiq/messages/office/list.js';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { onePartnerQuery } from '../../../api/office/partner-stats.ts';
import { cx } from '../../../lib/cx.ts';
import { formatDay, formatMonth, personName } from '../../../lib/format.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { SearchSelect } from '../../../ui/field/combobox/search-select.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { partnerSearch } from '../form/partner-field.tsx';

/** A filter of a list by one of a few values; `name` is its search parameter. */
export type ChoiceFilter = {
  name:
    | 'status'
    | 'state'
    | 'day'
    | 'xrays'
    | 'list'
    | 'ready'
    | 'weekday'
    | 'opened'
    | 'gift'
    | 'month'
    | 'kind'
    | 'machine'
    | 'assignee';
  label: string;
  /** The option that removes the filter. */
  all: string;
  options: readonly { value: string; label: string }[];
  /** Filters that mean nothing without this one: they are removed with it. */
  dependents?: readonly ChoiceFilter['name'][];
};

export type FilterValues = Readonly<Record<string, string>>;

/** By the day a row was created, in Baku. The API layer converts the name to a date. */
export const createDayFilter = (): ChoiceFilter => ({
  name: 'day',
  label: texts.date(),
  all: texts.allDates(),
  options: [
    { value: 'today', label: texts.today() },
    { value: 'week', label: texts.lastWeek() },
    { value: 'month', label: texts.lastMonth() },
  ],
});

/** The order of the rows on a phone, where the table has no heads to press. */
export type SortChoice = {
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (sort: string) => void;
};

type ListFiltersProps = {
  choices: readonly ChoiceFilter[];
  /** Whether the rows belong to partners. */
  byPartner: boolean;
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  /** The empty list has the button that removes the filters. */
  isEmpty: boolean;
  sort: SortChoice | undefined;
};

/** The filters of a list: the partner, and choices of a few values. On a phone a button opens them; those in force are open. */
export function ListFilters(props: ListFiltersProps) {
  const { choices, byPartner, values, onChange, isEmpty, sort } = props;
  const panel = useId();
  const filterCount = Object.values(values).filter(Boolean).length;
  const count = filterCount + (sort?.value ? 1 : 0);
  const [isOpen, setOpen] = useState(filterCount > 0);
  const set = (name: string, value: string, dependents: ChoiceFilter['dependents'] = []) => {
    const removed = value === '' ? dependents : [];
    const others = Object.entries(values).filter(
      ([other]) => !removed.some((one) => one === other),
    );
    onChange({ ...Object.fromEntries(others), [name]: value });
  };
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panel}
        aria-label={count > 0 ? texts.filtersInForce({ count }) : texts.filters()}
        onClick={() => setOpen(!isOpen)}
        className={cx(buttonClass('outline'), 'px-3 md:hidden', count > 0 && 'text-accent')}
      >
        <SlidersHorizontal size={18} aria-hidden="true" />
        {count > 0 && <span className="tabular-nums">{count}</span>}
      </button>
      <div
        id={panel}
        className={cx(
          'flex grow flex-wrap items-center gap-2.5 max-md:w-full',
          !isOpen && 'max-md:hidden',
        )}
      >
        {sort && (
          <div className="w-40 grow">
            <Select label={texts.order()} placeholder={texts.newestFirst()} {...sort} />
          </div>
        )}
        {choices.map(({ name, label, all, options, dependents }) => (
          <div key={name} className="w-40 max-sm:grow">
            <Select
              label={label}
              value={values[name] ?? ''}
              onChange={(value) => set(name, value, dependents)}
              placeholder={all}
              options={[{ value: '', label: all }, ...withMonth(options, values[name])]}
            />
          </div>
        ))}
        {byPartner && (
          <div className="w-52 max-sm:grow">
            <PartnerFilter id={values.partner ?? ''} onChange={(id) => set('partner', id)} />
          </div>
        )}
        {Object.values(values).some(Boolean) && !isEmpty && (
          <Button variant="quiet" onClick={() => onChange({})}>
            {texts.clearFilters()}
          </Button>
        )}
      </div>
    </>
  );
}

/** With the month or day that another screen has put into the address. */
function withMonth(options: ChoiceFilter['options'], value = '') {
  if (options.some((option) => option.value === value)) return options;
  if (MONTH.test(value)) return [...options, { value, label: formatMonth(value) }];
  return DAY.test(value) ? [...options, { value, label: formatDay(value) }] : options;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function PartnerFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const { data, isError } = useQuery({ ...onePartnerQuery(id), enabled: id !== '' });
  const loaded = data?.partner._id === id ? data.partner : undefined;
  const partner: PartnerReference | null =
    id === ''
      ? null
      : (loaded ?? {
          _id: id,
          firstName: isError ? texts.unknownPartner() : texts.loading(),
          lastName: '',
        });
  return (
    <SearchSelect
      label={partner ? texts.partner({ name: personName(partner) }) : texts.anyPartner()}
      value={partner}
      onChange={(picked) => onChange(picked?._id ?? '')}
      {...partnerSearch}
      placeholder={texts.allPartners()}
      searchPlaceholder={texts.searchPartners()}
    />
  );
}
