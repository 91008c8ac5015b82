import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as formTexts from '@deqiq/messages/partner/referral-form.js';
import * as texts from '@deqiq/messages/partner/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { ownReferralQuery } from '../../../../api/examinations/referrals.ts';
import { clinic } from '../../../../lib/clinic.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/overlay/toast.ts';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Loader } from '../../../../ui/page/page-states.tsx';
import { QueryError } from '../../../../ui/page/query-error.tsx';
import { BackLink } from '../../back-link.tsx';
import { ReferralForm } from './referral-form.tsx';

/** Where a saved referral is shown. */
const toSlip = (id: string) => `${portalPaths.partnerReferrals}/${id}`;

export function NewReferralScreen() {
  const navigate = useNavigate();
  return (
    <FormScreen title={areaTexts.newReferral()}>
      <ReferralForm
        onSaved={({ referral, message }) => {
          toast.success(message);
          // Back opens the list, not a form that was sent.
          void navigate(toSlip(referral._id), { replace: true });
        }}
      />
      <Link to={portalPaths.partnerShipments} className={`${buttonClass('quiet')} self-start`}>
        <Camera size={18} aria-hidden="true" />
        {texts.toShipment()}
      </Link>
    </FormScreen>
  );
}

/** Only while staff have not accepted it. */
export function EditReferralScreen() {
  const { referral: id = '' } = useParams();
  const navigate = useNavigate();
  const { data: referral, ...query } = useQuery({ ...ownReferralQuery(id), staleTime: 0 });
  if (referral && referral.state !== 'sent') return <Navigate to={toSlip(id)} replace />;
  return (
    <FormScreen title={formTexts.editTitle()}>
      <QueryError query={query} failed={texts.listFailed()} compact={referral !== undefined} />
      {!referral && !query.isError && <Loader full />}
      {referral && (
        <ReferralForm
          referral={referral}
          onSaved={({ message }) => {
            toast.success(message);
            void navigate(toSlip(id), { replace: true });
          }}
        />
      )}
    </FormScreen>
  );
}

function FormScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <title>{`${title} · ${clinic.name}`}</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerReferrals} />
        <PageHeader title={title} />
      </div>
      {children}
    </>
  );
}
