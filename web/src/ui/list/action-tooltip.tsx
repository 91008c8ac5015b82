import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';

// Its positioning is 25 KB, which the first screens of partners do not need.
const ActionTooltipPopup = lazy(async () => ({
  default: (await import('./action-tooltip-popup.tsx')).ActionTooltipPopup,
}));

/** Long enough not to follow a pointer that only passes, in milliseconds. */
const HOVER_MS = 250;

/** Names of the icon buttons of rows. One tooltip per table: one per button would render forty with every row. */
export function ActionTooltip({ children }: { children: ReactNode }) {
  const [button, setButton] = useState<Element>();
  const waiting = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const show = (next: Element | undefined, delay = 0) => {
    clearTimeout(waiting.current);
    if (next && delay > 0) waiting.current = window.setTimeout(() => setButton(next), delay);
    else setButton(next);
  };
  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    // A finger presses what it is on.
    if (pointerType !== 'touch') show(findAction(target), button ? 0 : HOVER_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) show(findAction(target));
  };
  const hide = () => show(undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it shows the names that its buttons have
    <div
      onPointerOver={onPointerOver}
      onPointerLeave={hide}
      onClickCapture={hide}
      onFocus={onFocus}
      onBlur={hide}
    >
      {children}
      {button && (
        <Suspense>
          <ActionTooltipPopup button={button} onHide={hide} />
        </Suspense>
      )}
    </div>
  );
}

const findAction = (target: EventTarget): Element | undefined =>
  (target instanceof Element && target.closest('[data-actions] button[aria-label]')) || undefined;
