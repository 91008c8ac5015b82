import * as texts from '@deqiq/messages/office/list.js';
import { type Mutation, useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import { describeError } from '../../../../api/http/http-error.ts';
import { queryClient } from '../../../../api/http/query.ts';
import { type Confirmation, confirm, showError } from '../../../../ui/overlay/confirm.tsx';
import { toast } from '../../../../ui/overlay/toast.ts';

type RowAction<Answer> = {
  /** Key of the row, or a name of another object on the screen. */
  row: string;
  /** Absent for what changes nothing that people have entered. */
  confirmation?: Confirmation | undefined;
  request: () => Promise<Answer>;
  successMessage: string;
  /** Offered beside the success message. */
  undo?: ((answer: Answer) => void) | undefined;
  /** Shown if the server gives no reason. */
  errorMessage: string;
};

const ROW_ACTION = 'row-action';

/** A row's action without a form: confirm, request, result. A further press on a pending row does nothing. */
export async function runRowAction<Answer>(action: RowAction<Answer>): Promise<void> {
  const { row, confirmation, request, successMessage, undo, errorMessage } = action;
  const mutationKey = [ROW_ACTION, row];
  const isPending = () => queryClient.isMutating({ mutationKey, exact: true }) > 0;
  if (isPending() || (confirmation && !(await confirm(confirmation))) || isPending()) return;
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey, mutationFn: request });
  try {
    const answer = await mutation.execute(undefined);
    toast.success(successMessage, undo && { label: texts.undo(), run: () => undo(answer) });
  } catch (error) {
    void showError(describeError(error, errorMessage));
  }
}

const toRow = ({ options }: Mutation): string => String(options.mutationKey?.[1]);

export function usePendingRows(): ReadonlySet<string> {
  const rows = useMutationState({
    filters: { mutationKey: [ROW_ACTION], status: 'pending' },
    select: toRow,
  });
  return useMemo(() => new Set(rows), [rows]);
}
