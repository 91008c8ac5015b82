import { checkupMessages } from '@deqiq/contract/examinations/checkups.ts';
import { imagingMessages } from '@deqiq/contract/imaging/imaging.ts';
import {
  type IntakeProposal,
  type IntakeStudy,
  intakeMessages,
  isDifference,
  type StudyAnswer,
} from '@deqiq/contract/machines/intake.ts';
import { HttpError } from '../../../api/http/http-error.ts';
import * as api from '../../../api/machines/intake.ts';
import { fullName } from '../../../lib/format.ts';
import { type Confirmation, confirm } from '../../../ui/overlay/confirm.tsx';
import { describeOtherPatient } from '../checkups/files/patient-warning.tsx';
import { runRowAction } from '../list/row-action.ts';

const { admin: texts } = imagingMessages;

/** A press and, for another patient, a question. The toast offers to undo it, and so does the list of what was assigned. */
export const assign = (study: IntakeStudy, { checkup, reasons }: IntakeProposal) =>
  runRowAction({
    row: study._id,
    confirmation: reasons.some(isDifference) ? askAboutStudy(study, checkup) : undefined,
    request: () => assignWithQuestion(study, checkup, reasons.some(isDifference)),
    successMessage: `${intakeMessages.assigned}: ${fullName(checkup) || checkup.code}`,
    undo: (answer) => void undo(answer.study),
    errorMessage: intakeMessages.assignFailed,
  });

/** Names both persons. */
export const askAboutStudy = (
  { patientName, birthDate, sex }: IntakeStudy,
  checkup: { readonly firstName: string; readonly lastName: string },
): Confirmation => {
  const study = describeOtherPatient({
    otherPatient: patientName || '—',
    birthDate,
    sex: sex === 'F' || sex === 'M' ? sex : undefined,
  });
  return {
    title: texts.isOtherPatient,
    text: `${texts.inExamination} ${fullName(checkup) || '—'}\n${study}`,
    confirm: checkupMessages.addAnyway,
    cancel: 'Ləğv et',
    danger: true,
  };
};

/** Assigns a study; asks where the server finds another patient in it. Rejects with the refusal if it is not confirmed. */
export async function assignWithQuestion(
  study: IntakeStudy,
  checkup: { readonly _id: string; readonly firstName: string; readonly lastName: string },
  isConfirmed = false,
): Promise<StudyAnswer> {
  const body = { checkup: checkup._id };
  const confirmed = { ...body, confirmDifferentPatient: true };
  try {
    return await api.assignStudy(study, isConfirmed ? confirmed : body);
  } catch (error) {
    const differs = error instanceof HttpError && error.code === 'patient-differs';
    if (!differs || !(await confirm(askAboutStudy(study, checkup)))) throw error;
    return api.assignStudy(study, confirmed);
  }
}

export const setAside = (study: IntakeStudy) =>
  runRowAction({
    row: study._id,
    request: () => api.setStudyAside(study),
    successMessage: `${intakeMessages.setAside}: ${studyName(study)}`,
    undo: (answer) => void undo(answer.study),
    errorMessage: intakeMessages.asideFailed,
  });

/** Takes back an assignment, or brings back what was set aside. */
export const undo = (study: IntakeStudy) =>
  runRowAction({
    row: study._id,
    request: () => api.undoStudy(study),
    successMessage: `${intakeMessages.undone}: ${studyName(study)}`,
    errorMessage: intakeMessages.undoFailed,
  });

export const discardConflict = (
  study: IntakeStudy,
  { _id, sopUid }: StudyAnswer['study']['conflicts'][number],
) =>
  runRowAction({
    row: study._id,
    confirmation: {
      title: 'Discard the conflicting instance?',
      text: `${sopUid}: it differs from what arrived first under the same number. The study stays without it. It is deleted for good.`,
      confirm: 'Discard',
      danger: true,
    },
    request: () => api.discardConflict(study, _id),
    successMessage: intakeMessages.discarded,
    errorMessage: intakeMessages.discardFailed,
  });

/** The patient's name in DICOM. */
export const studyName = ({ patientName }: IntakeStudy): string => patientName || 'No name';
