import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as listTexts from '@deqiq/messages/office/list.js';
import * as texts from '@deqiq/messages/office/referrals.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { colleaguesQuery, useStaffAccount } from '../../../../api/people/staff.ts';
import { assignReferral } from '../../../../api/referrals/referrals-desk.ts';
import { personName } from '../../../../lib/format.ts';
import type { BulkMenu } from '../../list/bulk-actions.tsx';
import type { ChoiceFilter } from '../../list/list-filters.tsx';
import { runRowAction } from '../../list/rows/row-action.ts';

/** A person who can be responsible; id null: no one. */
type Choice = { id: string | null; label: string };

/** The signed-in member of staff first, then the colleagues who may sign in, then no one. */
export function useAssigneeChoices(): readonly Choice[] {
  const me = useStaffAccount();
  const { data = [] } = useQuery(colleaguesQuery);
  const others = data.filter(({ _id, status }) => _id !== me?._id && status === 'active');
  return [
    ...(me ? [{ id: me._id, label: texts.me({ name: me.username }) }] : []),
    ...others.map(({ _id, username }) => ({ id: _id, label: username })),
    { id: null, label: texts.noAssignee() },
  ];
}

/** By who is responsible: the reader, no one, or a colleague, also one whose account is disabled. */
export function useAssigneeFilter(): ChoiceFilter {
  const me = useStaffAccount()?._id;
  const { data } = useQuery(colleaguesQuery);
  const [params] = useSearchParams();
  const wanted = params.get('assignee') ?? '';
  const fixed = [
    { value: 'me', label: texts.mine() },
    { value: 'none', label: texts.unassigned() },
  ];
  const members = (data ?? []).map(({ _id, username }) => ({ value: _id, label: username }));
  const options = [...fixed, ...members.filter(({ value }) => value !== me || value === wanted)];
  // A removed account, or one whose name is still loading.
  if (wanted && options.every(({ value }) => value !== wanted))
    options.push({ value: wanted, label: data ? texts.removedMember() : listTexts.loading() });
  return { name: 'assignee', label: texts.assignee(), all: texts.allAssignees(), options };
}

export const assign = (referral: Referral, assignee: string | null): Promise<void> =>
  change(referral, assignee, referral.assignee?._id ?? null);

const change = (referral: Referral, assignee: string | null, instead: string | null) =>
  runRowAction({
    row: referral._id,
    request: () => assignReferral(referral._id, { assignee, instead }),
    successMessage: `${describeResult(assignee)}: ${personName(referral.patient)}`,
    undo: () => void change(referral, instead, assignee),
    errorMessage: texts.assignFailed(),
  });

const describeResult = (id: string | null): string =>
  id === null ? referralMessages.unassigned() : referralMessages.assigned();

/** Makes one person responsible for all selected referrals. */
export const createAssignMenu = (choices: readonly Choice[]): BulkMenu<Referral> => ({
  label: texts.assign(),
  choices: choices.map(({ id, label }) => ({
    label,
    run: async ({ _id, assignee }) => {
      const before = assignee?._id ?? null;
      await assignReferral(_id, { assignee: id, instead: before });
      return () => assignReferral(_id, { assignee: before, instead: id });
    },
  })),
});
