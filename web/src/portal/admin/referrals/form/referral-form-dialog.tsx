import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { splitPatientName } from '@deqiq/contract/machines/intake.ts';
import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import type { Reservation } from '@deqiq/contract/site/application-lists.ts';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as listTexts from '@deqiq/messages/office/list.js';
import * as texts from '@deqiq/messages/office/referrals.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as api from '../../../../api/referrals/referrals-desk.ts';
import { personName } from '../../../../lib/format.ts';
import { Combobox } from '../../../../ui/field/combobox/combobox.tsx';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../../ui/form/use-save.ts';
import { PartnerField } from '../../form/partner-field.tsx';
import { useLightbox } from '../../pictures/lightbox.tsx';
import { Photos } from '../dialogs/photos.tsx';
import { withPresentState } from '../moves.ts';
import { PatientFields, RequestFields } from './referral-fields.tsx';
import { emptyReferral, newRules, toBody, transcribedRules } from './referral-form.ts';

/** A telephone call has neither a shipment nor a reservation. */
type Source = { shipment?: Checkup | undefined; reservation?: Reservation | undefined };

type ReferralFormDialogProps = Source & { onClose: () => void };

/** Makes a referral by telephone, from the picture of a paper beside the form, or from a reservation. */
export function ReferralFormDialog({ shipment, reservation, onClose }: ReferralFormDialogProps) {
  const form = useForm({ defaultValues: toValues({ shipment, reservation }) });
  const [partner, setPartner] = useState<PartnerReference | null>(null);
  const { enlarge, closeOr, view } = useLightbox();
  const { submit, busy } = useSave({
    form,
    schema: shipment ? transcribedRules : newRules,
    request: (parsed, values) => {
      const body = toBody(parsed);
      if (shipment) return withPresentState(api.transcribeShipment(shipment._id, body));
      return reservation
        ? withPresentState(api.transcribeReservation(reservation._id, values.partner, body))
        : api.createReferral(values.partner, body);
    },
    successMessage: referralMessages.transcribed(),
    errorMessage: texts.saveFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size={shipment ? 'xl' : 'md'}
      {...describe({ shipment, reservation })}
      save={texts.save()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={closeOr(onClose)}
      aside={shipment && <Photos files={shipment.fileLinks} onEnlarge={enlarge} />}
      overlay={view}
    >
      {!shipment && (
        <PartnerField form={form} partner={partner} onPick={setPartner}>
          {(picker) => <Combobox {...picker} placeholder={listTexts.searchPartners()} />}
        </PartnerField>
      )}
      <PatientFields form={form} />
      <RequestFields form={form} />
    </FormDialog>
  );
}

function describe({ shipment, reservation }: Source): { title: string; description: string } {
  if (shipment)
    return {
      title: texts.transcribeTitle(),
      description: `${formTexts.partner()}: ${personName(shipment.partner)}`,
    };
  return reservation
    ? {
        title: texts.reservationTitle(),
        description: texts.doctorOf({ doctor: reservation.partnerFullName }),
      }
    : { title: texts.add(), description: texts.byTelephone() };
}

/** Everything that the source already says. */
function toValues({ shipment, reservation }: Source) {
  if (shipment) {
    const { firstName, lastName, description } = shipment;
    return { ...emptyReferral, firstName, lastName, question: description };
  }
  if (!reservation) return emptyReferral;
  const { firstName, lastName } = splitPatientName(reservation.fullName);
  return { ...emptyReferral, firstName, lastName, phone: reservation.phone };
}
