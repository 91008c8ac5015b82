import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

type BadgeTone = 'success' | 'warning' | 'danger' | 'neutral';

const tones: Record<BadgeTone, string> = {
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  neutral: 'bg-sunken text-muted',
};

/** A state as a word; its colour only underlines it. */
export function StatusBadge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center justify-self-start gap-1.5 rounded-full px-2.5 py-0.5 text-note font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  );
}

/** Text and tone of every state. */
export type States<Name extends string> = Readonly<Record<Name, { text: string; tone: BadgeTone }>>;

type StateBadgeProps = { states: States<string>; state: string; other: string };

/** The badge of a state; `other` is the text for a state that is unknown to this version. */
export function StateBadge({ states, state, other }: StateBadgeProps) {
  const badge = Object.hasOwn(states, state) ? states[state] : undefined;
  return <StatusBadge tone={badge?.tone ?? 'neutral'}>{badge?.text ?? other}</StatusBadge>;
}
