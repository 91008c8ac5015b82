import type { Compared, MonthFigures } from '@deqiq/contract/desk/month.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import * as texts from '@deqiq/messages/office/month.js';
import * as weekdayTexts from '@deqiq/messages/office/weekdays.js';
import type { Summary } from '../month/month.service.ts';
import { type Cell, fullName } from './sheet.ts';

/** From Monday. */
const weekdays = [
  weekdayTexts.monday,
  weekdayTexts.tuesday,
  weekdayTexts.wednesday,
  weekdayTexts.thursday,
  weekdayTexts.friday,
  weekdayTexts.saturday,
  weekdayTexts.sunday,
];

/** The figures of a period in the language of the request: a line for each number, beside the periods it is compared with. */
export function createMonthSheet(summary: Summary) {
  const line = (section: string, name: string, { count, before, lastYear }: Compared) => [
    section,
    name,
    count,
    before,
    lastYear,
  ];
  const rows: (readonly Cell[])[] = [
    ...listFigures(summary),
    ...summary.weekdays.map((each, day) => line(texts.byWeekday(), weekdays[day]?.() ?? '', each)),
  ];
  for (const { examination, appointments, income } of summary.kinds) {
    const name = examination ? examinationTexts[examination]() : texts.otherKind();
    rows.push(line(texts.byKind(), name, appointments), line(texts.incomeByKind(), name, income));
  }
  for (const { name, appointments, income } of summary.machines)
    rows.push(
      line(texts.byMachine(), name, appointments),
      line(texts.incomeByMachine(), name, income),
    );
  for (const { partner, examinations, referrals, income, typedPatients } of summary.partners) {
    const name = fullName(partner);
    rows.push(
      line(texts.partnerExaminations(), name, examinations),
      line(texts.partnerReferrals(), name, referrals),
      line(texts.partnerIncome(), name, income),
      [texts.typedPatients(), name, typedPatients, null, null],
    );
  }
  const head = [
    texts.section(),
    texts.figure(),
    texts.period(),
    texts.periodBefore(),
    texts.periodLastYear(),
  ];
  return { name: texts.sheet(), head, rows };
}

function listFigures({ figures, lastMonth, lastYear }: Summary): (readonly Cell[])[] {
  const names: Readonly<Record<keyof MonthFigures, () => string>> = {
    examinations: texts.examinations,
    unopened: texts.unopened,
    hoursUntilReported: texts.hoursUntilReported,
    hoursUntilOpened: texts.hoursUntilOpened,
    referrals: texts.referrals,
    patients: texts.patients,
    appointments: texts.appointments,
    missed: texts.missed,
    income: texts.income,
    payments: texts.payments,
    gifts: texts.gifts,
  };
  return Object.entries(names).map(([key, name]) => {
    const at = key as keyof MonthFigures;
    return [texts.figures(), name(), figures[at], lastMonth[at], lastYear[at]];
  });
}
