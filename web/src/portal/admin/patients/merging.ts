import type { LaterObject, Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import * as patientMessages from '@deqiq/messages/referrals/patients.js';
import * as api from '../../../api/referrals/patients.ts';
import { personName } from '../../../lib/format.ts';
import type { Confirmation } from '../../../ui/overlay/confirm.tsx';
import { runRowAction } from '../list/rows/row-action.ts';

export const askAboutMerge = (patient: Patient, other: Patient): Confirmation => ({
  title: texts.mergeTitle(),
  text: texts.mergeQuestion({
    patient: personName(patient),
    code: patient.code,
    other: personName(other),
    otherCode: other.code,
  }),
  confirm: texts.merge(),
});

/** `onLater` gets what stays with the survivor. */
export const unmerge = (
  patient: Patient,
  other: Patient,
  onLater: (later: readonly LaterObject[]) => void,
) =>
  runRowAction({
    row: other._id,
    confirmation: {
      title: texts.unmerge(),
      text: texts.unmergeQuestion({ patient: personName(other), code: other.code }),
      confirm: texts.unmerge(),
    },
    request: async () => onLater((await api.unmergePatients(patient, other)).later),
    successMessage: patientMessages.unmerged(),
    errorMessage: texts.unmergeFailed(),
  });

/** Takes back a merge that was made a moment ago. */
export const undoMerge = (patient: Patient, other: Patient) =>
  runRowAction({
    row: other._id,
    request: () => api.unmergePatients(patient, other),
    successMessage: patientMessages.unmerged(),
    errorMessage: texts.unmergeFailed(),
  });
