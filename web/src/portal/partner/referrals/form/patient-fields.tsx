import { LINE_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/partner/referral-form.js';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { ownCheckupsQuery } from '../../../../api/examinations/own-checkups.ts';
import { recentReferralsQuery } from '../../../../api/examinations/referrals.ts';
import { personName, today } from '../../../../lib/format.ts';
import { DateInput } from '../../../../ui/field/date-input.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { TextInput } from '../../../../ui/field/text-input.tsx';
import { pregnancyNames, sexNames, toOptions } from '../../../referrals/referral-names.ts';
import { ChoiceChips, chipClass } from '../../../referrals/tooth-chart/choice-chips.tsx';
import { findRecentPatients } from './recent.ts';
import {
  asksPregnancy,
  type FieldErrors,
  type PersonValues,
  type ReferralValues,
} from './referral-values.ts';

export type FieldsProps = {
  values: ReferralValues;
  errors: FieldErrors;
  onChange: (part: Partial<ReferralValues>) => void;
};

/** The person to examine. A patient whom the doctor has sent before is entered with one press. */
export function PatientFields({ values, errors, onChange }: FieldsProps) {
  const input = (name: 'firstName' | 'lastName' | 'fatherName' | 'phone') =>
    ({
      name,
      value: values[name],
      maxLength: LINE_MAX,
      // Another person's: the browser must not offer the doctor's own.
      autoComplete: 'off',
      onChange: ({ target }) => onChange({ [name]: target.value }),
    }) satisfies ComponentProps<typeof TextInput>;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-title">{texts.patient()}</h2>
      <RecentPatients typed={values} onSelect={onChange} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.firstName()} error={errors.firstName} required>
          <TextInput {...input('firstName')} />
        </Field>
        <Field label={texts.lastName()} error={errors.lastName} required>
          <TextInput {...input('lastName')} />
        </Field>
        <Field label={texts.phone()} error={errors.phone} required>
          <TextInput {...input('phone')} type="tel" placeholder={texts.phoneExample()} />
        </Field>
        <Field label={texts.birthDate()} error={errors.birthDate}>
          <DateInput
            name="birthDate"
            value={values.birthDate}
            max={today()}
            onChange={(birthDate) => onChange({ birthDate })}
          />
        </Field>
        <Field label={texts.fatherName()} error={errors.fatherName}>
          <TextInput {...input('fatherName')} />
        </Field>
        <ChoiceChips
          label={texts.sex()}
          name="sex"
          value={values.sex}
          options={toOptions(sexNames)}
          onChange={(sex) => onChange({ sex })}
          error={errors.sex}
        />
      </div>
      {asksPregnancy(values) && (
        <ChoiceChips
          label={texts.pregnancy()}
          name="pregnancy"
          value={values.pregnancy}
          options={toOptions(pregnancyNames)}
          onChange={(pregnancy) => onChange({ pregnancy })}
          error={errors.pregnancy}
        />
      )}
    </section>
  );
}

type RecentPatientsProps = { typed: PersonValues; onSelect: (person: PersonValues) => void };

/** Renders nothing where no patient fits what is typed. */
function RecentPatients({ typed, onSelect }: RecentPatientsProps) {
  const heading = useId();
  const referrals = useQuery(recentReferralsQuery).data?.referrals ?? [];
  const checkups = useQuery(ownCheckupsQuery(1)).data?.checkups ?? [];
  const people = findRecentPatients(referrals, checkups, typed);
  if (people.length === 0) return null;
  return (
    <div>
      <p id={heading} className="mb-2 text-note text-muted">
        {texts.recent()}
      </p>
      <ul aria-labelledby={heading} className="flex flex-wrap gap-2">
        {people.map((person) => (
          <li key={personName(person)}>
            <button type="button" onClick={() => onSelect(person)} className={chipClass}>
              {personName(person)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
