import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { splitPatientName } from '@deqiq/contract/shared/patient/full-name.ts';
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
import { Attachments } from '../../../referrals/referral-pictures/attachments.tsx';
import { PartnerField } from '../../form/partner-field.tsx';
import { UnsavedInput } from '../../form/unsaved-input.tsx';
import { useLightbox } from '../../pictures/lightbox.tsx';
import { Photos } from '../dialogs/photos.tsx';
import { withPresentState } from '../moves.ts';
import { PatientFields, RequestFields } from './referral-fields.tsx';
import {
  emptyReferral,
  newRules,
  toBody,
  toReferralValues,
  transcribedRules,
} from './referral-form.ts';

/** A telephone call has none of them. */
type Source = {
  shipment?: Checkup | undefined;
  /** A referral of a shipment that was declined or cancelled, and is made again. */
  ended?: Referral | undefined;
  reservation?: Reservation | undefined;
};

type ReferralFormDialogProps = Source & { onClose: () => void };

/** Makes a referral by telephone, from the picture of a paper beside the form, or from a reservation. */
export function ReferralFormDialog({ onClose, ...source }: ReferralFormDialogProps) {
  const { reservation } = source;
  const papers = findPapers(source);
  const form = useForm({ defaultValues: toValues(source) });
  const [partner, setPartner] = useState<PartnerReference | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const { enlarge, closeOr, view } = useLightbox();
  const { submit, busy } = useSave({
    form,
    schema: papers ? transcribedRules : newRules,
    request: (parsed, values) => {
      const body = toBody(parsed, files);
      if (papers) return withPresentState(api.transcribeShipment(papers.checkup, body));
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
      size={papers ? 'xl' : 'md'}
      {...describe(papers, reservation)}
      save={texts.save()}
      onSubmit={submit}
      dirty={form.formState.isDirty || files.length > 0}
      busy={busy}
      onClose={closeOr(onClose)}
      aside={papers && <Photos files={papers.pictures} onEnlarge={enlarge} />}
      overlay={view}
    >
      <UnsavedInput
        form={form}
        name={`referral ${papers?.checkup ?? reservation?._id ?? 'new'}`}
        partner={{ value: partner, onPick: setPartner }}
      />
      {!papers && (
        <PartnerField form={form} partner={partner} onPick={setPartner}>
          {(picker) => <Combobox {...picker} placeholder={listTexts.searchPartners()} />}
        </PartnerField>
      )}
      <PatientFields form={form} />
      <RequestFields form={form} />
      <div className="sm:col-span-2">
        <Attachments sent={papers?.pictures ?? []} files={files} onChange={setFiles} />
      </div>
    </FormDialog>
  );
}

/** The pictures that are transcribed, and the examination that has them. */
function findPapers({ shipment, ended }: Source) {
  if (shipment)
    return { checkup: shipment._id, partner: shipment.partner, pictures: shipment.fileLinks };
  return ended?.checkup
    ? { checkup: ended.checkup, partner: ended.partner, pictures: ended.attachments }
    : undefined;
}

function describe(
  papers: ReturnType<typeof findPapers>,
  reservation: Reservation | undefined,
): { title: string; description: string } {
  if (papers)
    return {
      title: texts.transcribeTitle(),
      description: `${formTexts.partner()}: ${personName(papers.partner)}`,
    };
  return reservation
    ? {
        title: texts.reservationTitle(),
        description: texts.doctorOf({ doctor: reservation.partnerFullName }),
      }
    : { title: texts.add(), description: texts.byTelephone() };
}

/** Everything that the source already says. */
function toValues({ shipment, ended, reservation }: Source) {
  if (ended) return { ...emptyReferral, ...toReferralValues(ended) };
  if (shipment) {
    const { firstName, lastName, description } = shipment;
    return { ...emptyReferral, firstName, lastName, question: description };
  }
  if (!reservation) return emptyReferral;
  const { firstName, lastName } = splitPatientName(reservation.fullName);
  return { ...emptyReferral, firstName, lastName, phone: reservation.phone };
}
