import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/partner/checkups.js';
import { personName } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { CheckupStatusBadge } from '../../examinations/checkup-status.tsx';
import { checkupDay } from '../../examinations/file-viewer/format.ts';
import { PartnerPrograms } from '../../examinations/viewer/partner-programs.tsx';
import { ShareButton } from '../../shares/share-button.tsx';
import { QuestionMark, ResultLink } from '../results/result-link.tsx';
import { NewMark } from '../results/unseen.tsx';
import { CheckupCard } from './checkup-card.tsx';
import { CheckupFiles, type FileActions } from './checkup-files.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

type Acts = (checkup: Checkup) => { files: readonly FileLink[]; actions: FileActions };

export function tableColumns(acts: Acts): Column<Checkup>[] {
  return [
    { id: 'patient', header: texts.name(), title: true, cell: personName },
    { id: 'examination', header: texts.examination(), cell: ExaminationCell },
    { id: 'date', header: texts.date(), cell: DayCell },
    {
      id: 'files',
      header: texts.files(),
      wide: true,
      cell: (row) => (
        <div className="grid gap-2">
          <CheckupFiles {...acts(row)} />
          <div className="flex flex-wrap gap-2.5 empty:hidden">
            <ResultLink checkup={row._id} />
            <ShareButton checkup={row} />
            <PartnerPrograms checkup={row} />
            <WithdrawButton checkup={row} />
          </div>
        </div>
      ),
    },
    {
      id: 'status',
      header: texts.status(),
      cell: ({ _id, status, xrayFileLinks }) => (
        <div className="flex flex-wrap gap-1.5">
          <CheckupStatusBadge status={status} hasResults={xrayFileLinks.length > 0} />
          <NewMark checkup={_id} />
          <QuestionMark checkup={_id} />
        </div>
      ),
    },
  ];
}

const DayCell = (row: Checkup) => <span className="whitespace-nowrap">{checkupDay(row)}</span>;

function ExaminationCell({ name, description }: Checkup) {
  return (
    <>
      <span className="block">{translateExaminationName(name) || '—'}</span>
      {description && (
        <span className="block text-note text-muted">
          <LongText>{description}</LongText>
        </span>
      )}
    </>
  );
}

export function cardColumns(acts: Acts): Column<Checkup>[] {
  return [
    {
      id: 'checkup',
      header: texts.examination(),
      title: true,
      cell: (row) => (
        <CheckupCard checkup={row} {...acts(row)}>
          <ResultLink checkup={row._id} />
        </CheckupCard>
      ),
    },
  ];
}
