import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { findSimilar, searchPatients } from '../../../api/referrals/patients.ts';
import { SearchSelect } from '../../../ui/field/combobox/search-select.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { patientPath } from './patient-path.ts';
import { type PickedPatient, patientPicker } from './patient-picker.ts';

type LinkedPatientFieldProps = {
  checkup: Checkup;
  patient: PickedPatient | null;
  onChange: (patient: PickedPatient | null) => void;
};

/** The record of the patient of an examination. Before anything is typed, the list proposes similar ones. */
export function LinkedPatientField({ checkup, patient, onChange }: LinkedPatientFieldProps) {
  const { firstName, lastName } = checkup;
  return (
    <Field label={texts.record()} className="sm:col-span-2">
      <div className="flex items-center gap-1">
        <div className="min-w-0 grow">
          <SearchSelect<PickedPatient>
            {...patientPicker()}
            searchKey={['admin', 'patients', 'search', checkup._id]}
            search={(text, signal) =>
              text ? searchPatients(text, signal) : findSimilar({ firstName, lastName }, signal)
            }
            value={patient}
            onChange={onChange}
          />
        </div>
        {patient && (
          <IconButton
            label={texts.unlink()}
            icon={<X size={17} aria-hidden="true" />}
            onClick={() => onChange(null)}
          />
        )}
      </div>
      {checkup.patient && (
        <Link
          to={patientPath(checkup.patient._id)}
          className="justify-self-start text-note text-accent-hover underline-offset-4 hover:underline pointer-coarse:py-3"
        >
          {texts.openOf({ patient: checkup.patient.code })}
        </Link>
      )}
    </Field>
  );
}

/** The record that an examination has, as the picker shows it. */
export const toPicked = ({ patient, firstName, lastName }: Checkup): PickedPatient | null =>
  patient ? { _id: patient._id, code: patient.code, firstName, lastName } : null;
