import { gifts } from '@deqiq/contract/office/gifts.ts';
import type { OwnPayment, PaymentStatus } from '@deqiq/contract/office/payments.ts';
import * as paymentMessages from '@deqiq/messages/office/payments.js';
import * as texts from '@deqiq/messages/partner/gifts.js';
import type { useOwnRequests } from '../../../api/office/gifts.ts';
import { formatLongDay, formatNumber } from '../../../lib/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';

const listStates = (): States<PaymentStatus> => ({
  pending: { text: texts.pending(), tone: 'warning' },
  completed: { text: texts.confirmed(), tone: 'success' },
  rejected: { text: texts.rejected(), tone: 'danger' },
});

const findGiftName = ({ gift }: OwnPayment) =>
  (gifts.find(({ id }) => id === gift)?.name ?? texts.gift)();

const listColumns = (): Column<OwnPayment>[] => [
  { id: 'gift', header: texts.gift(), title: true, wide: true, cell: findGiftName },
  {
    id: 'points',
    header: texts.points(),
    align: 'end',
    cell: ({ amount }) => formatNumber(amount),
  },
  { id: 'date', header: texts.date(), cell: ({ date }) => formatLongDay(date, 'instant') },
  {
    id: 'status',
    header: texts.status(),
    cell: ({ status }) => (
      <StateBadge states={listStates()} state={status} other={texts.unknown()} />
    ),
  },
];

export function Requests({ query }: { query: ReturnType<typeof useOwnRequests> }) {
  return (
    <DataTable
      query={query}
      rows={({ payments }) => payments}
      rowKey={({ _id }) => _id}
      columns={listColumns()}
      caption={texts.requestsCaption()}
      empty={texts.noRequests()}
      failed={paymentMessages.ownListFailed()}
    />
  );
}
