import { gifts } from '@deqiq/contract/office/gifts.ts';
import { type Payment, paymentStatuses } from '@deqiq/contract/office/payments.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as paymentMessages from '@deqiq/messages/office/payments.js';
import * as texts from '@deqiq/messages/office/payments-screen.js';
import * as sectionTexts from '@deqiq/messages/office/sections.js';
import { Check, X } from 'lucide-react';
import { paymentsQuery } from '../../../api/office/payments.ts';
import { formatDay, personName } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { type ChoiceFilter, createDayFilter } from '../list/list-filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import {
  Email,
  NoWrap,
  PartnerName,
  PhoneNumber,
  Secondary,
  TextOrDash,
} from '../list/rows/cells.tsx';
import { azn } from '../list/rows/money.ts';
import { listPaymentStates, PaymentStatusBadge } from './payment-status.tsx';
import { useSettlePayment } from './use-settle-payment.ts';

const listColumns = (): Column<Payment>[] => [
  {
    id: 'partner',
    header: texts.partnerName(),
    sort: 'name',
    title: true,
    rowName: ({ partner }) => personName(partner),
    cell: ({ partner }) => <PartnerName partner={partner} />,
  },
  {
    id: 'clinic',
    header: texts.clinic(),
    cell: ({ partner }) => <TextOrDash>{partner.clinicName}</TextOrDash>,
  },
  { id: 'email', header: texts.email(), cell: ({ partner }) => <Email>{partner.email}</Email> },
  {
    id: 'phone',
    header: texts.phone(),
    cell: ({ partner }) => <PhoneNumber>{partner.phone}</PhoneNumber>,
  },
  { id: 'amount', header: texts.amount(), sort: 'amount', align: 'end', cell: Amount },
  {
    id: 'status',
    header: texts.status(),
    cell: ({ status }) => <PaymentStatusBadge status={status} />,
  },
  {
    id: 'date',
    header: texts.date(),
    sort: 'date',
    cell: ({ date }) => <NoWrap>{formatDay(date, 'instant')}</NoWrap>,
  },
];

/** The amount, with the name of the gift below it. */
function Amount({ amount, gift }: Payment) {
  const name = gift && (gifts.find(({ id }) => id === gift)?.name() ?? gift);
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

function listFilters(): ChoiceFilter[] {
  const states = listPaymentStates();
  const options = paymentStatuses.map((value) => ({ value, label: states[value].text }));
  return [
    { name: 'status', label: texts.status(), all: texts.allStatuses(), options },
    createDayFilter(),
    {
      name: 'gift',
      label: texts.gift(),
      all: texts.allPayments(),
      options: [{ value: 'any', label: texts.giftsOnly() }],
    },
  ];
}

/** Payments: the partners' requests and their status. */
export function PaymentsScreen() {
  const { settle, withOptimisticStatus } = useSettlePayment();
  return (
    <ListScreen
      title={sectionTexts.payments()}
      name="payments"
      exported="payments"
      list={paymentsQuery}
      filters={listFilters()}
      rows={({ payments }) => payments.map(withOptimisticStatus)}
      rowKey={({ _id }) => _id}
      pageSize={PAGE_SIZE.adminPayments}
      columns={listColumns()}
      subtitle={texts.about}
      empty={texts.empty()}
      failed={paymentMessages.listFailed()}
      actions={(payment) =>
        payment.status === 'pending' && (
          <>
            <IconButton
              label={texts.confirm()}
              icon={<Check size={18} aria-hidden="true" />}
              onClick={() => void settle(payment, 'confirm')}
            />
            <IconButton
              label={texts.reject()}
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
