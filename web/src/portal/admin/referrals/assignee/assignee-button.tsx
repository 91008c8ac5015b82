import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import { ChevronDown } from 'lucide-react';
import { useContext } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { RowName } from '../../../../ui/list/row-name.ts';
import { ActionMenu } from '../../list/rows/action-menu.tsx';
import { assign, useAssigneeChoices } from './assignees.ts';

/** The responsible member of staff of a referral; opens the choice of another one. */
export function AssigneeButton({ referral }: { referral: Referral }) {
  const row = useContext(RowName);
  const current = referral.assignee ?? null;
  const name = current?.name ?? texts.noAssignee();
  const items = useAssigneeChoices()
    .filter(({ id }) => id !== (current?._id ?? null))
    .map(({ id, label }) => ({ label, run: () => void assign(referral, id) }));
  return (
    <ActionMenu
      label={texts.assignee()}
      trigger={
        <button
          type="button"
          aria-label={texts.assigneeIs({ name })}
          aria-description={row?.name}
          className={cx(
            'inline-flex max-w-full items-center gap-1 rounded-chip text-left underline-offset-4 pointer-coarse:min-h-11',
            'hover:text-accent-hover hover:underline',
            current === null && 'text-muted',
          )}
        >
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <ChevronDown size={15} aria-hidden="true" className="shrink-0 text-muted" />
        </button>
      }
      items={items}
    />
  );
}
