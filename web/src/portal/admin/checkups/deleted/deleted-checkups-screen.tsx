import {
  DELETED_RETENTION_DAYS,
  type Deletion,
  deletionMessages,
} from '@deqiq/contract/examinations/deletions.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { ArchiveRestore, ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { deletionsQuery, restoreDeletion } from '../../../../api/examinations/deletions.ts';
import { DAY } from '../../../../lib/durations.ts';
import { formatDay, personName } from '../../../../lib/format.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { Column } from '../../../../ui/list/data-table.tsx';
import { LongWordText } from '../../../../ui/long-word-text.tsx';
import { NoWrap, numbered, Secondary, TextOrDash } from '../../list/cells.tsx';
import { FivePages, ListScreen } from '../../list/list-screen.tsx';
import { PartnerPopover } from '../../list/partner-popover.tsx';
import { runRowAction } from '../../list/row-action.ts';

/** File names shown of a deleted checkup; more are counted. */
const MAX_NAMES = 3;

const columns: Column<Deletion>[] = [
  numbered,
  {
    id: 'patient',
    header: 'Patient',
    title: true,
    wide: true,
    rowName: personName,
    cell: (deletion) => <LongWordText>{personName(deletion)}</LongWordText>,
  },
  { id: 'partner', header: 'Partner', cell: ({ partner }) => <PartnerPopover partner={partner} /> },
  { id: 'what', header: 'What', wide: true, cell: What },
  {
    id: 'by',
    header: 'Deleted by',
    cell: ({ deletedBy, withdrawn }) => (
      <TextOrDash>{withdrawn ? 'Withdrawn by the partner' : (deletedBy ?? '')}</TextOrDash>
    ),
  },
  {
    id: 'when',
    header: 'Deleted on',
    cell: ({ deletedAt }) => <NoWrap>{formatDay(deletedAt, 'instant')}</NoWrap>,
  },
  {
    id: 'left',
    header: 'Days left',
    cell: ({ removedAt }) => daysLeft(removedAt),
  },
];

/** Deleted checkups and files, which staff can restore for 30 days. */
export function DeletedCheckupsScreen() {
  return (
    <ListScreen
      title="Deleted checkups"
      list={deletionsQuery}
      rows={({ deletions }) => deletions}
      rowKey={({ _id }) => _id}
      pageSize={PAGE_SIZE.adminCheckups}
      columns={columns}
      empty={(search) =>
        search ? 'No deleted checkup of this patient' : 'Nothing was deleted in the last 30 days'
      }
      failed={deletionMessages.listFailed}
      Pager={FivePages}
      subtitle={() =>
        `Deleted checkups and files can be restored for ${DELETED_RETENTION_DAYS} days. After that they are removed for good.`
      }
      actions={(deletion) => (
        <IconButton
          label="Restore"
          icon={<ArchiveRestore size={17} aria-hidden="true" />}
          onClick={() => void restore(deletion)}
        />
      )}
    >
      <Link to="/admin/dashboard/checkups" className={buttonClass('outline')}>
        <ArrowLeft size={18} aria-hidden="true" />
        Back to Checkups
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
      {kind === 'checkup' ? 'Checkup' : 'File'}
      <Secondary>
        <LongWordText>
          {[kind === 'checkup' && name, ...names, more > 0 && `and ${more} more`]
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
    confirmation: { title: 'Restore?', text: toQuestion(deletion), confirm: 'Restore' },
    request: () => restoreDeletion(deletion._id),
    successMessage: deletionMessages.restored,
    errorMessage: deletionMessages.restoreFailed,
  });

function toQuestion(deletion: Deletion): string {
  const { kind, files } = deletion;
  const [file] = files;
  const checkup = `checkup of ${personName(deletion)}`;
  if (kind === 'file' && file) return `${file.name} goes back into the ${checkup}.`;
  if (!file) return `The ${checkup} comes back, also for the partner.`;
  const its = files.length === 1 ? 'file' : `${files.length} files`;
  return `The ${checkup} and its ${its} come back, also for the partner.`;
}
