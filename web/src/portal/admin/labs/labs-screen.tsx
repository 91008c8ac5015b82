import type { Lab } from '@deqiq/contract/office/labs.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as labMessages from '@deqiq/messages/office/labs.js';
import * as texts from '@deqiq/messages/office/labs-screen.js';
import * as stateTexts from '@deqiq/messages/ui/states.js';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { deleteLab, labsQuery, setLabStatus } from '../../../api/office/labs.ts';
import { formatDay } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LabStatusBadge } from '../../examinations/lab-status.tsx';
import { AddButton } from '../list/add-button.tsx';
import type { ChoiceFilter } from '../list/list-filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import {
  DeleteAction,
  EditAction,
  NoWrap,
  numberedByDate,
  Secondary,
} from '../list/rows/cells.tsx';
import { PartnerPopover } from '../list/rows/partner-popover.tsx';
import { runRowAction } from '../list/rows/row-action.ts';
import { LabDialog } from './lab-dialog.tsx';

const listColumns = (): Column<Lab>[] => [
  numberedByDate,
  {
    id: 'title',
    header: texts.name(),
    sort: 'name',
    title: true,
    wide: true,
    rowName: ({ title }) => title,
    cell: Title,
  },
  { id: 'status', header: texts.status(), cell: LabStatusBadge },
  {
    id: 'start',
    header: texts.startDate(),
    sort: 'start',
    cell: ({ startDate }) => <NoWrap>{formatDay(startDate)}</NoWrap>,
  },
  {
    id: 'end',
    header: texts.endDate(),
    sort: 'end',
    cell: ({ endDate }) => <NoWrap>{formatDay(endDate)}</NoWrap>,
  },
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

const listFilters = (): ChoiceFilter[] => [
  {
    name: 'status',
    label: texts.status(),
    all: texts.allStatuses(),
    options: [
      { value: 'pending', label: stateTexts.pending() },
      { value: 'completed', label: stateTexts.completed() },
    ],
  },
];

type Opened = { lab?: Lab };

export function LabsScreen() {
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <ListScreen
        title={texts.title()}
        name="labs"
        exported="labs"
        list={labsQuery}
        filters={listFilters()}
        rows={({ labs }) => labs}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminLabs}
        columns={listColumns()}
        empty={texts.empty()}
        failed={texts.failed()}
        onOpen={(lab) => setOpened({ lab })}
        actions={(lab) => (
          <>
            <EditAction onClick={() => setOpened({ lab })} />
            <DeleteAction onClick={() => void remove(lab)} />
            <IconButton
              label={texts.toggle()}
              icon={<RefreshCw size={17} aria-hidden="true" />}
              onClick={() => void toggle(lab)}
            />
          </>
        )}
      >
        <AddButton onClick={() => setOpened({})}>{texts.add()}</AddButton>
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
      title: texts.areYouSure(),
      text: next === 'completed' ? texts.completedText(lab) : texts.pendingText(lab),
    },
    request: () => setLabStatus(lab, next),
    successMessage: labMessages.statusChanged(),
    errorMessage: labMessages.statusFailed(),
  });
}

const remove = (lab: Lab) =>
  runRowAction({
    row: lab._id,
    confirmation: {
      title: texts.areYouSure(),
      text: texts.removeText(lab),
      danger: true,
    },
    request: () => deleteLab(lab),
    successMessage: labMessages.deleted(),
    errorMessage: labMessages.deleteFailed(),
  });
