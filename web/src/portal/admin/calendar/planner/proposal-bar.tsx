import * as texts from '@deqiq/messages/office/calendar.js';
import { Button } from '../../../../ui/button.tsx';
import { describeTime, fitnessTexts, judge, nameSubject, type Proposal } from './proposal.ts';

type ProposalBarProps = {
  /** The id of the sentence about the keys. */
  id: string;
  proposal: Proposal | undefined;
  /** The name of its column. */
  column: string;
  isSaving: boolean;
  onBook: () => void;
  onCancel: () => void;
};

/** Over the end of the calendar, which stays where it is: says each proposed time aloud, explains the keys, books by press. */
export function ProposalBar({
  id,
  proposal,
  column,
  isSaving,
  onBook,
  onCancel,
}: ProposalBarProps) {
  return (
    <div
      className={
        proposal &&
        'absolute inset-x-3 bottom-3 z-40 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-accent-soft px-4 py-2.5 text-desk shadow-float'
      }
    >
      <p role="status" className="grow font-medium tabular-nums">
        {proposal &&
          texts.proposed({
            name: nameSubject(proposal.subject),
            column,
            time: describeTime(proposal),
            note: fitnessTexts[judge(proposal)](),
          })}
      </p>
      {proposal && (
        <>
          <p id={id} className="text-note text-muted max-2xl:sr-only">
            {texts.keys()}
          </p>
          <Button size="sm" busy={isSaving} onClick={onBook}>
            {texts.bookProposal()}
          </Button>
          <Button size="sm" variant="outline" disabled={isSaving} onClick={onCancel}>
            {texts.cancelProposal()}
          </Button>
        </>
      )}
    </div>
  );
}
