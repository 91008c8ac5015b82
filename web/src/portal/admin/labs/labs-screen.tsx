import { type Lab, type LabStatus, labMessages } from '@deqiq/contract/office/labs.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { deleteLab, labsQuery, setLabStatus } from '../../../api/office/labs.ts';
import { formatDay } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LabStatusBadge } from '../../lab-status.tsx';
import {
  AddButton,
  DeleteAction,
  EditAction,
  NoWrap,
  numbered,
  Secondary,
} from '../list/cells.tsx';
import type { ChoiceFilter } from '../list/list-filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { PartnerPopover } from '../list/partner-popover.tsx';
import { runRowAction } from '../list/row-action.ts';
import { LabDialog } from './lab-dialog.tsx';

const statusLabels: Record<LabStatus, string> = { pending: 'gözləyir', completed: 'tamamlandı' };

const columns: Column<Lab>[] = [
  numbered,
  {
    id: 'title',
    header: 'Title',
    title: true,
    wide: true,
    rowName: ({ title }) => title,
    cell: Title,
  },
  { id: 'status', header: 'Status', cell: LabStatusBadge },
  {
    id: 'start',
    header: 'Start Date',
    cell: ({ startDate }) => <NoWrap>{formatDay(startDate)}</NoWrap>,
  },
  { id: 'end', header: 'End Date', cell: ({ endDate }) => <NoWrap>{formatDay(endDate)}</NoWrap> },
];

/** The partner is shown below the title: it has no column (specification, section 2). */
function Title({ title, partner }: Lab) {
  return (
    <>
      {title}
      <Secondary>
        <PartnerPopover partner={partner} />
      </Secondary>
    </>
  );
}

const filters: ChoiceFilter[] = [
  {
    name: 'status',
    label: 'Status',
    all: 'All statuses',
    options: [
      { value: 'pending', label: 'Pending' },
      { value: 'completed', label: 'Completed' },
    ],
  },
];

type Opened = { lab?: Lab };

export function LabsScreen() {
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <ListScreen
        title="Labs"
        exported="labs"
        list={labsQuery}
        filters={filters}
        rows={({ labs }) => labs}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminLabs}
        columns={columns}
        empty="Laboratoriya tapılmadı"
        failed="Yüklənmə xətası"
        actions={(lab) => (
          <>
            <EditAction onClick={() => setOpened({ lab })} />
            <DeleteAction onClick={() => void remove(lab)} />
            <IconButton
              label="Toggle status"
              icon={<RefreshCw size={17} aria-hidden="true" />}
              onClick={() => void toggle(lab)}
            />
          </>
        )}
      >
        <AddButton onClick={() => setOpened({})}>Add Lab</AddButton>
      </ListScreen>
      {opened && <LabDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Pending becomes completed, anything else becomes pending: specification, section 4. */
function toggle(lab: Lab): Promise<void> {
  const next = lab.status === 'pending' ? 'completed' : 'pending';
  return runRowAction({
    row: lab._id,
    confirmation: {
      title: 'Əminsiniz?',
      text: `${lab.title}: yeni status — ${statusLabels[next]}.`,
    },
    request: () => setLabStatus(lab, next),
    successMessage: labMessages.statusChanged,
    errorMessage: labMessages.statusFailed,
  });
}

const remove = (lab: Lab) =>
  runRowAction({
    row: lab._id,
    confirmation: {
      title: 'Əminsiniz?',
      text: `${lab.title} — laboratoriya sifarişi silinəcək.`,
      danger: true,
    },
    request: () => deleteLab(lab),
    successMessage: labMessages.deleted,
    errorMessage: labMessages.deleteFailed,
  });
