import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import type { ReadingEntry } from '@deqiq/contract/reports/reading.ts';
import * as texts from '@deqiq/messages/office/reading.js';
import * as referralTexts from '@deqiq/messages/office/referrals.js';
import { describeAge } from '../../../lib/describe-age.ts';
import { personName } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { numbered, Secondary } from '../list/rows/cells.tsx';
import { PartnerPopover } from '../list/rows/partner-popover.tsx';
import { describePerson } from '../referrals/columns.tsx';
import { purposeTexts, regionTexts, urgencyTexts } from '../referrals/referral-words.ts';

export const listColumns = (): Column<ReadingEntry>[] => [
  numbered,
  {
    id: 'patient',
    header: texts.patient(),
    title: true,
    rowName: ({ patient }) => personName(patient),
    cell: ({ patient, code }) => (
      <>
        <span className="font-medium wrap-anywhere">{personName(patient)}</span>
        <Secondary>
          <Facts>{[...describePerson(patient), code]}</Facts>
        </Secondary>
      </>
    ),
  },
  {
    id: 'request',
    header: texts.request(),
    wide: true,
    cell: (entry) => <Request entry={entry} />,
  },
  {
    id: 'doctor',
    header: texts.doctor(),
    cell: ({ partner }) => <PartnerPopover partner={partner} />,
  },
  { id: 'waiting', header: texts.waitingSince(), cell: (entry) => <Waiting entry={entry} /> },
];

type CellProps = { entry: ReadingEntry };

function Request({ entry }: CellProps) {
  const { name, examination, purpose, teeth, region, question, urgency } = entry;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {translateExaminationName(name) || examinationTexts[examination]()}
        {urgency !== 'routine' && (
          <StatusBadge tone={urgency === 'urgent' ? 'danger' : 'warning'}>
            {urgencyTexts[urgency]()}
          </StatusBadge>
        )}
      </span>
      {question && <LongText>{question}</LongText>}
      <Secondary>
        <Facts>
          {[
            purposeTexts[purpose](),
            teeth.length > 0 && referralTexts.teeth({ teeth: teeth.join(', ') }),
            region !== null && regionTexts[region](),
          ]}
        </Facts>
      </Secondary>
    </div>
  );
}

const Waiting = ({ entry: { since, reader } }: CellProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5">
    <span className="whitespace-nowrap tabular-nums">{describeAge(since)}</span>
    {reader && (
      <StatusBadge tone={reader.isOwn ? 'success' : 'neutral'}>
        {reader.isOwn ? texts.yours() : texts.readBy({ name: reader.name })}
      </StatusBadge>
    )}
  </div>
);
