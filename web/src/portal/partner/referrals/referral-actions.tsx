import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/partner/referrals.js';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { canCancel, canEdit, resultPath } from './referral-state.tsx';

// Loaded with the first press: lists are shown without it.
const CancelDialog = lazy(async () => ({
  default: (await import('./cancel-dialog.tsx')).CancelDialog,
}));

type ReferralActionsProps = {
  referral: Referral;
  /** A link to the slip, where it is not on the screen. */
  withSlip?: boolean;
};

/** The actions that the state allows. The result, where there is one, is the first. */
export function ReferralActions({ referral, withSlip = false }: ReferralActionsProps) {
  const [isCancelling, setCancelling] = useState(false);
  const slip = `${portalPaths.partnerReferrals}/${referral._id}`;
  const result = resultPath(referral);
  return (
    <span className="flex flex-wrap justify-end gap-1.5 md:flex-nowrap">
      {result && (
        <Link to={result} className={buttonClass('primary', 'sm')}>
          {texts.openResult()}
        </Link>
      )}
      {withSlip && (
        <Link to={slip} className={buttonClass('outline', 'sm')}>
          {texts.openSlip()}
        </Link>
      )}
      {canEdit(referral) && (
        <Link to={`${slip}/edit`} className={buttonClass('quiet', 'sm')}>
          {texts.edit()}
        </Link>
      )}
      {canCancel(referral) && (
        <Button variant="quiet" size="sm" onClick={() => setCancelling(true)}>
          {texts.cancel()}
        </Button>
      )}
      {isCancelling && (
        <Suspense>
          <CancelDialog referral={referral} onClose={() => setCancelling(false)} />
        </Suspense>
      )}
    </span>
  );
}
