import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';

import { isSamePerson, type TypedName } from '@deqiq/contract/shared/patient/same-person.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import { confirmPatient } from '../../../../api/examinations/checkups.ts';
import type { DicomHeader } from '../../../../api/imaging/uploads/dicom-header.ts';
import { formatBirthDate, personName } from '../../../../lib/format.ts';
import { type Confirmation, confirm } from '../../../../ui/overlay/confirm.tsx';
import { runRowAction } from '../../list/rows/row-action.ts';
import type { Upload } from './upload/use-upload.ts';

type Named = { readonly patientName: string; readonly birthDate?: string | undefined };

/** "Orxan Əliyev, 05.01.1990". */
export const describePatient = ({ patientName, birthDate }: Named): string =>
  [patientName || '—', birthDate && formatBirthDate(birthDate)].filter(Boolean).join(', ');

/** The other patients whom selected files name: by name or birth date, or in the same folder. */
export function findOtherPatients(
  { selections, headers, otherPatients }: Upload,
  typed: TypedName,
): string[] {
  const read = selections.flatMap(({ file }) => headers.get(file) ?? []);
  const inFolders = selections.flatMap(({ file }) => otherPatients.get(file) ?? []);
  const birthDates = new Set(read.map(({ birthDate }) => birthDate).filter(Boolean));
  const isOther = (header: DicomHeader) =>
    isSamePerson(typed, header.patientName) === false || birthDates.size > 1;
  return [...new Set([...read.filter(isOther), ...inFolders].map(describePatient))];
}

/** The question that names both persons. */
export const askAboutPatient = (patient: TypedName, others: readonly string[]): Confirmation => ({
  title: imagingMessages.isOtherPatient(),
  text: `${imagingMessages.inExamination()} ${personName(patient)}\n${imagingMessages.otherPatient()} ${others.join('; ')}`,
  confirm: checkupMessages.addAnyway(),
  cancel: formTexts.cancel(),
  danger: true,
});

/** The patients of files that the server holds back. */
function listHeldBack({ xrayFileLinks }: Checkup): string[] {
  const doubtful = xrayFileLinks.filter(({ imaging }) => imaging.patientCheck === 'different');
  const patients = doubtful.map(({ imaging: { otherPatient = '', birthDate } }) =>
    describePatient({ patientName: otherPatient, birthDate }),
  );
  return [...new Set(patients)];
}

/** After saving: confirms those who were in the question; asks about others whom only the server has found. */
export async function settleDoubt(checkup: Checkup, named: readonly string[]): Promise<void> {
  const others = listHeldBack(checkup);
  if (others.length === 0) return;
  const isAsked = others.every((other) => named.includes(other));
  if (isAsked || (await confirm(askAboutPatient(checkup, others)))) await confirmPatient(checkup);
}

/** Asks about files that wait for it, and shows them to the partner. */
export const confirmHeldBack = (checkup: Checkup): Promise<void> =>
  runRowAction({
    row: checkup._id,
    confirmation: askAboutPatient(checkup, listHeldBack(checkup)),
    request: () => confirmPatient(checkup),
    successMessage: checkupMessages.patientConfirmed(),
    errorMessage: checkupMessages.patientConfirmFailed(),
  });
