import type { Month } from '@deqiq/contract/desk/month.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { type Figure, FigureTiles, inHours, inNumbers } from '../../month/figure-tiles.tsx';
import { manat } from '../list/rows/money.ts';
import { monthPaths } from './month-paths.ts';

const figures: readonly Figure[] = [
  {
    name: 'examinations',
    label: texts.examinations,
    format: inNumbers,
    to: monthPaths.examinations,
  },
  {
    name: 'referrals',
    label: texts.referrals,
    format: inNumbers,
    to: monthPaths.referrals,
  },
  { name: 'patients', label: texts.patients, format: inNumbers, to: monthPaths.patients },
  {
    name: 'income',
    label: texts.income,
    format: manat,
    to: (month) => monthPaths.appointments(month, { state: 'arrived' }),
  },
  {
    name: 'appointments',
    label: texts.appointments,
    format: inNumbers,
    to: monthPaths.appointments,
  },
  {
    name: 'missed',
    label: texts.missed,
    format: inNumbers,
    to: (month) => monthPaths.appointments(month, { state: 'missed' }),
  },
  {
    name: 'unopened',
    label: texts.unopened,
    format: inNumbers,
    to: (month) => monthPaths.examinations(month, { opened: 'none' }),
  },
  {
    name: 'hoursUntilReported',
    label: texts.hoursUntilReported,
    format: inHours,
    to: monthPaths.examinations,
  },
  {
    name: 'hoursUntilOpened',
    label: texts.hoursUntilOpened,
    format: inHours,
    to: monthPaths.examinations,
  },
  {
    name: 'payments',
    label: texts.payments,
    format: manat,
    to: monthPaths.payments,
  },
  {
    name: 'gifts',
    label: texts.gifts,
    format: inNumbers,
    to: (month) => monthPaths.payments(month, { gift: 'any' }),
  },
];

export const Figures = ({ month }: { month: Month }) => (
  <FigureTiles month={month} figures={figures} />
);
