import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import * as texts from '@deqiq/messages/office/list.js';
import { useQuery } from '@tanstack/react-query';
import { onePartnerQuery } from '../../../api/office/partner-stats.ts';
import { personName } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchSelect } from '../../../ui/field/combobox/search-select.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { partnerSearch } from '../form/partner-field.tsx';

/** A filter of a list by one of a few values; `name` is its search parameter. */
export type ChoiceFilter = {
  name: 'status' | 'state' | 'day' | 'xrays' | 'list';
  label: string;
  /** The option that removes the filter. */
  all: string;
  options: readonly { value: string; label: string }[];
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

type ListFiltersProps = {
  choices: readonly ChoiceFilter[];
  /** Whether the rows belong to partners. */
  byPartner: boolean;
  values: FilterValues;
  onChange: (values: FilterValues) => void;
};

/** The filters of a list: the partner, and choices of a few values. */
export function ListFilters({ choices, byPartner, values, onChange }: ListFiltersProps) {
  const set = (name: string, value: string) => onChange({ ...values, [name]: value });
  return (
    <div className="flex grow flex-wrap items-center gap-2.5">
      {choices.map(({ name, label, all, options }) => (
        <div key={name} className="w-40 max-sm:grow">
          <Select
            label={label}
            value={values[name] ?? ''}
            onChange={(value) => set(name, value)}
            placeholder={all}
            options={[{ value: '', label: all }, ...options]}
          />
        </div>
      ))}
      {byPartner && (
        <div className="w-52 max-sm:grow">
          <PartnerFilter id={values.partner ?? ''} onChange={(id) => set('partner', id)} />
        </div>
      )}
      {Object.values(values).some(Boolean) && (
        <Button variant="quiet" onClick={() => onChange({})}>
          {texts.clearFilters()}
        </Button>
      )}
    </div>
  );
}

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
