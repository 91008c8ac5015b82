import { gifts } from '@deqiq/contract/office/gifts.ts';
import { type Payment, paymentMessages, paymentStatuses } from '@deqiq/contract/office/payments.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { Check, X } from 'lucide-react';
import { paymentsQuery } from '../../../api/office/payments.ts';
import { formatDay, personName } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { Email, NoWrap, PartnerName, PhoneNumber, Secondary, TextOrDash } from '../list/cells.tsx';
import { type ChoiceFilter, dayFilter } from '../list/list-filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { azn } from '../list/money.ts';
import { PaymentStatusBadge, paymentStates } from './payment-status.tsx';
import { useSettlePayment } from './use-settle-payment.ts';

const columns: Column<Payment>[] = [
  {
    id: 'partner',
    header: 'Partner Name',
    title: true,
    rowName: ({ partner }) => personName(partner),
    cell: ({ partner }) => <PartnerName partner={partner} />,
  },
  {
    id: 'clinic',
    header: 'Clinic',
    cell: ({ partner }) => <TextOrDash>{partner.clinicName}</TextOrDash>,
  },
  { id: 'email', header: 'Email', cell: ({ partner }) => <Email>{partner.email}</Email> },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ partner }) => <PhoneNumber>{partner.phone}</PhoneNumber>,
  },
  { id: 'amount', header: 'Amount', align: 'end', cell: Amount },
  { id: 'status', header: 'Status', cell: ({ status }) => <PaymentStatusBadge status={status} /> },
  {
    id: 'date',
    header: 'Date',
    cell: ({ date }) => <NoWrap>{formatDay(date, 'instant')}</NoWrap>,
  },
];

/** The amount, with the name of the gift below it. */
function Amount({ amount, gift }: Payment) {
  const name = gift && (gifts.find(({ id }) => id === gift)?.name ?? gift);
  return (
    <div>
      <NoWrap>{azn(amount)}</NoWrap>
      {name && (
        <Secondary>
          <span className="whitespace-nowrap">{name}</span>
        </Secondary>
      )}
    </div>
  );
}

const filters: ChoiceFilter[] = [
  {
    name: 'status',
    label: 'Status',
    all: 'All statuses',
    options: paymentStatuses.map((status) => ({
      value: status,
      label: paymentStates[status].text,
    })),
  },
  dayFilter,
];

/** Payments: the partners' requests and their status. */
export function PaymentsScreen() {
  const { settle, withOptimisticStatus } = useSettlePayment();
  return (
    <ListScreen
      title="Payments"
      exported="payments"
      list={paymentsQuery}
      filters={filters}
      rows={({ payments }) => payments.map(withOptimisticStatus)}
      rowKey={({ _id }) => _id}
      pageSize={PAGE_SIZE.adminPayments}
      columns={columns}
      subtitle={() => 'Gift requests of partners. One manat is one point (xal) of their balance.'}
      empty="Məlumat tapılmadı"
      failed={paymentMessages.listFailed}
      actions={(payment) =>
        payment.status === 'pending' && (
          <>
            <IconButton
              label="Confirm"
              icon={<Check size={18} aria-hidden="true" />}
              onClick={() => void settle(payment, 'confirm')}
            />
            <IconButton
              label="Reject"
              variant="danger"
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => void settle(payment, 'reject')}
            />
          </>
        )
      }
    />
  );
}
