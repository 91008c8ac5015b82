import { isDifference } from '@deqiq/contract/machines/intake/intake-texts.ts';
import type { IntakeProposal, IntakeStudy, StudyAnswer } from '@deqiq/contract/machines/intake.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as texts from '@deqiq/messages/office/intake.js';
import { HttpError } from '../../../api/http/http-error.ts';
import * as api from '../../../api/machines/intake.ts';
import { fullName } from '../../../lib/format.ts';
import { type Confirmation, confirm } from '../../../ui/overlay/confirm.tsx';
import { describeOtherPatient } from '../checkups/files/patient-warning.tsx';
import { runRowAction } from '../list/rows/row-action.ts';

/** A press and, for another patient, a question. The toast offers to undo it, and so does the list of what was assigned. */
export const assign = (study: IntakeStudy, { checkup, reasons }: IntakeProposal) =>
  runRowAction({
    row: study._id,
    confirmation: reasons.some(isDifference) ? askAboutStudy(study, checkup) : undefined,
    request: () => assignWithQuestion(study, checkup, reasons.some(isDifference)),
    successMessage: `${intakeMessages.assigned()}: ${fullName(checkup) || checkup.code}`,
    undo: (answer) => void undo(answer.study),
    errorMessage: intakeMessages.assignFailed(),
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
    title: imagingMessages.isOtherPatient(),
    text: `${imagingMessages.inExamination()} ${fullName(checkup) || '—'}\n${study}`,
    confirm: checkupMessages.addAnyway(),
    cancel: formTexts.cancel(),
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
    successMessage: `${intakeMessages.setAside()}: ${studyName(study)}`,
    undo: (answer) => void undo(answer.study),
    errorMessage: intakeMessages.asideFailed(),
  });

/** Takes back an assignment, or brings back what was set aside. */
export const undo = (study: IntakeStudy) =>
  runRowAction({
    row: study._id,
    request: () => api.undoStudy(study),
    successMessage: `${intakeMessages.undone()}: ${studyName(study)}`,
    errorMessage: intakeMessages.undoFailed(),
  });

export const discardConflict = (
  study: IntakeStudy,
  { _id, sopUid }: StudyAnswer['study']['conflicts'][number],
) =>
  runRowAction({
    row: study._id,
    confirmation: {
      title: texts.discardQuestion(),
      text: texts.discardExplanation({ uid: sopUid }),
      confirm: texts.discard(),
      danger: true,
    },
    request: () => api.discardConflict(study, _id),
    successMessage: intakeMessages.discarded(),
    errorMessage: intakeMessages.discardFailed(),
  });

/** The patient's name in DICOM. */
export const studyName = ({ patientName }: IntakeStudy): string => patientName || texts.noName();
