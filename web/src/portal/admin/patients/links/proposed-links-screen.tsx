import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import type { ProposedLink, Sameness } from '@deqiq/contract/referrals/patients/proposed-links.ts';
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
import { formatBirthDate, fullName, personName } from '../../../../lib/format.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import { type Column, DataTable } from '../../../../ui/list/data-table.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { checkupDay } from '../../../examinations/file-viewer/format.ts';
import { PartnerName, Secondary } from '../../list/rows/cells.tsx';
import { runRowAction, usePendingRows } from '../../list/rows/row-action.ts';
import { patientPath } from '../patient-path.ts';

const BEFORE = 'before';

const linkClass =
  'font-medium wrap-anywhere underline-offset-4 hover:text-accent-hover hover:underline';

const sameTexts: Readonly<Record<Sameness, () => string>> = {
  partner: texts.samePartner,
  birthDate: texts.sameBirthDate,
  code: texts.sameCode,
};

const listColumns = (): Column<ProposedLink>[] => [
  {
    id: 'patient',
    header: patientTexts.patient(),
    title: true,
    wide: true,
    rowName: ({ patient }) => personName(patient),
    cell: ({ patient }) => (
      <div className="grid justify-items-start gap-0.5">
        <Link to={patientPath(patient._id)} className={linkClass}>
          {personName(patient)}
        </Link>
        <Secondary>
          <Facts>
            {[patient.birthDate ? formatBirthDate(patient.birthDate) : '', patient.code]}
          </Facts>
        </Secondary>
      </div>
    ),
  },
  {
    id: 'checkup',
    header: texts.examination(),
    wide: true,
    cell: ({ checkup }) => (
      <div className="grid justify-items-start gap-0.5">
        <Link to={checkupAddress(checkup)} className={linkClass}>
          {personName(checkup)}
        </Link>
        <Secondary>
          <Facts>
            {[translateExaminationName(checkup.name), checkupDay(checkup), checkup.code]}
          </Facts>
        </Secondary>
      </div>
    ),
  },
  {
    id: 'partner',
    header: texts.partner(),
    cell: ({ checkup }) => <PartnerName partner={checkup.partner} />,
  },
  {
    id: 'same',
    header: patientTexts.same(),
    cell: ({ same }) =>
      [patientTexts.sameName, ...same.map((each) => sameTexts[each])]
        .map((text) => text())
        .join(', '),
  },
];

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

const checkupAddress = (checkup: ProposedLink['checkup']): string =>
  `${portalPaths.adminCheckups}?${new URLSearchParams({ name: fullName(checkup), partner: checkup.partner._id })}`;

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
