import { useSyncExternalStore } from 'react';
import { messageOf } from '../../../api/http/http-error.ts';
import { type Confirmation, confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';

type Act = {
  /** What it is done to: the key of a row, or a name of something else on the screen. */
  row: string;
  ask: Confirmation;
  send: () => Promise<unknown>;
  done: string;
  /** Said when the server gives no reason. */
  failed: string;
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
export async function carryOut({ row, ask, send, done, failed }: Act): Promise<void> {
  if (underWay.has(row) || !(await confirm(ask)) || underWay.has(row)) return;
  change((rows) => rows.add(row));
  try {
    await send();
    toast.success(done);
  } catch (error) {
    void showError(messageOf(error, failed));
  } finally {
    change((rows) => rows.delete(row));
  }
}

/** The rows to which something is being done now. */
export function useRowsUnderWay(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => underWay);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
