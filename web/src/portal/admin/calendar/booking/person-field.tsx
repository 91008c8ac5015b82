import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/office/booking.js';
import { type UseFormReturn, useController } from 'react-hook-form';
import { searchWaitingReferrals } from '../../../../api/referrals/appointments.ts';
import { searchPatients } from '../../../../api/referrals/patients.ts';
import { personName } from '../../../../lib/format.ts';
import { SearchSelect } from '../../../../ui/field/combobox/search-select.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { type PickedPatient, patientPicker } from '../../patients/patient-picker.ts';
import type { BookingValues } from './booking-form.ts';

/** A referral that waits for a time, or a patient without one. */
export type BookedPerson =
  | { readonly type: 'referral'; readonly referral: Referral }
  | { readonly type: 'patient'; readonly patient: PickedPatient };

const keyPerson = (person: BookedPerson): string =>
  person.type === 'referral' ? person.referral._id : person.patient._id;

const describePerson = (person: BookedPerson): string =>
  person.type === 'referral'
    ? texts.referralOf({
        name: personName(person.referral.patient),
        examination: examinationTexts[person.referral.examination](),
      })
    : patientPicker().itemLabel(person.patient);

/** Referrals first: whose examination is requested already. */
async function searchPeople(text: string, signal: AbortSignal): Promise<BookedPerson[]> {
  const [referrals, patients] = await Promise.all([
    searchWaitingReferrals(text, signal),
    searchPatients(text, signal),
  ]);
  return [
    ...referrals.map((referral) => ({ type: 'referral' as const, referral })),
    ...patients.map((patient) => ({ type: 'patient' as const, patient })),
  ];
}

type PersonFieldProps = {
  form: UseFormReturn<BookingValues>;
  person: BookedPerson | null;
  onPick: (person: BookedPerson | null) => void;
};

/** For whom a time is booked. */
export function PersonField({ form, person, onPick }: PersonFieldProps) {
  const { field, fieldState } = useController({ name: 'person', control: form.control });
  return (
    <Field
      label={texts.person()}
      required
      error={fieldState.error?.message}
      className="sm:col-span-2"
    >
      <SearchSelect<BookedPerson>
        ref={field.ref}
        value={person}
        onChange={(picked) => {
          onPick(picked);
          field.onChange(picked ? keyPerson(picked) : '');
          form.clearErrors('person');
        }}
        searchKey={['admin', 'booking', 'people']}
        search={searchPeople}
        itemKey={keyPerson}
        itemLabel={describePerson}
        placeholder={texts.choosePerson()}
        searchPlaceholder={texts.searchPerson()}
        emptyText={texts.nobody()}
      />
    </Field>
  );
}
