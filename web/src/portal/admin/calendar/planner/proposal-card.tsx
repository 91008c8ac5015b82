import * as texts from '@deqiq/messages/office/calendar.js';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { MIN_CARD_MINUTES } from '../grid/lanes.ts';
import { findTop, toRem } from '../grid/measures.ts';
import type { Period } from '../times/periods.ts';
import { describeTime, fitnessTexts, judge, nameSubject, type Proposal } from './proposal.ts';

type ProposalCardProps = {
  proposal: Proposal;
  range: Period;
  isDragged: boolean;
  isSaving: boolean;
  /** The id of the sentence about the keys. */
  describedBy: string;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The proposed time in its column. It has the focus, and takes the arrow keys, unless it is dragged. */
export function ProposalCard(props: ProposalCardProps) {
  const { proposal, range, isDragged, isSaving, describedBy, onKeyDown } = props;
  const card = useRef<HTMLDivElement>(null);
  const fitness = judge(proposal);
  const column = proposal.column.key;
  // Keys and another day move the same element, which keeps the focus if it has it.
  useEffect(() => {
    if (!isDragged) card.current?.focus({ preventScroll: true });
  }, [isDragged]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time may be out of sight
  useEffect(() => {
    if (!isDragged) card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isDragged, column, proposal.start]);
  return (
    <div
      ref={card}
      data-proposal=""
      // An application: a screen reader passes its keys on.
      role="application"
      aria-label={`${texts.proposal()}: ${nameSubject(proposal.subject)}`}
      aria-describedby={describedBy}
      aria-busy={isSaving || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={cx(
        'absolute inset-x-px scroll-mx-14 scroll-mt-16 scroll-mb-24 overflow-hidden rounded-chip border-2 border-dashed px-1.5 text-note leading-tight shadow-float select-none aria-busy:opacity-60',
        !isDragged && 'pointer-events-auto',
        fitness === 'free'
          ? 'border-accent bg-accent-soft'
          : fitness === 'closed'
            ? 'border-warning bg-warning-soft'
            : 'border-danger bg-danger-soft',
      )}
      style={{
        top: findTop(proposal.start, range),
        height: toRem(Math.max(proposal.minutes, MIN_CARD_MINUTES)),
      }}
    >
      <span className="block truncate font-medium tabular-nums">
        {describeTime(proposal)} {nameSubject(proposal.subject)}
      </span>
      <span className="block truncate">{fitnessTexts[fitness]()}</span>
    </div>
  );
}
