import { Toast } from '@base-ui/react/toast';
import * as texts from '@deqiq/messages/ui/kit.js';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { cx } from '../../lib/cx.ts';
import { type Notice, type NoticeAction, showNotices } from './toast.ts';

/** How long a toast is seen, in milliseconds (specification, section 9). */
const TOAST_MS = 3000;

/** With an action there must be time to read and press it. */
const ACTION_TOAST_MS = 10_000;

/** A status message; it is no dialog. Its text is not repeated as its accessible name. */
const note = { role: 'group', 'aria-modal': undefined, 'aria-labelledby': undefined, tabIndex: -1 };

const manager = Toast.createToastManager<{ action?: NoticeAction }>();

/** A repeated toast replaces the first one and restarts its time. */
const show = ({ text, type, action }: Notice) =>
  manager.add({
    id: `${type}: ${text}`,
    title: text,
    type,
    ...(action && { data: { action }, timeout: ACTION_TOAST_MS }),
  });

/** The outlet for toasts. The portal mounts it once. */
export function Toasts() {
  useEffect(() => showNotices(show), []);
  return (
    <Toast.Provider toastManager={manager} timeout={TOAST_MS}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={texts.notifications()}
          className="above-cover fixed inset-x-4 top-4 z-60 max-md:top-16 mx-auto flex max-w-md flex-col items-center gap-2 outline-hidden"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager<{ action?: NoticeAction }>();
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      {...note}
      swipeDirection="up"
      className="rounded-card bg-ink text-mist shadow-float ring-1 ring-mist/20 transition duration-200 ease-out data-ending-style:-translate-y-3 data-ending-style:opacity-0 data-starting-style:-translate-y-3 data-starting-style:opacity-0"
    >
      <Toast.Content
        className={cx(
          'flex gap-2.5 py-3 pr-5 pl-4 text-desk',
          item.data?.action ? 'items-center' : 'items-start',
        )}
      >
        {item.type === 'error' ? (
          <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-coral-glow" />
        ) : (
          <CircleCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-glow" />
        )}
        <Toast.Title render={<p />} />
        {item.data?.action && <ActionButton id={item.id} action={item.data.action} />}
      </Toast.Content>
    </Toast.Root>
  ));
}

function ActionButton({ id, action: { label, run } }: { id: string; action: NoticeAction }) {
  return (
    <button
      type="button"
      onClick={() => {
        manager.close(id);
        run();
      }}
      className="-my-1.5 -mr-2 inline-flex min-h-9 shrink-0 items-center rounded-field px-2.5 font-medium text-glow hover:bg-white/10 pointer-coarse:min-h-11"
    >
      {label}
    </button>
  );
}
