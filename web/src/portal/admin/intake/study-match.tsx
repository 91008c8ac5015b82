import {
  identifyingReasons,
  isDifference,
  proposalTexts,
} from '@deqiq/contract/machines/intake/intake-texts.ts';
import type { IntakeProposal, IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/intake-studies.js';
import { Link } from 'react-router';
import { cx } from '../../../lib/cx.ts';
import { formatDay, formatMoment, fullName } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { CheckupStatusBadge } from '../../examinations/checkup-status.tsx';
import { PartnerName, Secondary } from '../list/rows/cells.tsx';
import { usePendingRows } from '../list/rows/row-action.ts';
import { assign } from './study-actions.ts';

/** The examination of a study, or those that it may belong to. */
export function StudyMatch({ study }: { study: IntakeStudy }) {
  const { state, assignment, proposals } = study;
  if (state === 'assigned') return assignment && <Assignment assignment={assignment} />;
  if (state === 'aside') return <span className="text-muted">{texts.aside()}</span>;
  const [best, ...others] = proposals;
  if (!best && assignment) return <Assignment assignment={assignment} />;
  if (!best) return <span className="text-muted">{texts.noMatch()}</span>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Proposal study={study} proposal={best} />
      {others.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer content-center text-note text-muted pointer-coarse:min-h-11">
            {texts.more({ count: others.length })}
          </summary>
          <ul className="grid gap-2.5 pt-1">
            {others.map((proposal) => (
              <li key={proposal.checkup._id}>
                <Proposal study={study} proposal={proposal} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

type ProposalProps = { study: IntakeStudy; proposal: IntakeProposal };

function Proposal({ study, proposal }: ProposalProps) {
  const { checkup, reasons } = proposal;
  const isPending = usePendingRows().has(study._id);
  const isDoubtful = study.firstPatient !== null || reasons.some(isDifference);
  const isCertain = !isDoubtful && reasons.some((reason) => identifyingReasons.includes(reason));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <div className="min-w-44 grow basis-44">
        <Examination checkup={checkup} />
        <Reasons reasons={reasons} />
      </div>
      {study.state === 'waiting' && (
        <Button
          size="sm"
          // A match by the day or a shipment alone may be another patient's; one in red is.
          variant={isCertain ? 'primary' : 'outline'}
          busy={isPending}
          aria-label={texts.assignTo({
            examination: [fullName(checkup), checkup.code].filter(Boolean).join(', '),
          })}
          onClick={() => void assign(study, proposal)}
        >
          {texts.assign()}
        </Button>
      )}
    </div>
  );
}

/** Reasons for an examination or a patient; those against one are red. */
export function Reasons({ reasons }: Pick<IntakeProposal, 'reasons'>) {
  return (
    <ul aria-label={texts.reasons()} className="mt-1 flex flex-wrap gap-1">
      {reasons.map((reason) => (
        <li
          key={reason}
          className={cx(
            'rounded-chip px-1.5 text-note',
            isDifference(reason)
              ? 'bg-danger-soft font-medium text-danger'
              : 'bg-accent-soft text-accent-hover',
          )}
        >
          {proposalTexts[reason]()}
        </li>
      ))}
    </ul>
  );
}

/** A shipment without a patient is found in the list of its partner. */
function Examination({ checkup }: { checkup: IntakeProposal['checkup'] }) {
  const { name, code, createdAt, partner, status } = checkup;
  const patient = fullName(checkup);
  const search = patient ? { name: patient } : { partner: partner._id };
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Link
          to={`${portalPaths.adminCheckups}?${new URLSearchParams(search)}`}
          className="min-w-0 font-medium wrap-anywhere underline-offset-4 hover:text-accent-hover hover:underline"
        >
          {patient || texts.noPatientYet()}
        </Link>
        <CheckupStatusBadge status={status} />
      </span>
      <Secondary>
        <Facts>{[name, code, formatDay(createdAt, 'instant')]}</Facts>
      </Secondary>
      <Secondary>
        <PartnerName partner={partner} />
      </Secondary>
    </>
  );
}

type AssignmentProps = { assignment: NonNullable<IntakeStudy['assignment']> };

function Assignment({ assignment }: AssignmentProps) {
  const { checkup } = assignment;
  return (
    <div>
      {checkup ? (
        <Examination checkup={checkup} />
      ) : (
        <span className="text-muted">{texts.examinationDeleted()}</span>
      )}
      <Secondary>{describeAssignment(assignment)}</Secondary>
    </div>
  );
}

/** By whom and when; `by` is null where the accession number did it. */
function describeAssignment(assignment: AssignmentProps['assignment']): string {
  const { isCreated, by } = assignment;
  const at = formatMoment(assignment.at);
  if (by === null)
    return isCreated ? texts.createdByNumber({ at }) : texts.assignedByNumber({ at });
  return isCreated ? texts.createdBy({ person: by, at }) : texts.assignedBy({ person: by, at });
}
