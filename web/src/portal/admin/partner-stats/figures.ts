import {
  changeBalance,
  changePatients,
  type FigureAction,
  type PartnerStats,
} from '@deqiq/contract/office/partner-stats.ts';
import * as partnerStatsMessages from '@deqiq/messages/office/partner-stats.js';
import * as texts from '@deqiq/messages/office/partner-stats-screen.js';
import * as api from '../../../api/office/partner-stats.ts';
import { formatNumber } from '../../../lib/format.ts';
import { manat } from '../list/rows/money.ts';

const plain = (count: number): string => formatNumber(count, 0);

/** The two figures of a partner that staff change: `field` is the number's name in the call. */
export const figures = {
  balance: {
    field: 'balance',
    title: texts.updateBalance,
    label: texts.amount,
    step: '0.01',
    inputMode: 'decimal',
    format: texts.amountFormat,
    /** The typed amount, undefined if it is not one. The browser's language plays no part. */
    parse: (typed: string) => changeBalance.shape.balance.safeParse(typed).data,
    schema: changeBalance,
    of: ({ balance }: PartnerStats) => balance,
    formatValue: manat,
    questions: {
      set: texts.setBalanceText,
      add: texts.addBalanceText,
      subtract: texts.subtractBalanceText,
    },
    send: (partner: PartnerStats, typed: string, action: FigureAction) =>
      api.changeBalance(partner, changeBalance.parse({ balance: typed, action })),
    saved: partnerStatsMessages.balanceUpdated,
    failed: partnerStatsMessages.balanceFailed,
  },
  patients: {
    field: 'count',
    title: texts.updatePatients,
    label: texts.patients,
    step: '1',
    inputMode: 'numeric',
    format: texts.countFormat,
    parse: (typed: string) => changePatients.shape.count.safeParse(typed).data,
    schema: changePatients,
    of: ({ sendedPatientsCount }: PartnerStats) => sendedPatientsCount,
    formatValue: plain,
    questions: {
      set: texts.setPatientsText,
      add: texts.addPatientsText,
      subtract: texts.subtractPatientsText,
    },
    send: (partner: PartnerStats, typed: string, action: FigureAction) =>
      api.changePatients(partner, changePatients.parse({ count: typed, action })),
    saved: partnerStatsMessages.patientsUpdated,
    failed: partnerStatsMessages.patientsFailed,
  },
} as const;

export type FigureName = keyof typeof figures;

/** The figure after the change. */
export function computeOutcome(now: number, number: number, action: FigureAction): number {
  if (action === 'set') return number;
  // Whole qəpik: 0.1 + 0.2 must be 0.3.
  return Math.round((action === 'add' ? now + number : now - number) * 100) / 100;
}
