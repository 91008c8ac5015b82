import * as texts from '@deqiq/messages/ui/kit.js';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRetries } from '../../api/http/use-retries.ts';
import { cx } from '../../lib/cx.ts';
import { Button } from '../button.tsx';
import { archPath } from './arch.ts';

/** The dental arch as one stroke, in a square of 64. */
const ARCH = archPath({ width: 46, depth: 40, x: 32, y: 53 });

/** Loading: the arch draws itself. `full` fills the screen. */
export function Loader({ label, full = false }: { label?: string; full?: boolean }) {
  return (
    <div
      role="status"
      className={cx('grid place-items-center', full ? 'min-h-[70dvh] grow' : 'min-h-32 py-8')}
    >
      <svg viewBox="0 0 64 64" aria-hidden="true" className="size-11 fill-none text-accent">
        <path d={ARCH} className="stroke-line" strokeWidth="5" strokeLinecap="round" />
        <path
          d={ARCH}
          pathLength={100}
          className="animate-sweep stroke-current"
          strokeWidth="5"
          strokeDasharray="100"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{label ?? texts.loading()}</span>
    </div>
  );
}

type ErrorPanelProps = {
  /** Set where the panel is all there is on the page. */
  title?: string;
  message: string;
  onRetry: () => void;
  busy?: boolean;
  retryLabel?: string;
  /** One line over rows that are still shown. */
  compact?: boolean;
  /** The server did not respond: shows that, and retries by itself. */
  isUnanswered?: boolean;
};

/** Content could not be loaded: its name, and a button to retry. */
export function ErrorPanel({
  title,
  message,
  onRetry,
  busy = false,
  retryLabel,
  compact = false,
  isUnanswered = false,
}: ErrorPanelProps) {
  const Heading = title ? 'h1' : 'h2';
  useRetries(isUnanswered, onRetry);
  return (
    <div
      role="alert"
      className={cx(
        'rounded-card border border-line bg-surface',
        compact
          ? 'flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 md:flex-nowrap md:pl-5'
          : 'grid justify-items-center gap-2 px-6 py-14 text-center',
      )}
    >
      <CircleAlert
        size={compact ? 20 : 32}
        aria-hidden="true"
        className="shrink-0 text-danger"
        strokeWidth={1.5}
      />
      <div className={compact ? 'min-w-0 flex-1 gap-x-3 md:flex md:items-baseline' : 'grid gap-1'}>
        <Heading className={compact ? 'text-desk font-medium' : 'text-title'}>
          {title ?? texts.oops()}
        </Heading>
        <p className="text-desk text-muted">{message}</p>
        {isUnanswered && <p className="text-desk text-muted">{texts.noConnection()}</p>}
      </div>
      <Button
        variant="outline"
        size={compact ? 'sm' : 'md'}
        busy={busy}
        icon={<RotateCw size={16} aria-hidden="true" />}
        onClick={onRetry}
        className={compact ? 'shrink-0 max-md:ml-8' : 'mt-4'}
      >
        {retryLabel ?? texts.refresh()}
      </Button>
    </div>
  );
}

/** An empty state. */
export function EmptyState({
  text,
  hint,
  children,
}: {
  text: string;
  hint?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-16 text-center">
      <svg viewBox="0 0 64 64" aria-hidden="true" className="size-12 fill-none stroke-line">
        <path d={ARCH} strokeWidth="4" strokeLinecap="round" strokeDasharray="1 8.5" />
      </svg>
      <p className="text-desk font-medium">{text}</p>
      {hint && <p className="max-w-sm text-desk text-muted">{hint}</p>}
      {children}
    </div>
  );
}
