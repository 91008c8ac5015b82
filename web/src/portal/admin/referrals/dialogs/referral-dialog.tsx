import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as wordTexts from '@deqiq/messages/office/referral-words.js';
import * as texts from '@deqiq/messages/office/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { referralQuery } from '../../../../api/referrals/referrals-desk.ts';
import { formatMoment, personName } from '../../../../lib/format.ts';
import { CloseOnBack } from '../../../../lib/history/close-on-back.ts';
import { FactList } from '../../../../ui/fact-list.tsx';
import { Dialog } from '../../../../ui/overlay/dialog.tsx';
import { Loader } from '../../../../ui/page/page-states.tsx';
import { QueryError } from '../../../../ui/page/query-error.tsx';
import { StateBadge } from '../../../../ui/status-badge.tsx';
import { PhoneNumber } from '../../list/rows/cells.tsx';
import { PartnerPopover } from '../../list/rows/partner-popover.tsx';
import { patientPath } from '../../patients/patient-path.ts';
import { useLightbox } from '../../pictures/lightbox.tsx';
import { AssigneeButton } from '../assignee/assignee-button.tsx';
import { describePerson } from '../columns.tsx';
import { nameMover } from '../moves.ts';
import { NextStep, type OpenedDialog } from '../referral-actions.tsx';
import {
  listReferralStates,
  pregnancyTexts,
  purposeTexts,
  regionTexts,
  urgencyTexts,
} from '../referral-words.ts';
import { Photos } from './photos.tsx';

type ReferralDialogProps = {
  id: string;
  onOpen: (referral: Referral, dialog: OpenedDialog) => void;
  onClose: () => void;
};

/** A referral with its pictures and its history. Open as long as it is mounted. */
export function ReferralDialog({ id, onOpen, onClose }: ReferralDialogProps) {
  const query = useQuery(referralQuery(id));
  const { data, error } = query;
  const referral = data?._id === id ? data : undefined;
  const { enlarge, closeOr, view } = useLightbox();
  return (
    <Dialog
      open
      size="lg"
      title={referral ? personName(referral.patient) : texts.title()}
      description={
        referral && [...describePerson(referral.patient), referral.code].filter(Boolean).join(' · ')
      }
      onClose={closeOr(onClose)}
      footer={
        referral && <NextStep referral={referral} onOpen={(dialog) => onOpen(referral, dialog)} />
      }
    >
      {!referral && !error && <Loader />}
      {!referral && error && <QueryError query={query} failed={texts.listFailed()} />}
      {referral && <Details referral={referral} onEnlarge={enlarge} />}
      {view}
      <CloseOnBack close={onClose} />
    </Dialog>
  );
}

type DetailsProps = {
  referral: Referral;
  onEnlarge: ReturnType<typeof useLightbox>['enlarge'];
};

function Details({ referral, onEnlarge }: DetailsProps) {
  const { attachments } = referral;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <div className="grid content-start gap-5">
        <RequestFacts referral={referral} />
        <History steps={referral.history} />
      </div>
      {attachments.length > 0 && <Photos files={attachments} onEnlarge={onEnlarge} />}
    </div>
  );
}

function RequestFacts({ referral }: { referral: Referral }) {
  const { examination, purpose, teeth, region, urgency, pregnancy, question } = referral;
  const { patient, partner, appointment, reportWanted } = referral;
  const facts = [
    {
      name: texts.examination(),
      value: [examinationTexts[examination](), reportWanted && texts.reportWanted()]
        .filter(Boolean)
        .join(' · '),
    },
    { name: texts.purpose(), value: purposeTexts[purpose]() },
    { name: texts.teethField(), value: teeth.join(', ') || null },
    { name: texts.region(), value: region && regionTexts[region]() },
    { name: texts.urgency(), value: urgencyTexts[urgency]() },
    { name: texts.pregnancy(), value: pregnancy && pregnancyTexts[pregnancy]() },
    { name: texts.question(), value: question || null },
    {
      name: texts.patient(),
      value: patient._id ? <RecordLink id={patient._id} code={patient.code} /> : null,
    },
    { name: texts.phone(), value: <PhoneNumber>{patient.phone}</PhoneNumber> },
    { name: texts.partner(), value: <PartnerPopover partner={partner} /> },
    { name: texts.assignee(), value: <AssigneeButton referral={referral} /> },
    { name: texts.appointment(), value: appointment && formatMoment(appointment.startsAt) },
  ];
  return <FactList facts={facts} />;
}

/** The patient's record, once the referral is accepted. */
const RecordLink = ({ id, code }: { id: string; code: string | undefined }) => (
  <Link to={patientPath(id)} className="text-accent-hover underline-offset-4 hover:underline">
    {code}
  </Link>
);

function History({ steps }: { steps: Referral['history'] }) {
  return (
    <section>
      <h3 className="mb-2 text-desk font-medium">{texts.history()}</h3>
      <ol className="grid gap-2 border-l border-line pl-4 text-note text-muted">
        {steps.map((step) => (
          <li key={`${step.at} ${step.state}`} className="grid justify-items-start gap-0.5">
            <StateBadge
              states={listReferralStates()}
              state={step.state}
              other={wordTexts.unknown()}
            />
            <span>
              {formatMoment(step.at)} · {nameMover(step)}
            </span>
            {step.reason && <span className="text-text">{step.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
