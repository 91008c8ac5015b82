import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as wordTexts from '@deqiq/messages/office/referral-words.js';
import * as texts from '@deqiq/messages/office/referrals.js';
import { describeAge } from '../../../lib/describe-age.ts';
import { formatBirthDate, formatDay, formatMoment, personName } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { StateBadge, StatusBadge } from '../../../ui/status-badge.tsx';
import { numberedByDate, PhoneNumber, Secondary } from '../list/rows/cells.tsx';
import { PartnerPopover } from '../list/rows/partner-popover.tsx';
import { AssigneeButton } from './assignee/assignee-button.tsx';
import { findWaitingSince } from './moves.ts';
import { listReferralStates, purposeTexts, sexTexts, urgencyTexts } from './referral-words.ts';

export const columnsWith = (onOpen: (referral: Referral) => void): Column<Referral>[] => [
  numberedByDate,
  {
    id: 'patient',
    header: texts.patient(),
    title: true,
    rowName: ({ patient }) => personName(patient),
    cell: (referral) => <ReferredPatient referral={referral} onOpen={() => onOpen(referral)} />,
  },
  {
    id: 'examination',
    header: texts.examination(),
    wide: true,
    cell: (referral) => <Request referral={referral} />,
  },
  {
    id: 'partner',
    header: texts.partner(),
    cell: ({ partner }) => <PartnerPopover partner={partner} />,
  },
  { id: 'state', header: texts.state(), cell: (referral) => <State referral={referral} /> },
  {
    id: 'assignee',
    header: texts.assignee(),
    cell: (referral) => <AssigneeButton referral={referral} />,
  },
];

type RowProps = { referral: Referral };

function ReferredPatient({ referral, onOpen }: RowProps & { onOpen: () => void }) {
  const { patient, code } = referral;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5">
      <button
        type="button"
        onClick={onOpen}
        className="rounded-chip text-left font-medium wrap-anywhere underline-offset-4 hover:text-accent-hover hover:underline pointer-coarse:min-h-11"
      >
        {personName(patient)}
      </button>
      <Secondary>
        <Facts>{[...describePerson(patient), code]}</Facts>
      </Secondary>
      <span className="text-note font-normal">
        <PhoneNumber>{patient.phone}</PhoneNumber>
      </span>
    </div>
  );
}

/** "born 01.02.1990 · Female". */
export const describePerson = ({
  birthDate,
  sex,
}: Pick<Referral['patient'], 'birthDate' | 'sex'>): string[] => [
  birthDate ? texts.born({ date: formatBirthDate(birthDate) }) : '',
  sex ? sexTexts[sex]() : '',
];

function Request({ referral }: RowProps) {
  const { examination, purpose, teeth, urgency, attachments, reportWanted } = referral;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {examinationTexts[examination]()}
        {urgency !== 'routine' && (
          <StatusBadge tone={urgency === 'urgent' ? 'danger' : 'warning'}>
            {urgencyTexts[urgency]()}
          </StatusBadge>
        )}
      </span>
      <Secondary>
        <Facts>
          {[
            purposeTexts[purpose](),
            teeth.length > 0 && texts.teeth({ teeth: teeth.join(', ') }),
            reportWanted && texts.reportWanted(),
            attachments.length > 0 && texts.pictures({ count: attachments.length }),
          ]}
        </Facts>
      </Secondary>
    </div>
  );
}

function State({ referral }: RowProps) {
  const { state, appointment, history, createdAt } = referral;
  const since = findWaitingSince(referral);
  const reason = history.at(-1)?.reason;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5">
      <StateBadge states={listReferralStates()} state={state} other={wordTexts.unknown()} />
      <Secondary>
        {state === 'booked' && appointment
          ? formatMoment(appointment.startsAt)
          : since
            ? texts.waiting({ age: describeAge(since) })
            : formatDay(history.at(-1)?.at ?? createdAt, 'instant')}
      </Secondary>
      {reason && <Secondary>{reason}</Secondary>}
    </div>
  );
}
