import type { Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import { formatBirthDate } from '../../../lib/format.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Email, PhoneNumber, TextOrDash } from '../list/rows/cells.tsx';
import { sexTexts } from '../referrals/referral-words.ts';

/** Everything in a record, in one order, so that two can be compared side by side. */
export function PatientFacts({ patient }: { patient: Patient }) {
  const { fatherName, birthDate, sex, phone, email, nationalId, note, code } = patient;
  const facts = [
    { name: texts.code(), value: <span className="tabular-nums">{code}</span> },
    {
      name: texts.birthDate(),
      value: <TextOrDash>{birthDate ? formatBirthDate(birthDate) : ''}</TextOrDash>,
    },
    { name: texts.sex(), value: <TextOrDash>{sex ? sexTexts[sex]() : ''}</TextOrDash> },
    { name: texts.fatherName(), value: <TextOrDash>{fatherName}</TextOrDash> },
    { name: texts.phone(), value: <PhoneNumber>{phone}</PhoneNumber> },
    { name: texts.email(), value: <Email>{email}</Email> },
    { name: texts.nationalId(), value: <TextOrDash>{nationalId}</TextOrDash> },
    { name: texts.note(), value: <TextOrDash>{note}</TextOrDash> },
  ];
  return <FactList facts={facts} />;
}
