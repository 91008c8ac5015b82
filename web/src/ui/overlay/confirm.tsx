import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CircleX, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useCloseOnBack } from '../../lib/back-closes.ts';
import { Button } from '../button.tsx';
import { dialogQueue, type QueuedDialog } from './dialog-queue.ts';

export type Confirmation = {
  title: string;
  text?: string | undefined;
  confirm?: string;
  cancel?: string;
  /** What is confirmed destroys something: the button is red and waits to be chosen. */
  danger?: boolean;
};

const YES = 'Bəli';

/** Asks before something changes. False when cancelled; then nothing may change. */
export function confirm({
  title,
  text,
  confirm: yes = YES,
  cancel = cancelWord(yes),
  danger = false,
}: Confirmation): Promise<boolean> {
  return dialogQueue.open({ title, text, tone: 'warning', confirm: yes, cancel, danger });
}

/** Questions stand outside the areas: the address says whose language it is. */
const isBackOffice = () => window.location.pathname.startsWith('/admin');

/** In the back-office only the usual question is Azerbaijani; one with a yes of its own is English. */
const cancelWord = (yes: string) => (yes !== YES && isBackOffice() ? 'Cancel' : 'Ləğv et');

const closeWord = () => (isBackOffice() ? 'Close' : 'Bağla');

/** The error dialog. Resolves when it has been read. */
export async function showError(message: string, title = 'Xəta!'): Promise<void> {
  await dialogQueue.open({
    title,
    text: message,
    tone: 'error',
    confirm: closeWord(),
    danger: false,
  });
}

/** Shows what `confirm` and `showError` ask. Mounted once at the root and in every Dialog. */
export function DialogOutlet() {
  const [host] = useState(() => Symbol('prompts'));
  const top = useSyncExternalStore(dialogQueue.subscribe, dialogQueue.top, () => undefined);
  const first = useSyncExternalStore(dialogQueue.subscribe, dialogQueue.first, () => undefined);
  // Before the paint: a button of the new dialog may ask as soon as it can be pressed.
  useLayoutEffect(() => dialogQueue.addOutlet(host), [host]);

  const current = top === host ? first : undefined;
  // What was answered last stays in place while it moves out; what another host took over does not.
  const [shown, setShown] = useState<QueuedDialog | undefined>();
  const next = top === host ? (current ?? shown) : undefined;
  if (next !== shown) setShown(next);
  const TopLayer = top === host ? dialogQueue.topLayer() : undefined;
  return (
    <>
      {shown && <MessageDialog key={shown.id} prompt={shown} open={current === shown} />}
      {TopLayer && <TopLayer />}
    </>
  );
}

const marks = {
  warning: { Icon: TriangleAlert, iconClass: 'bg-warning-soft text-warning' },
  error: { Icon: CircleX, iconClass: 'bg-danger-soft text-danger' },
} as const;

function MessageDialog({ prompt, open }: { prompt: QueuedDialog; open: boolean }) {
  const yes = useRef<HTMLButtonElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  const { Icon, iconClass } = marks[prompt.tone];
  useCloseOnBack(open, () => dialogQueue.answer(prompt, false));
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => !next && dialogQueue.answer(prompt, false)}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-veil transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <AlertDialog.Popup
            initialFocus={prompt.danger && prompt.cancel ? no : yes}
            // Enter still held down from the form answers nothing that has not been read.
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
                  {prompt.title}
                </AlertDialog.Title>
                {prompt.text && (
                  <AlertDialog.Description className="mt-1.5 text-desk wrap-anywhere whitespace-pre-line text-muted">
                    {prompt.text}
                  </AlertDialog.Description>
                )}
              </div>
            </div>
            <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
              {prompt.cancel && (
                <Button
                  ref={no}
                  variant="outline"
                  onClick={() => dialogQueue.answer(prompt, false)}
                >
                  {prompt.cancel}
                </Button>
              )}
              <Button
                ref={yes}
                variant={prompt.danger ? 'danger' : 'primary'}
                onClick={() => dialogQueue.answer(prompt, true)}
              >
                {prompt.confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
