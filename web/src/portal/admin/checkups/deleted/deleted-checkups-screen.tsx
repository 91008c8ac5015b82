import { DELETED_RETENTION_DAYS, type Deletion } from '@deqiq/contract/examinations/deletions.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as deletionMessages from '@deqiq/messages/examinations/deletions.js';
import * as texts from '@deqiq/messages/office/deleted-checkups.js';
import { ArchiveRestore, ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { deletionsQuery, restoreDeletion } from '../../../../api/examinations/deletions.ts';
import { DAY } from '../../../../lib/durations.ts';
import { formatDay, personName } from '../../../../lib/format.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { Column } from '../../../../ui/list/data-table.tsx';
import { LongWordText } from '../../../../ui/long-word-text.tsx';
import { FivePages, ListScreen } from '../../list/list-screen.tsx';
import { NoWrap, numbered, Secondary, TextOrDash } from '../../list/rows/cells.tsx';
import { PartnerPopover } from '../../list/rows/partner-popover.tsx';
import { runRowAction } from '../../list/rows/row-action.ts';

/** File names shown of a deleted checkup; more are counted. */
const MAX_NAMES = 3;

const listColumns = (): Column<Deletion>[] => [
  numbered,
  {
    id: 'patient',
    header: texts.patient(),
    title: true,
    wide: true,
    rowName: personName,
    cell: (deletion) => <LongWordText>{personName(deletion)}</LongWordText>,
  },
  {
    id: 'partner',
    header: texts.partner(),
    cell: ({ partner }) => <PartnerPopover partner={partner} />,
  },
  { id: 'what', header: texts.what(), wide: true, cell: What },
  {
    id: 'by',
    header: texts.deletedBy(),
    cell: ({ deletedBy, withdrawn }) => (
      <TextOrDash>{withdrawn ? texts.withdrawn() : (deletedBy ?? '')}</TextOrDash>
    ),
  },
  {
    id: 'when',
    header: texts.deletedOn(),
    cell: ({ deletedAt }) => <NoWrap>{formatDay(deletedAt, 'instant')}</NoWrap>,
  },
  {
    id: 'left',
    header: texts.daysLeft(),
    cell: ({ removedAt }) => daysLeft(removedAt),
  },
];

/** Deleted checkups and files, which staff can restore for 30 days. */
export function DeletedCheckupsScreen() {
  return (
    <ListScreen
      title={texts.title()}
      list={deletionsQuery}
      rows={({ deletions }) => deletions}
      rowKey={({ _id }) => _id}
      pageSize={PAGE_SIZE.adminCheckups}
      columns={listColumns()}
      empty={(search) =>
        search ? texts.noneOfPatient() : texts.nothingDeleted({ days: DELETED_RETENTION_DAYS })
      }
      failed={deletionMessages.listFailed()}
      Pager={FivePages}
      subtitle={() => texts.explanation({ days: DELETED_RETENTION_DAYS })}
      actions={(deletion) => (
        <IconButton
          label={texts.restore()}
          icon={<ArchiveRestore size={17} aria-hidden="true" />}
          onClick={() => void restore(deletion)}
        />
      )}
    >
      <Link to="/admin/dashboard/checkups" className={buttonClass('outline')}>
        <ArrowLeft size={18} aria-hidden="true" />
        {texts.back()}
      </Link>
    </ListScreen>
  );
}

/** A checkup with its files, or a single file. */
function What({ kind, name, files }: Deletion) {
  const names = files.slice(0, MAX_NAMES).map((file) => file.name);
  const more = files.length - names.length;
  return (
    <div className="min-w-0">
      {kind === 'checkup' ? texts.checkup() : texts.file()}
      <Secondary>
        <LongWordText>
          {[kind === 'checkup' && name, ...names, more > 0 && texts.moreFiles({ count: more })]
            .filter(Boolean)
            .join(' · ')}
        </LongWordText>
      </Secondary>
    </div>
  );
}

const daysLeft = (removedAt: string): number =>
  Math.max(0, Math.ceil((Date.parse(removedAt) - Date.now()) / DAY));

const restore = (deletion: Deletion) =>
  runRowAction({
    row: deletion._id,
    confirmation: {
      title: texts.restoreQuestion(),
      text: toQuestion(deletion),
      confirm: texts.restore(),
    },
    request: () => restoreDeletion(deletion._id),
    successMessage: deletionMessages.restored(),
    errorMessage: deletionMessages.restoreFailed(),
  });

function toQuestion(deletion: Deletion): string {
  const { kind, files } = deletion;
  const [file] = files;
  const patient = personName(deletion);
  if (kind === 'file' && file) return texts.restoreFile({ file: file.name, patient });
  return texts.restoreCheckup({ patient, count: files.length });
}
