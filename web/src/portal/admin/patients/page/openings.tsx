import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import type { Openings as List } from '@deqiq/contract/referrals/patients/patients.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import { useQuery } from '@tanstack/react-query';
import { openingsQuery } from '../../../../api/referrals/patients.ts';
import { formatMoment } from '../../../../lib/format.ts';
import { Facts } from '../../../../ui/facts.tsx';
import { Loader } from '../../../../ui/page/page-states.tsx';
import { QueryError } from '../../../../ui/page/query-error.tsx';
import { Secondary } from '../../list/rows/cells.tsx';

type Opening = List['openings'][number];

/** The people who opened the patient's X-rays, from the audit: the last time of each person and examination. */
export function Openings({ patient }: { patient: string }) {
  const query = useQuery(openingsQuery(patient));
  const { data, error } = query;
  return (
    <section className="grid gap-2 border-t border-line pt-5">
      <h2 className="text-desk font-medium">{texts.openings()}</h2>
      {!data && !error && <Loader />}
      {!data && error && <QueryError query={query} failed={texts.openingsFailed()} compact />}
      {data?.length === 0 && <p className="text-desk text-muted">{texts.noOpenings()}</p>}
      <ul className="grid gap-2 empty:hidden">
        {data?.map((opening) => (
          <li
            key={`${opening.checkup} ${opening.role} ${opening.person}`}
            className="text-desk wrap-anywhere"
          >
            {opening.person || nameRole(opening)}
            <Secondary>
              <Facts>
                {[
                  opening.person ? nameRole(opening) : '',
                  translateExaminationName(opening.name),
                  opening.isDownload ? texts.downloaded() : '',
                  formatMoment(opening.at),
                ]}
              </Facts>
            </Secondary>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameRole = ({ role }: Opening): string => roleTexts[role]();

const roleTexts: Readonly<Record<Opening['role'], () => string>> = {
  staff: texts.byStaff,
  partner: texts.byPartner,
  visitor: texts.byVisitor,
};
