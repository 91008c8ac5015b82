import { type Month, monthQuery as query } from '@deqiq/contract/desk/month.ts';
import * as texts from '@deqiq/messages/office/month.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { monthQuery } from '../../../api/desk/month.ts';
import { describeError, isUnanswered } from '../../../api/http/http-error.ts';
import { formatMonth, today } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ErrorPanel, Loader } from '../../../ui/page/page-states.tsx';
import { nameWeekday } from '../calendar/times/weekdays.ts';
import { examinationTexts } from '../referrals/referral-words.ts';
import { Bars } from './bars.tsx';
import { Figures } from './figures.tsx';
import { Partners } from './partners.tsx';

/** The owner's month: its figures beside those before, by weekday, kind, machine and partner. */
export function MonthScreen() {
  const [address, setAddress] = useSearchParams();
  const present = today().slice(0, 7);
  const month = query.safeParse({ month: address.get('month') }).data?.month ?? present;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(monthQuery(month));
  const move = (months: number) =>
    setAddress({ month: addMonths(month, months) }, { replace: true });
  return (
    <div className="grid gap-5">
      <title>{shellTexts.pageTitle({ title: formatMonth(month) })}</title>
      <PageHeader title={formatMonth(month)}>
        <span className="flex gap-1 print:hidden">
          <IconButton
            label={texts.previous()}
            icon={<ChevronLeft size={18} aria-hidden="true" />}
            onClick={() => move(-1)}
          />
          <IconButton
            label={texts.next()}
            icon={<ChevronRight size={18} aria-hidden="true" />}
            disabled={month >= present}
            onClick={() => move(1)}
          />
          <IconButton
            label={texts.print()}
            icon={<Printer size={18} aria-hidden="true" />}
            onClick={() => print()}
          />
        </span>
      </PageHeader>
      {!data && !error && <Loader />}
      {error && (
        <ErrorPanel
          message={describeError(error, texts.failed())}
          onRetry={() => void refetch()}
          busy={isFetching}
          isUnanswered={isUnanswered(error)}
        />
      )}
      {data && !error && (
        <div aria-busy={isPlaceholderData} className="grid gap-5 aria-busy:opacity-50">
          <Figures month={data} />
          <Plots month={data} />
          <Partners rows={data.partners} />
        </div>
      )}
    </div>
  );
}

const Plots = ({ month }: { month: Month }) => (
  <div className="grid gap-5 lg:grid-cols-3 print:grid-cols-3">
    <Bars
      title={texts.byWeekday()}
      bars={month.weekdays.map((value, day) => ({
        id: String(day),
        label: nameWeekday(day + 1),
        value,
      }))}
    />
    <Bars
      title={texts.byKind()}
      bars={month.kinds.map(({ examination, appointments, missed }) => ({
        id: examination ?? '',
        label: examination ? examinationTexts[examination]() : texts.otherKind(),
        value: appointments,
        note: missed > 0 && texts.missedOf({ count: missed }),
      }))}
    />
    <Bars
      title={texts.byMachine()}
      bars={month.machines.map(({ _id, name, appointments, missed }) => ({
        id: _id,
        label: name,
        value: appointments,
        note: missed > 0 && texts.missedOf({ count: missed }),
      }))}
    />
  </div>
);

/** YYYY-MM, so many months later. */
function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}
