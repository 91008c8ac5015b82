import { AlertDialog } from '@base-ui/react/alert-dialog';
import * as texts from '@deqiq/messages/ui/kit.js';
import { CircleX, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useCloseOnBack } from '../../lib/history/close-on-back.ts';
import { Button } from '../button.tsx';
import { dialogQueue, type QueuedDialog } from './dialog-queue.ts';

export type Confirmation = {
  title: string;
  text?: string | undefined;
  confirm?: string;
  cancel?: string;
  /** The action destroys something: the button is red and does not get the focus. */
  danger?: boolean;
};

/** Asks for confirmation. Resolves with false when cancelled. */
export function confirm({
  title,
  text,
  confirm: yes,
  cancel = yes ? texts.cancel() : texts.no(),
  danger = false,
}: Confirmation): Promise<boolean> {
  return dialogQueue.open({
    title,
    text,
    tone: 'warning',
    confirm: yes ?? texts.yes(),
    cancel,
    danger,
  });
}

/** Asks before what was entered is lost. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: texts.discardTitle(),
    text: texts.discardText(),
    confirm: texts.discard(),
    cancel: texts.keepEditing(),
    danger: true,
  });

/** Opens the error dialog. Resolves when it is closed. */
export async function showError(message: string, title = texts.error()): Promise<void> {
  await dialogQueue.open({
    title,
    text: message,
    tone: 'error',
    confirm: texts.close(),
    danger: false,
  });
}

/** Shows the dialogs of `confirm` and `showError`. Mounted once at the root and in every Dialog. */
export function DialogOutlet() {
  const [outlet] = useState(() => Symbol('outlet'));
  const top = useSyncExternalStore(
    dialogQueue.subscribeOutlets,
    dialogQueue.topOutlet,
    () => undefined,
  );
  const first = useSyncExternalStore(dialogQueue.subscribe, dialogQueue.first, () => undefined);
  // Before the paint: a button of the new dialog may open a confirmation as soon as it can be pressed.
  useLayoutEffect(() => dialogQueue.addOutlet(outlet), [outlet]);

  const current = top === outlet ? first : undefined;
  // An answered dialog stays mounted while it moves out; one that another outlet has taken over does not.
  const [shown, setShown] = useState<QueuedDialog | undefined>();
  const next = top === outlet ? (current ?? shown) : undefined;
  if (next !== shown) setShown(next);
  const SessionDialog = top === outlet ? dialogQueue.sessionDialog() : undefined;
  return (
    <>
      {shown && <MessageDialog key={shown.id} dialog={shown} open={current === shown} />}
      {SessionDialog && <SessionDialog />}
    </>
  );
}

const marks = {
  warning: { Icon: TriangleAlert, iconClass: 'bg-warning-soft text-warning' },
  error: { Icon: CircleX, iconClass: 'bg-danger-soft text-danger' },
} as const;

function MessageDialog({ dialog, open }: { dialog: QueuedDialog; open: boolean }) {
  const yes = useRef<HTMLButtonElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  const { Icon, iconClass } = marks[dialog.tone];
  const cancel = () => dialogQueue.answer(dialog, false);
  useCloseOnBack(open, cancel);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-veil transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <AlertDialog.Popup
            initialFocus={dialog.danger && dialog.cancel ? no : yes}
            // Ignore a repeating Enter that is still pressed from the form.
            onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
            className="grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-5 rounded-sheet bg-raised p-6 text-text shadow-float outline-hidden transition duration-160 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <div className="flex items-start gap-4">
              <span
                aria-hidden="true"
                className={`grid size-10 shrink-0 place-items-center rounded-full ${iconClass}`}
              >
                <Icon size={20} />
              </span>
              <div className="min-w-0 grow pt-0.5">
                <AlertDialog.Title className="text-title wrap-anywhere">
                  {dialog.title}
                </AlertDialog.Title>
                {dialog.text && (
                  <AlertDialog.Description className="mt-1.5 text-desk wrap-anywhere whitespace-pre-line text-muted">
                    {dialog.text}
                  </AlertDialog.Description>
                )}
              </div>
            </div>
            <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
              {dialog.cancel && (
                <Button ref={no} variant="outline" onClick={cancel}>
                  {dialog.cancel}
                </Button>
              )}
              <Button
                ref={yes}
                variant={dialog.danger ? 'danger' : 'primary'}
                onClick={() => dialogQueue.answer(dialog, true)}
              >
                {dialog.confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
