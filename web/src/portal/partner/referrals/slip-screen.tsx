import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/partner/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ownReferralQuery } from '../../../api/examinations/referrals.ts';
import { HttpError } from '../../../api/http/http-error.ts';
import { clinic } from '../../../lib/clinic.ts';
import { formatMoment, personName } from '../../../lib/format.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { stateNames } from '../../referrals/referral-names.ts';
import { BackLink } from '../back-link.tsx';
import { ReferralActions } from './referral-actions.tsx';
import { StateLine } from './referral-state.tsx';
import { SlipWithLink } from './slip-with-link.tsx';

/** One referral: its slip for the patient, and what happened to it. */
export function SlipScreen() {
  const { referral: id = '' } = useParams();
  const { data: referral, ...query } = useQuery(ownReferralQuery(id));
  const isMissing = query.error instanceof HttpError && query.error.status === 404;
  return (
    <>
      <title>{`${texts.slip()} · ${clinic.name}`}</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerReferrals} />
        <PageHeader
          title={referral ? personName(referral.patient) : texts.slip()}
          subtitle={referral && <StateLine referral={referral} />}
        />
      </div>
      <QueryError
        query={query}
        failed={texts.listFailed()}
        compact={referral !== undefined && !isMissing}
      />
      {!referral && !query.isError && <Loader full />}
      {referral && !isMissing && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
          <SlipWithLink key={referral._id} referral={referral} />
          <div className="grid gap-5">
            <History referral={referral} />
            <ReferralActions referral={referral} />
          </div>
        </div>
      )}
    </>
  );
}

/** Every state with its time, the last one first. */
function History({ referral }: { referral: Referral }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-2 text-title">
        {texts.history()}
      </h2>
      <ol>
        {referral.history.toReversed().map(({ state, at, reason }) => (
          <li
            key={`${state} ${at}`}
            className="grid gap-x-4 py-2 text-desk not-last:border-b not-last:border-line sm:grid-cols-[1fr_auto]"
          >
            <span>{stateNames[state]()}</span>
            <span className="text-muted tabular-nums">{formatMoment(at)}</span>
            {reason && <span className="col-span-full text-note text-muted">{reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
