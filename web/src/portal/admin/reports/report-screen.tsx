import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import * as screenTexts from '@deqiq/messages/reports/report-screen.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { checkupQuery } from '../../../api/examinations/viewed-checkup.ts';
import { staffReportsQuery } from '../../../api/reports/diagnostic-reports.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { Questions } from '../../examinations/questions/questions.tsx';
import { useOpenViewer } from '../../examinations/viewer/open-viewer.ts';
import type { Shown } from '../../examinations/viewer/panel.tsx';
import { nameSubject } from '../../examinations/viewer/viewer-files.ts';
import { ReportPane } from './report-pane.tsx';

/** The report of an examination whose files the viewer does not show, or that has none. */
export function ReportScreen() {
  const { checkup: id = '' } = useParams();
  const query = useQuery(checkupQuery('admin', id));
  const { data, error } = query;
  if (data) return <Page checkup={data} />;
  return error ? (
    <QueryError query={query} failed={checkupMessages.listFailed()} title={screenTexts.title()} />
  ) : (
    <Loader />
  );
}

function Page({ checkup }: { checkup: Checkup }) {
  const { data: reports } = useQuery(staffReportsQuery(checkup._id));
  const open = useOpenViewer('admin');
  const show = ({ file, ...opened }: Shown) =>
    open(checkup, { id: file }, { ...opened, hasPanel: true });
  return (
    <>
      <title>{shellTexts.pageTitle({ title: screenTexts.title() })}</title>
      <Link
        to={portalPaths.adminCheckups}
        className="inline-flex min-h-6 items-center gap-1.5 self-start text-desk text-muted hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {texts.back()}
      </Link>
      <PageHeader title={screenTexts.title()} subtitle={nameSubject(checkup)} />
      <div className="grid max-w-5xl items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label={screenTexts.title()}>
          <h2 className="sr-only">{screenTexts.title()}</h2>
          <ReportPane
            checkup={checkup}
            file={undefined}
            controls={undefined}
            measurements={[]}
            onShow={show}
          />
        </section>
        <Questions
          area="admin"
          checkup={checkup._id}
          report={reports?.find(({ state }) => state === 'signed')?._id ?? null}
          onShow={show}
        />
      </div>
    </>
  );
}
