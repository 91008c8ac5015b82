import { findExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { SHIPMENT_NAME } from '@deqiq/contract/examinations/shipments.ts';
import type { TypedName } from '@deqiq/contract/shared/patient/same-person.ts';
import { type Control, useWatch } from 'react-hook-form';
import type { DicomHeader } from '../../../api/imaging/uploads/dicom-header.ts';
import { useSettled } from '../../../lib/settled.ts';
import type { CheckupDetails } from './checkup-fields.tsx';

type Field = Exclude<keyof CheckupDetails, 'description' | 'endDate'>;

/** The part of a form that is filled. */
type PrefilledForm = {
  getValues: () => CheckupDetails;
  setValue: (field: Field, value: string, options: { shouldDirty: boolean }) => void;
};

/**
 * Fills empty fields with what a DICOM file says. The name only as a whole: two halves may be of two patients. The name
 * that every shipment has is as good as none.
 */
export function prefill(form: PrefilledForm, header: DicomHeader): void {
  const values = form.getValues();
  const isUnnamed = !values.firstName && !values.lastName;
  const found: Partial<Record<Field, string>> = {
    ...(isUnnamed && { firstName: header.firstName, lastName: header.lastName }),
    name: findExaminationName(header.modality, header.bodyPart),
    startDate: header.date,
  };
  for (const [field, value] of Object.entries(found) as [Field, string][])
    if (value && (!values[field] || isDefaultName(field, values[field])))
      form.setValue(field, value, { shouldDirty: true });
}

const isDefaultName = (field: Field, value: string): boolean =>
  field === 'name' && value === SHIPMENT_NAME;

/** The name of the examination by the first of these headers, where it still has that of a shipment. */
export function nameShipment(
  checkup: { readonly name: string },
  headers: readonly DicomHeader[],
): { name?: string } {
  if (checkup.name !== SHIPMENT_NAME) return {};
  const name = headers
    .map(({ modality, bodyPart }) => findExaminationName(modality, bodyPart))
    .find(Boolean);
  return name ? { name } : {};
}

/** The patient's name in the form, once staff have stopped typing. */
export function useTypedName<Values extends CheckupDetails>(control: Control<Values>): TypedName {
  const { firstName, lastName } = useWatch({ control }) as CheckupDetails;
  return { firstName: useSettled(firstName), lastName: useSettled(lastName) };
}
