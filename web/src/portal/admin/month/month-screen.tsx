import * as texts from '@deqiq/messages/office/month.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { monthQuery } from '../../../api/desk/month.ts';
import { formatMonth } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { MonthMoves } from '../../month/month-moves.tsx';
import { useMonth } from '../../month/months.ts';
import { ExportDialog } from './export-dialog.tsx';
import { Figures } from './figures.tsx';
import { Partners } from './partners.tsx';
import { Plots } from './plots.tsx';

/** The owner's month: its figures beside those before, by day, weekday, kind, machine and partner. */
export function MonthScreen() {
  const moves = useMonth();
  const { month } = moves;
  const [isExporting, setExporting] = useState(false);
  const query = useQuery(monthQuery(month));
  const { data, error, isPlaceholderData } = query;
  return (
    <div className="print-month grid gap-5">
      <title>{shellTexts.pageTitle({ title: formatMonth(month) })}</title>
      <PageHeader title={formatMonth(month)}>
        <MonthMoves {...moves} />
        <Button
          variant="outline"
          className="print:hidden"
          icon={<Download size={17} aria-hidden="true" />}
          onClick={() => setExporting(true)}
        >
          {texts.excel()}
        </Button>
      </PageHeader>
      {!data && !error && <Loader />}
      <QueryError query={query} failed={texts.failed()} />
      {data && !error && (
        <div aria-busy={isPlaceholderData} className="grid gap-5 aria-busy:opacity-50">
          <Figures month={data} />
          <Plots month={data} />
          <Partners month={data} />
        </div>
      )}
      {isExporting && <ExportDialog month={month} onClose={() => setExporting(false)} />}
    </div>
  );
}
