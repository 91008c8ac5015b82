import * as texts from '@deqiq/messages/office/audit.js';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/field/date-input.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import type { FilterValues } from '../list/list-filters.tsx';
import { actionCodes, nameAction } from './audit-words.ts';

/** Names of the filters in the address and in the request. */
export const auditFilterNames = ['person', 'patient', 'object', 'action', 'from', 'to'] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type AuditFiltersProps = {
  values: FilterValues;
  onApply: (values: FilterValues) => void;
};

/** Person, object, action and days; applied together by Enter or the button. */
export function AuditFilters({ values, onApply }: AuditFiltersProps) {
  const [typed, setTyped] = useState(values);
  const actions = useId();
  const set = (name: string, value: string) => setTyped({ ...typed, [name]: value });
  const isBadDay = (name: string) => Boolean(typed[name]) && !DAY.test(typed[name] ?? '');
  const hasBadDay = isBadDay('from') || isBadDay('to');

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (hasBadDay) return;
    onApply(typed);
  }

  const text = (name: string, label: string, hint: string, list?: string): ReactNode => (
    <Field label={label}>
      <TextInput
        name={name}
        value={typed[name] ?? ''}
        onChange={(event) => set(name, event.target.value)}
        placeholder={hint}
        autoComplete="off"
        {...(list ? { list } : {})}
      />
    </Field>
  );

  const day = (name: string, label: string): ReactNode => (
    <Field label={label} error={isBadDay(name) ? texts.badDay() : undefined}>
      <DateInput name={name} value={typed[name] ?? ''} onChange={(value) => set(name, value)} />
    </Field>
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: one element is both the form and the search
    <form
      role="search"
      noValidate
      onSubmit={submit}
      className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-6"
    >
      {text('person', texts.person(), texts.personHint())}
      {text('patient', texts.patient(), texts.patientHint())}
      {text('object', texts.object(), texts.objectHint())}
      {text('action', texts.action(), texts.actionHint(), actions)}
      {day('from', texts.firstDay())}
      {day('to', texts.lastDay())}
      <datalist id={actions}>
        {actionCodes.map((code) => (
          <option key={code} value={code} label={nameAction(code)} />
        ))}
      </datalist>
      <div className="flex gap-2 sm:col-span-2 lg:col-span-3 2xl:col-span-6">
        <Button type="submit">{texts.apply()}</Button>
        {Object.values(values).some(Boolean) && (
          <Button
            variant="quiet"
            onClick={() => {
              setTyped({});
              onApply({});
            }}
          >
            {texts.clearFilters()}
          </Button>
        )}
      </div>
    </form>
  );
}
