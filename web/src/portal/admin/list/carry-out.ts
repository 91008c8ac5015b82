import { messageOf } from '../../../api/http.ts';
import { type Confirmation, confirm, showError } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';

type Act = {
  ask: Confirmation;
  send: () => Promise<unknown>;
  done: string;
  /** Said when the server gives no reason. */
  failed: string;
};

/** A row's action without a form: ask, send, say how it went. */
export async function carryOut({ ask, send, done, failed }: Act): Promise<void> {
  if (!(await confirm(ask))) return;
  try {
    await send();
    toast.success(done);
  } catch (error) {
    await showError(messageOf(error, failed));
  }
}
