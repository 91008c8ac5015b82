import type { Patient, SimilarQuery } from '@deqiq/contract/referrals/patients/patients.ts';
import { isSamePerson } from '@deqiq/contract/shared/patient/same-person.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { findSimilar } from '../../../api/referrals/patients.ts';
import { cx } from '../../../lib/cx.ts';
import { formatBirthDate, fullName, personName } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { debounce } from '../../../ui/field/combobox/use-search.ts';
import { Secondary } from '../list/rows/cells.tsx';

/** Names of one letter match half of all records. */
const MIN_LENGTH = 2;

/** Records that may be of this person, once typing pauses; undefined until the server has answered. */
export function useSimilarPatients(typed: SimilarQuery, except?: string) {
  const name = `${typed.firstName ?? ''}${typed.lastName ?? ''}`.trim();
  const hasEnough = name.length >= MIN_LENGTH || !!typed.phone?.trim() || !!typed.nationalId;
  const query = useQuery({
    queryKey: ['admin', 'patients', 'similar', typed],
    queryFn: async ({ signal }) => {
      await debounce(signal);
      return findSimilar(typed, signal);
    },
    enabled: hasEnough,
    placeholderData: keepPreviousData,
  });
  const patients = hasEnough ? query.data?.filter(({ _id }) => _id !== except) : [];
  return { patients, isFailed: query.isError };
}

type SimilarPatientsProps = {
  patients: readonly Patient[];
  /** The person whom they are compared with. */
  typed: SimilarQuery;
  action: (patient: Patient) => ReactNode;
};

/** The likeliest first, each with what is the same. */
export function SimilarPatients({ patients, typed, action }: SimilarPatientsProps) {
  return (
    <ul className="grid gap-2">
      {patients.map((patient) => (
        <li
          key={patient._id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-line bg-surface px-3.5 py-2.5"
        >
          <div className="min-w-44 grow basis-44 text-desk">
            <span className="font-medium wrap-anywhere">{personName(patient)}</span>
            <Secondary>
              <Facts>
                {[
                  patient.birthDate ? formatBirthDate(patient.birthDate) : '',
                  patient.phone,
                  patient.code,
                ]}
              </Facts>
            </Secondary>
            <Sameness patient={patient} typed={typed} />
          </div>
          {action(patient)}
        </li>
      ))}
    </ul>
  );
}

/** The fields in which two records agree; another birth date in red. */
function Sameness({ patient, typed }: { patient: Patient; typed: SimilarQuery }) {
  const born = patient.birthDate?.slice(0, 10);
  const isOther = !!typed.birthDate && born !== undefined && born !== typed.birthDate;
  const same = [
    isSameName(patient, typed) && texts.sameName(),
    !!typed.birthDate && born === typed.birthDate && texts.sameBirthDate(),
    isSamePhone(patient.phone, typed.phone) && texts.samePhone(),
    !!typed.nationalId && patient.nationalId === typed.nationalId && texts.sameNationalId(),
  ].filter((text) => text !== false);
  return (
    <ul aria-label={texts.same()} className="mt-1 flex flex-wrap gap-1 empty:hidden">
      {same.map((text) => (
        <Chip key={text} className="bg-accent-soft text-accent-hover">
          {text}
        </Chip>
      ))}
      {isOther && (
        <Chip className="bg-danger-soft font-medium text-danger">{texts.otherBirthDate()}</Chip>
      )}
    </ul>
  );
}

const Chip = ({ className, children }: { className: string; children: string }) => (
  <li className={cx('rounded-chip px-1.5 text-note', className)}>{children}</li>
);

const isSameName = (patient: Patient, { firstName = '', lastName = '' }: SimilarQuery) =>
  isSamePerson({ firstName, lastName }, fullName(patient)) === true;

/** Digits of a number without the country's code. */
const SUBSCRIBER_DIGITS = 9;

const isSamePhone = (one: string, other = ''): boolean => {
  const [digits, otherDigits] = [one, other].map((text) =>
    text.replace(/\D/g, '').slice(-SUBSCRIBER_DIGITS),
  );
  return !!digits && digits === otherDigits;
};
