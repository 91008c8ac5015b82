import * as texts from '@deqiq/messages/office/patients.js';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { personName } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import type { PatientValues } from './patient-form.ts';
import { patientPath } from './patient-path.ts';
import { SimilarPatients, useSimilarPatients } from './similar-patients.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type TypedDuplicatesProps = { form: UseFormReturn<PatientValues>; except: string | undefined };

/** Records that may be of the person who is being typed. Each opens in a tab of its own: the form stays. */
export function TypedDuplicates({ form, except }: TypedDuplicatesProps) {
  const [firstName, lastName, birthDate, phone, nationalId] = form.watch([
    'firstName',
    'lastName',
    'birthDate',
    'phone',
    'nationalId',
  ]);
  const typed = {
    firstName,
    lastName,
    birthDate: DAY.test(birthDate) ? birthDate : undefined,
    phone,
    nationalId,
  };
  const { patients = [] } = useSimilarPatients(typed, except);
  return (
    <section aria-live="polite" aria-label={texts.similar()} className="sm:col-span-2">
      {patients.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-desk font-medium">{texts.similar()}</h3>
          <SimilarPatients
            patients={patients}
            typed={typed}
            action={(patient) => (
              <Link
                to={patientPath(patient._id)}
                target="_blank"
                aria-label={texts.openOf({ patient: `${personName(patient)}, ${patient.code}` })}
                className={buttonClass('outline', 'sm')}
              >
                {texts.open()}
              </Link>
            )}
          />
        </div>
      )}
    </section>
  );
}
