import { Dialog as Base } from '@base-ui/react/dialog';
import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react';
import { cx } from '../../lib/cx.ts';
import { DialogOutlet } from './confirm.tsx';
import { DialogHead } from './dialog-head.tsx';
import { useSecondPress } from './second-press.ts';

type DialogSize = 'sm' | 'md' | 'lg' | 'xl' | 'full';

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
  /** Has the focus after the dialog; without it what had the focus before. */
  finalFocus?: RefObject<HTMLElement | null>;
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
  xl: 'max-w-6xl',
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
  finalFocus,
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
            finalFocus={() => finalFocus?.current ?? true}
            className={cx(
              'flex max-h-[calc(100dvh-1rem)] w-full flex-col rounded-t-sheet shadow-float outline-hidden sm:max-h-full sm:rounded-sheet',
              'transition duration-200 ease-out data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0',
              dark ? 'bg-ink text-mist' : 'bg-raised text-text',
              sizes[size],
            )}
          >
            <PopupContext value={popup}>
              <DialogHead
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

/** Where typing begins; none where a finger would only bring up the keyboard, unless the dialog is for typing. */
function firstField(popup: HTMLElement | null): HTMLElement | null | undefined {
  if (window.matchMedia('(pointer: coarse)').matches)
    return popup?.querySelector<HTMLElement>('[data-first-focus=always]');
  return (
    popup?.querySelector<HTMLElement>('[data-first-focus]') ??
    popup?.querySelector<HTMLElement>('input:not([type=file]), textarea, [role=combobox]')
  );
}
