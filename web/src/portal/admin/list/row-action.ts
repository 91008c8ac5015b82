import { useSyncExternalStore } from 'react';
import { messageOf } from '../../../api/http/http-error.ts';
import { type Confirmation, confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';

type RowAction = {
  /** What it is done to: the key of a row, or a name of something else on the screen. */
  row: string;
  confirmation: Confirmation;
  request: () => Promise<unknown>;
  successMessage: string;
  /** Said when the server gives no reason. */
  errorMessage: string;
};

let underWay: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(edit: (rows: Set<string>) => void): void {
  const rows = new Set(underWay);
  edit(rows);
  underWay = rows;
  for (const listener of listeners) listener();
}

/**
 * A row's action without a form: ask, send, say how it went. While one is under way, a further press on
 * the same thing does nothing.
 */
export async function runRowAction({
  row,
  confirmation,
  request: send,
  successMessage,
  errorMessage,
}: RowAction): Promise<void> {
  if (underWay.has(row) || !(await confirm(confirmation)) || underWay.has(row)) return;
  change((rows) => rows.add(row));
  try {
    await send();
    toast.success(successMessage);
  } catch (error) {
    void showError(messageOf(error, errorMessage));
  } finally {
    change((rows) => rows.delete(row));
  }
}

/** The rows to which something is being done now. */
export function usePendingRows(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => underWay);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
