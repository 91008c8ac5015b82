import type { Month } from '@deqiq/contract/desk/month.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { Link } from 'react-router';
import { formatNumber, personName } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Secondary } from '../list/cells.tsx';

type Row = Month['partners'][number];

/** Partners and how many patients they sent, beside the month before; those who send half as much are marked. */
export const Partners = ({ rows }: { rows: readonly Row[] }) => (
  <section className="grid gap-3 rounded-card border border-line bg-surface p-4">
    <h2 className="text-desk font-medium">{texts.byPartner()}</h2>
    {rows.length === 0 ? (
      <p className="text-desk text-muted">{texts.noPartners()}</p>
    ) : (
      <table className="w-full text-desk">
        <caption className="sr-only">{texts.byPartner()}</caption>
        <thead className="text-note text-muted">
          <tr>
            <th scope="col" className="pb-2 text-left font-medium">
              {texts.partner()}
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              {texts.examinations()}
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-medium">
              {texts.referrals()}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PartnerRow key={row.partner._id} row={row} />
          ))}
        </tbody>
      </table>
    )}
  </section>
);

function PartnerRow({ row: { partner, examinations, referrals, isSilent } }: { row: Row }) {
  const query = new URLSearchParams({ partner: partner._id });
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 pr-3 text-left font-medium wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {personName(partner)}
          {isSilent && <StatusBadge tone="warning">{texts.silent()}</StatusBadge>}
        </span>
      </th>
      <Compared {...examinations} to={`${portalPaths.adminCheckups}?${query}`} />
      <Compared {...referrals} to={`${portalPaths.referrals}?${query}`} />
    </tr>
  );
}

const Compared = ({ count, before, to }: { count: number; before: number; to: string }) => (
  <td className="py-2 pl-3 text-right tabular-nums">
    <Link
      to={to}
      className="font-medium underline-offset-4 hover:text-accent-hover hover:underline"
    >
      {formatNumber(count, 0)}
    </Link>
    <br />
    <Secondary>{texts.before({ count: formatNumber(before, 0) })}</Secondary>
  </td>
);
