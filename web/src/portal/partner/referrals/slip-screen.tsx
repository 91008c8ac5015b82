import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import * as texts from '@deqiq/messages/partner/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle, Printer, Share2 } from 'lucide-react';
import { useParams } from 'react-router';
import { ownReferralQuery } from '../../../api/examinations/referrals.ts';
import { describeError, HttpError, isUnanswered } from '../../../api/http/http-error.ts';
import { formatMoment, personName } from '../../../lib/format.ts';
import { phoneAddresses } from '../../../lib/phone.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ErrorPanel, Loader } from '../../../ui/page/page-states.tsx';
import { examinationName, stateNames } from '../../referral-names.ts';
import { BackLink } from '../back-link.tsx';
import { ReferralActions } from './referral-actions.tsx';
import { StateLine } from './referral-state.tsx';
import { clinicAddress, Slip } from './slip.tsx';

/** One referral: its slip for the patient, and what happened to it. */
export function SlipScreen() {
  const { referral: id = '' } = useParams();
  const { data: referral, ...query } = useQuery(ownReferralQuery(id));
  const isMissing = query.error instanceof HttpError && query.error.status === 404;
  return (
    <>
      <title>{`${texts.slip()} · ${provider.name}`}</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerReferrals} />
        <PageHeader
          title={referral ? personName(referral.patient) : texts.slip()}
          subtitle={referral && <StateLine referral={referral} />}
        />
      </div>
      {query.isError && (
        <ErrorPanel
          message={describeError(query.error, texts.listFailed())}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
          isUnanswered={isUnanswered(query.error)}
          compact={referral !== undefined && !isMissing}
        />
      )}
      {!referral && !query.isError && <Loader full />}
      {referral && !isMissing && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Slip referral={referral} />
            <p className="text-desk text-muted">{texts.slipLine()}</p>
            <Sending referral={referral} />
          </div>
          <div className="grid gap-5">
            <History referral={referral} />
            <ReferralActions referral={referral} />
          </div>
        </div>
      )}
    </>
  );
}

/** Paper, the sheet of the phone, or WhatsApp to the patient's number. */
function Sending({ referral }: { referral: Referral }) {
  const text = describeSlip(referral);
  const { whatsApp } = phoneAddresses(referral.patient.phone);
  return (
    <div className="grid gap-2.5 sm:flex sm:flex-wrap">
      <Button
        variant="primary"
        icon={<Printer size={18} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {texts.print()}
      </Button>
      {'share' in navigator && (
        <Button
          variant="outline"
          icon={<Share2 size={18} aria-hidden="true" />}
          // A sheet that is closed without a choice rejects.
          onClick={() => void navigator.share({ title: texts.slip(), text }).catch(() => {})}
        >
          {texts.send()}
        </Button>
      )}
      {whatsApp && (
        <a
          href={`${whatsApp}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('outline')}
        >
          <MessageCircle size={18} aria-hidden="true" />
          WhatsApp
        </a>
      )}
    </div>
  );
}

/** The slip as a message. The patient's name stays out of messengers. */
const describeSlip = ({ code, examination }: Referral): string =>
  texts.message({
    sender: provider.name,
    code,
    examination: examinationName(examination),
    address: clinicAddress(),
    phone: provider.phone.text,
  });

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
