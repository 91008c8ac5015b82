import type { Month } from '@deqiq/contract/desk/month.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { nameMonth } from '../../month/months.ts';
import { PartnerRow } from './partner-row.tsx';

/** More partners are shown in one press, and on paper. */
const FIRST = 20;

/** First those who send at most half as much, then all by what they sent, beside the month before. */
export const Partners = ({ month: { month, partners } }: { month: Month }) => {
  const silent = partners.filter(({ isSilent }) => isSilent);
  return (
    <>
      {silent.length > 0 && (
        <PartnerTable
          title={texts.silentPartners()}
          hint={texts.silentHint()}
          month={month}
          rows={silent}
        />
      )}
      <PartnerTable title={texts.byPartner()} month={month} rows={partners} />
    </>
  );
};

type PartnerTableProps = { title: string; hint?: string; month: string; rows: Month['partners'] };

function PartnerTable({ title, hint, month, rows }: PartnerTableProps) {
  const [isOpen, setOpen] = useState(false);
  const before = nameMonth(month, -1);
  return (
    <section className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-desk font-medium">{title}</h2>
      {hint && <p className="text-note text-muted">{hint}</p>}
      {rows.length === 0 ? (
        <p className="text-desk text-muted">{texts.noPartners({ month: nameMonth(month, 0) })}</p>
      ) : (
        <table className="w-full text-desk">
          <caption className="sr-only">{title}</caption>
          <PartnerHead before={before} />
          <tbody>
            {rows.map((row, index) => (
              <PartnerRow
                key={row.partner._id}
                row={row}
                month={month}
                isHidden={!isOpen && index >= FIRST}
              />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > FIRST && !isOpen && (
        <Button variant="quiet" className="print:hidden" onClick={() => setOpen(true)}>
          {texts.allPartners({ count: rows.length })}
        </Button>
      )}
    </section>
  );
}

const PartnerHead = ({ before }: { before: string }) => (
  <thead className="text-note text-muted">
    <tr>
      <th scope="col" className="pb-2 text-left align-top font-medium">
        {texts.partner()}
      </th>
      <th scope="col" className="pb-2 text-right align-top font-medium">
        {texts.examinations()}
        <BelowOnPhone before={before} />
      </th>
      <th scope="col" className="pb-2 pl-3 text-right align-top font-medium">
        {texts.referrals()}
        <BelowOnPhone before={before} />
      </th>
      <th scope="col" className="pb-2 pl-3 text-right align-top font-medium max-sm:hidden">
        {texts.income()}
      </th>
      <th scope="col" className="pb-2 pl-3 text-right align-top font-medium max-sm:hidden">
        {texts.typedPatients()}
      </th>
    </tr>
  </thead>
);

const BelowOnPhone = ({ before }: { before: string }) => (
  <span aria-hidden="true" className="block font-normal sm:hidden">
    {before}
  </span>
);
