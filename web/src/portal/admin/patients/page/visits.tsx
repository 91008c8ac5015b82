import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import * as wordTexts from '@deqiq/messages/office/referral-words.js';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { refetchPatient } from '../../../../api/referrals/patients.ts';
import { formatDay, fullName, personName } from '../../../../lib/format.ts';
import { Facts } from '../../../../ui/facts.tsx';
import { StateBadge } from '../../../../ui/status-badge.tsx';
import { CheckupStatusBadge } from '../../../examinations/checkup-status.tsx';
import { checkupDay } from '../../../examinations/file-viewer/format.ts';
import { downloadFile } from '../../../examinations/file-viewer/start-download.ts';
import { useOpenViewer } from '../../../examinations/viewer/open-viewer.ts';
import { FileThumbnails } from '../../checkups/files/file-thumbnails.tsx';
import { Secondary } from '../../list/rows/cells.tsx';
import { listReferralStates, purposeTexts } from '../../referrals/referral-words.ts';
import type { OpenedReferralState } from '../../referrals/scan/use-code-search.ts';

const linkClass =
  'font-medium wrap-anywhere underline-offset-4 hover:text-accent-hover hover:underline';

type VisitsProps = {
  /** The id of the patient. */
  patient: string;
  checkups: readonly Checkup[];
};

/** Examinations of all years, newest first. */
export function Visits({ patient, checkups }: VisitsProps) {
  const years = Map.groupBy(checkups, ({ startDate, createdAt }) =>
    (startDate ?? createdAt).slice(0, 4),
  );
  return (
    <section className="grid gap-4">
      <h2 className="text-title">{texts.checkups()}</h2>
      {checkups.length === 0 && <p className="text-desk text-muted">{texts.noCheckups()}</p>}
      {[...years].map(([year, visits]) => (
        <div key={year} className="grid gap-2">
          <h3 className="text-note font-medium text-muted tabular-nums">{year}</h3>
          <Rows>
            {visits.map((checkup) => (
              <Visit key={checkup._id} patient={patient} checkup={checkup} />
            ))}
          </Rows>
        </div>
      ))}
    </section>
  );
}

function Visit({ patient, checkup }: { patient: string; checkup: Checkup }) {
  const openViewer = useOpenViewer('admin');
  const files = [...checkup.xrayFileLinks, ...checkup.fileLinks];
  const search = { name: fullName(checkup), partner: checkup.partner._id };
  return (
    <Row>
      <div className="min-w-48 grow basis-48">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <Link
            to={`${portalPaths.adminCheckups}?${new URLSearchParams(search)}`}
            className={linkClass}
          >
            {translateExaminationName(checkup.name) || texts.checkups()}
          </Link>
          <CheckupStatusBadge status={checkup.status} />
        </span>
        <Secondary>
          <Facts>{[checkupDay(checkup), personName(checkup.partner), checkup.code]}</Facts>
        </Secondary>
      </div>
      {files.length > 0 && (
        <FileThumbnails
          files={files}
          onView={(file) => openViewer(checkup, file)}
          onDownload={(file) => downloadFile(checkup._id, file, () => refetchPatient(patient))}
        />
      )}
    </Row>
  );
}

export function ReferralHistory({ referrals }: { referrals: readonly Referral[] }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-title">{texts.referrals()}</h2>
      {referrals.length === 0 && <p className="text-desk text-muted">{texts.noReferrals()}</p>}
      {referrals.length > 0 && (
        <Rows>
          {referrals.map((referral) => (
            <ReferralRow key={referral._id} referral={referral} />
          ))}
        </Rows>
      )}
    </section>
  );
}

function ReferralRow({ referral }: { referral: Referral }) {
  const { _id, examination, purpose, createdAt, partner, code, state } = referral;
  const opened: OpenedReferralState = { referral: _id };
  return (
    <Row>
      <div className="min-w-48 grow basis-48">
        <Link to={portalPaths.referrals} state={opened} className={linkClass}>
          {examinationTexts[examination]()}
        </Link>
        <Secondary>
          <Facts>
            {[purposeTexts[purpose](), formatDay(createdAt, 'instant'), personName(partner), code]}
          </Facts>
        </Secondary>
      </div>
      <StateBadge states={listReferralStates()} state={state} other={wordTexts.unknown()} />
    </Row>
  );
}

const Rows = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line rounded-card border border-line bg-surface">{children}</ul>
);

const Row = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-desk">{children}</li>
);
