import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { cx } from '../../lib/cx.ts';
import { useLabels } from '../language.tsx';
import { DialogOutlet } from './confirm.tsx';

type DialogSize = 'sm' | 'md' | 'lg' | 'full';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: DialogSize;
  /** Busy: nothing closes it. */
  busy?: boolean;
  /** Below the content; does not scroll. */
  footer?: ReactNode;
  /** Above everything, on an opaque background; only its own buttons close it. */
  strict?: boolean;
  children: ReactNode;
};

const PopupContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

/** The surrounding dialog's element. Overlays are rendered inside it, so that the focus may enter them. */
export function useDialogPopup(): Element | undefined {
  return useContext(PopupContext)?.current ?? undefined;
}

const sizes: Record<DialogSize, string> = {
  sm: 'max-w-sm',
  md: 'max-w-xl',
  lg: 'max-w-4xl',
  full: 'max-w-[min(96rem,100%)]',
};

/**
 * A dialog over the page. The backdrop, Escape and ✕ close it unless `busy`. The focus moves to its first field
 * and is restored on close; confirmations open above it. `full` shows pictures, on ink.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'md',
  busy = false,
  footer,
  strict = false,
  children,
}: DialogProps) {
  const dark = size === 'full';
  // z-index: picture over the page 45, confirmation 50, toast 60.
  const layer = strict ? 'above-cover z-55' : 'z-40';
  const popup = useRef<HTMLDivElement>(null);
  const isSecondPress = useSecondPress(open);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return;
        const rash = details.reason === 'outside-press' && isSecondPress();
        if (busy || strict || rash) details.cancel();
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className={cx(
            'fixed inset-0 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
            layer,
            strict ? 'bg-ground' : 'bg-veil',
          )}
        />
        <Base.Viewport
          className={cx(
            'fixed inset-0 flex items-end justify-center overflow-hidden sm:items-center sm:p-6',
            layer,
          )}
        >
          <Base.Popup
            ref={popup}
            initialFocus={() => firstField(popup.current) ?? true}
            className={cx(
              'flex max-h-[calc(100dvh-1rem)] w-full flex-col rounded-t-sheet shadow-float outline-hidden sm:max-h-full sm:rounded-sheet',
              'transition duration-200 ease-out data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0',
              dark ? 'bg-ink text-mist' : 'bg-raised text-text',
              sizes[size],
            )}
          >
            <PopupContext value={popup}>
              <Head
                title={title}
                description={description}
                dark={dark}
                busy={busy}
                closable={!strict}
              />
              <div className="min-h-0 grow overflow-y-auto overscroll-contain px-5 pb-6 sm:px-6">
                {children}
              </div>
              {footer && (
                <div className="flex flex-wrap justify-end gap-2.5 border-t border-line px-5 py-4 sm:px-6">
                  {footer}
                </div>
              )}
              {!strict && <DialogOutlet />}
            </PopupContext>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** How far apart the two presses of a double click may be: milliseconds, and pixels on the screen. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_PX = 10;

type Press = { time: number; x: number; y: number };

/** The last two presses on the page, the latest first. */
let presses: readonly Press[] = [];

window.addEventListener(
  'pointerdown',
  ({ timeStamp: time, screenX: x, screenY: y }) => {
    presses = [{ time, x, y }, ...presses.slice(0, 1)];
  },
  { capture: true },
);

/**
 * Whether the latest press is the second of the double click that opened this: it falls on the backdrop.
 * A press elsewhere, however soon, is one of its own.
 */
function useSecondPress(open: boolean): () => boolean {
  const opener = useRef<Press>(undefined);
  useEffect(() => {
    if (open) opener.current = presses[0];
  }, [open]);
  return () => {
    const [latest, before] = presses;
    if (!latest || !before || before !== opener.current) return false;
    const isNear =
      Math.abs(latest.x - before.x) <= DOUBLE_CLICK_PX &&
      Math.abs(latest.y - before.y) <= DOUBLE_CLICK_PX;
    return isNear && latest.time - before.time < DOUBLE_CLICK_MS;
  };
}

/** Where typing begins; none where a finger would only bring up the keyboard, unless the dialog is for typing. */
function firstField(popup: HTMLElement | null): HTMLElement | null | undefined {
  if (window.matchMedia('(pointer: coarse)').matches)
    return popup?.querySelector<HTMLElement>('[data-first-focus=always]');
  return (
    popup?.querySelector<HTMLElement>('[data-first-focus]') ??
    popup?.querySelector<HTMLElement>('input:not([type=file]), textarea, [role=combobox]')
  );
}

type HeadProps = Pick<DialogProps, 'title' | 'description'> & {
  dark: boolean;
  closable: boolean;
  busy: boolean;
};

function Head({ title, description, dark, closable, busy }: HeadProps) {
  const labels = useLabels();
  return (
    <div className="flex items-start gap-4 px-5 pt-5 pb-4 sm:px-6">
      <div className="min-w-0 grow">
        <Base.Title
          className={cx(
            'line-clamp-3 wrap-anywhere',
            dark ? 'text-desk font-medium' : 'text-title',
          )}
        >
          {title}
        </Base.Title>
        {description && (
          <Base.Description
            className={cx(
              'mt-1 line-clamp-4 text-desk wrap-anywhere',
              dark ? 'text-mist/80' : 'text-muted',
            )}
          >
            {description}
          </Base.Description>
        )}
      </div>
      {closable && (
        <Base.Close
          aria-label={labels.close}
          disabled={busy}
          className={cx(
            '-mt-1.5 -mr-2.5 grid size-11 shrink-0 place-items-center rounded-field',
            dark ? 'text-mist hover:bg-white/10' : 'text-muted hover:bg-sunken hover:text-text',
          )}
        >
          <X size={20} aria-hidden="true" />
        </Base.Close>
      )}
    </div>
  );
}
