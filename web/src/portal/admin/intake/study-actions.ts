import {
  type IntakeProposal,
  type IntakeStudy,
  intakeMessages,
  type StudyAnswer,
} from '@deqiq/contract/intake.ts';
import * as api from '../../../api/intake.ts';
import { fullName } from '../../../lib/format.ts';
import { runRowAction } from '../list/row-action.ts';

/** One press: the toast offers to undo it, and so does the list of what was assigned. */
export const assign = (study: IntakeStudy, checkup: IntakeProposal['checkup']) =>
  runRowAction({
    row: study._id,
    request: () => api.assignStudy(study, { checkup: checkup._id }),
    successMessage: `${intakeMessages.assigned}: ${fullName(checkup) || checkup.code}`,
    undo: (answer) => void undo(answer.study),
    errorMessage: intakeMessages.assignFailed,
  });

export const setAside = (study: IntakeStudy) =>
  runRowAction({
    row: study._id,
    request: () => api.setStudyAside(study),
    successMessage: `${intakeMessages.setAside}: ${nameOf(study)}`,
    undo: (answer) => void undo(answer.study),
    errorMessage: intakeMessages.asideFailed,
  });

/** Takes back an assignment, or brings back what was set aside. */
export const undo = (study: IntakeStudy) =>
  runRowAction({
    row: study._id,
    request: () => api.undoStudy(study),
    successMessage: `${intakeMessages.undone}: ${nameOf(study)}`,
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
      text: `${sopUid}: the study keeps the instance that arrived first. The other one is deleted for good.`,
      confirm: 'Discard',
      danger: true,
    },
    request: () => api.discardConflict(study, _id),
    successMessage: intakeMessages.discarded,
    errorMessage: intakeMessages.discardFailed,
  });

/** The patient's name in DICOM. */
export const nameOf = ({ patientName }: IntakeStudy): string => patientName || 'No name';
