import type { ProposedLink } from '@deqiq/contract/referrals/patients/proposed-links.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as patientTexts from '@deqiq/messages/office/patients.js';
import * as texts from '@deqiq/messages/office/proposed-links.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import * as patientMessages from '@deqiq/messages/referrals/patients.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { linkPatient, proposedLinksQuery } from '../../../../api/referrals/patients.ts';
import { cx } from '../../../../lib/cx.ts';
import { personName } from '../../../../lib/format.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { runRowAction, usePendingRows } from '../../list/rows/row-action.ts';
import { listColumns } from './columns.tsx';

const BEFORE = 'before';

/** Examinations without a patient that may be of one on record; only a press links them. Parts are in the address. */
export function ProposedLinksScreen() {
  const [search] = useSearchParams();
  const before = search.get(BEFORE) ?? '';
  const query = useQuery(proposedLinksQuery(before));
  const pendingRows = usePendingRows();
  const next = query.isPlaceholderData ? undefined : query.data?.next;
  return (
    <>
      <title>{shellTexts.pageTitle({ title: texts.title() })}</title>
      <Link
        to={portalPaths.patients}
        className="inline-flex min-h-6 items-center gap-1.5 self-start text-desk text-muted hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {patientTexts.back()}
      </Link>
      <PageHeader title={texts.title()} subtitle={texts.explanation()} />
      <DataTable
        query={query}
        rows={({ proposals }) => proposals}
        rowKey={toRow}
        columns={listColumns()}
        caption={texts.title()}
        empty={next ? texts.noneHere() : texts.noneFound()}
        failed={texts.listFailed()}
        listKey={before}
        isBusy={(proposal) => pendingRows.has(toRow(proposal))}
        actions={(proposal) => (
          <Button
            size="sm"
            busy={pendingRows.has(toRow(proposal))}
            aria-label={texts.linkOf({
              patient: personName(proposal.patient),
              code: proposal.checkup.code,
            })}
            onClick={() => void link(proposal)}
          >
            {texts.link()}
          </Button>
        )}
      />
      {next && (
        <Link to={`?${BEFORE}=${next}`} className={cx(buttonClass('outline'), 'self-center')}>
          {texts.more()}
        </Link>
      )}
    </>
  );
}

const toRow = ({ checkup, patient }: ProposedLink): string => `${checkup._id} ${patient._id}`;

/** One press, and another one takes it back. */
const link = (proposal: ProposedLink) =>
  runRowAction({
    row: toRow(proposal),
    request: () => linkPatient(proposal.checkup._id, proposal.patient._id),
    successMessage: patientMessages.linked(),
    undo: () => void unlink(proposal),
    errorMessage: texts.linkFailed(),
  });

const unlink = (proposal: ProposedLink) =>
  runRowAction({
    row: toRow(proposal),
    request: () => linkPatient(proposal.checkup._id, null),
    successMessage: patientMessages.unlinked(),
    errorMessage: texts.linkFailed(),
  });
