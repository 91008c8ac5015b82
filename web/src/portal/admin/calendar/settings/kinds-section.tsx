import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import * as texts from '@deqiq/messages/office/calendar-settings.js';
import * as kindMessages from '@deqiq/messages/referrals/kinds.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { kindsQuery, removeKind } from '../../../../api/referrals/kinds.ts';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import { AddButton } from '../../list/add-button.tsx';
import { DeleteAction, EditAction } from '../../list/rows/cells.tsx';
import { runRowAction, usePendingRows } from '../../list/rows/row-action.ts';
import { nameKind } from '../times/kinds.ts';
import { listActive, type Machine } from '../times/use-machines.ts';
import { KindDialog } from './kind-dialog.tsx';
import { kindColumns } from './settings-columns.tsx';

export type SectionProps = { isOwner: boolean; machines: readonly Machine[] };

/** Kinds of examination: what they are called, how long they take, what they cost and where they are made. */
export function KindsSection({ isOwner, machines }: SectionProps) {
  const query = useQuery(kindsQuery);
  const pendingRows = usePendingRows();
  const [opened, setOpened] = useState<{ kind?: Kind }>();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-title">{texts.kinds()}</h2>
        {isOwner && <AddButton onClick={() => setOpened({})}>{texts.addKind()}</AddButton>}
      </div>
      <DataTable
        query={query}
        rows={(kinds) => kinds}
        rowKey={({ _id }) => _id}
        columns={kindColumns(listActive(machines))}
        caption={texts.kinds()}
        empty={texts.noKinds()}
        failed={texts.kindsFailed()}
        isBusy={({ _id }) => pendingRows.has(_id)}
        {...(isOwner && {
          actions: (kind: Kind) => (
            <>
              <EditAction onClick={() => setOpened({ kind })} />
              <DeleteAction onClick={() => void remove(kind)} />
            </>
          ),
        })}
      />
      {opened && (
        <KindDialog kind={opened.kind} machines={machines} onClose={() => setOpened(undefined)} />
      )}
    </section>
  );
}

const remove = (kind: Kind) =>
  runRowAction({
    row: kind._id,
    confirmation: {
      title: texts.removeQuestion(),
      text: texts.removeExplanation({ name: nameKind(kind) }),
      confirm: texts.remove(),
      danger: true,
    },
    request: () => removeKind(kind),
    successMessage: kindMessages.removed(),
    errorMessage: texts.removeFailed(),
  });
