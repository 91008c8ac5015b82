import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import type { ProposedLink, Sameness } from '@deqiq/contract/referrals/patients/proposed-links.ts';
import * as patientTexts from '@deqiq/messages/office/patients.js';
import * as texts from '@deqiq/messages/office/proposed-links.js';
import { Link } from 'react-router';
import { formatBirthDate, personName } from '../../../../lib/format.ts';
import { Facts } from '../../../../ui/facts.tsx';
import type { Column } from '../../../../ui/list/data-table.tsx';
import { checkupDay } from '../../../examinations/file-viewer/format.ts';
import { PartnerName, Secondary } from '../../list/rows/cells.tsx';
import { checkupsAddress } from '../../referrals/checkups-address.ts';
import { patientPath } from '../patient-path.ts';

const linkClass =
  'font-medium wrap-anywhere underline-offset-4 hover:text-accent-hover hover:underline';

const sameTexts: Readonly<Record<Sameness, () => string>> = {
  partner: texts.samePartner,
  birthDate: texts.sameBirthDate,
  code: texts.sameCode,
};

export const listColumns = (): Column<ProposedLink>[] => [
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
        <Link to={checkupsAddress(checkup, checkup.partner)} className={linkClass}>
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
