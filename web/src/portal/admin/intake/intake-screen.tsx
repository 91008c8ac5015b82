import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';

import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { devicesSection } from '@deqiq/contract/shared/paths.ts';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import * as texts from '@deqiq/messages/office/intake.js';
import { Archive, FilePlus2, RadioTower, Search, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { intakeQuery } from '../../../api/machines/intake.ts';
import { useListState } from '../../../lib/list-state.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import type { ChoiceFilter } from '../list/list-filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { numbered } from '../list/rows/cells.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { setAside, studyName, undo } from './study-actions.ts';
import { StudyPatient } from './study-cells.tsx';
import { StudyMatch } from './study-match.tsx';
import { StudyOrigin } from './study-origin.tsx';

const listColumns = (): Column<IntakeStudy>[] => [
  numbered,
  {
    id: 'patient',
    header: texts.patient(),
    title: true,
    wide: true,
    rowName: studyName,
    cell: (study) => <StudyPatient study={study} />,
  },
  { id: 'study', header: texts.study(), cell: (study) => <StudyOrigin study={study} /> },
  {
    id: 'match',
    header: texts.examination(),
    wide: true,
    cell: (study) => <StudyMatch study={study} />,
  },
];

const listFilters = (): ChoiceFilter[] => [
  {
    name: 'list',
    label: texts.list(),
    all: texts.toAssign(),
    options: [
      { value: 'assigned', label: texts.assigned() },
      { value: 'aside', label: texts.aside() },
    ],
  },
];

const emptyTexts: Readonly<Record<string, () => string>> = {
  assigned: texts.noneAssigned,
  aside: texts.noneAside,
};

type Opened = { dialog: 'assign' | 'create'; study: IntakeStudy };

/** Studies that machines have sent, newest first, and the examinations they belong to. */
export function IntakeScreen() {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const list = useListState('name', ['list']).filters.list ?? '';
  return (
    <>
      <ListScreen
        title={texts.title()}
        name="intake"
        list={intakeQuery}
        filters={listFilters()}
        byPartner={false}
        rows={({ studies }) => studies}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminIntake}
        columns={listColumns()}
        empty={(search) => (search ? texts.noMatch() : (emptyTexts[list] ?? texts.allAssigned)())}
        failed={intakeMessages.listFailed()}
        actions={(study) => (
          <RowActions study={study} onOpen={(dialog) => setOpened({ dialog, study })} />
        )}
      >
        <Link to={devicesSection.path} className={buttonClass('outline')}>
          <RadioTower size={18} aria-hidden="true" />
          {texts.manageDevices()}
        </Link>
      </ListScreen>
      {opened?.dialog === 'assign' && <AssignDialog study={opened.study} onClose={close} />}
      {opened?.dialog === 'create' && <CreateDialog study={opened.study} onClose={close} />}
    </>
  );
}

type RowActionsProps = { study: IntakeStudy; onOpen: (dialog: Opened['dialog']) => void };

function RowActions({ study, onOpen }: RowActionsProps) {
  const { state, assignment } = study;
  const undoAction = (
    <IconButton
      label={state === 'aside' ? texts.bringBack() : texts.undoAssignment()}
      icon={<Undo2 size={17} aria-hidden="true" />}
      onClick={() => void undo(study)}
    />
  );
  if (state === 'assigned' || state === 'aside') return undoAction;
  return (
    <>
      {/* Of what arrived first: the rest follows only into the same examination. */}
      {assignment && undoAction}
      {state === 'waiting' && (
        <>
          <IconButton
            label={texts.assignElsewhere()}
            icon={<Search size={17} aria-hidden="true" />}
            onClick={() => onOpen('assign')}
          />
          <IconButton
            label={texts.createExamination()}
            icon={<FilePlus2 size={17} aria-hidden="true" />}
            onClick={() => onOpen('create')}
          />
        </>
      )}
      <IconButton
        label={texts.setAside()}
        icon={<Archive size={17} aria-hidden="true" />}
        onClick={() => void setAside(study)}
      />
    </>
  );
}
