import { type Lab, type LabStatus, labMessages } from '@deqiq/contract/labs.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { deleteLab, labsQuery, setLabStatus } from '../../../api/labs.ts';
import { formatDay } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LabStatusBadge } from '../../lab-status.tsx';
import { AddButton, Below, DeleteAction, EditAction, numbered, Whole } from '../list/cells.tsx';
import type { ChoiceFilter } from '../list/list-filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { Owner } from '../list/partner-popover.tsx';
import { carryOut } from '../list/row-action.ts';
import { LabDialog } from './lab-dialog.tsx';

const words: Record<LabStatus, string> = { pending: 'gözləyir', completed: 'tamamlandı' };

const columns: Column<Lab>[] = [
  numbered,
  { id: 'title', header: 'Title', title: true, wide: true, cell: Title },
  { id: 'status', header: 'Status', cell: LabStatusBadge },
  {
    id: 'start',
    header: 'Start Date',
    cell: ({ startDate }) => <Whole>{formatDay(startDate)}</Whole>,
  },
  { id: 'end', header: 'End Date', cell: ({ endDate }) => <Whole>{formatDay(endDate)}</Whole> },
];

/** Whom an order belongs to stands below its title: it has no column (specification, section 2). */
function Title({ title, partner }: Lab) {
  return (
    <>
      {title}
      <Below>
        <Owner partner={partner} />
      </Below>
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

/** Labs: orders to the laboratory. */
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
  return carryOut({
    row: lab._id,
    ask: { title: 'Əminsiniz?', text: `${lab.title}: yeni status — ${words[next]}.` },
    send: () => setLabStatus(lab, next),
    done: labMessages.statusChanged,
    failed: labMessages.statusFailed,
  });
}

const remove = (lab: Lab) =>
  carryOut({
    row: lab._id,
    ask: {
      title: 'Əminsiniz?',
      text: `${lab.title} — laboratoriya sifarişi silinəcək.`,
      danger: true,
    },
    send: () => deleteLab(lab),
    done: labMessages.deleted,
    failed: labMessages.deleteFailed,
  });
