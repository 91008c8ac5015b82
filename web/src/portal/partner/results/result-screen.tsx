import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/partner/result.js';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useParams } from 'react-router';
import { openResult } from '../../../api/examinations/results.ts';
import { checkupQuery } from '../../../api/examinations/viewed-checkup.ts';
import { HttpError } from '../../../api/http/http-error.ts';
import { doctorReportQuery } from '../../../api/reports/diagnostic-reports.ts';
import { clinic } from '../../../lib/clinic.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { BackLink } from '../back-link.tsx';
import { CheckupCard } from '../checkups/checkup-card.tsx';
import { listFiles, useViewing } from '../checkups/use-checkup-viewer.tsx';

const importReport = () => import('./result-report.tsx');
// Beside the examination, not after it.
importReport().catch(() => undefined);

// The pictures do not wait for them.
const ResultReport = lazy(async () => ({ default: (await importReport()).ResultReport }));
const ResultQuestions = lazy(async () => ({
  default: (await import('./result-questions.tsx')).ResultQuestions,
}));

/** One examination at its own address, which messages link to. */
export function ResultScreen() {
  const { checkup: id = '' } = useParams();
  const { data: checkup, ...query } = useQuery(checkupQuery('partner', id));
  usePrefetchQuery(doctorReportQuery(id));
  const { view, read, download, downloadAll, reader } = useViewing();
  useEffect(() => {
    if (query.isSuccess) openResult(id);
  }, [query.isSuccess, id]);
  if (query.error instanceof HttpError && query.error.status === 404) return <MissingResult />;
  return (
    <>
      <title>{`${texts.title()} · ${clinic.name}`}</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerCheckups} />
        <PageHeader title={texts.title()} />
      </div>
      <QueryError
        query={query}
        failed={checkupMessages.partnerListFailed()}
        compact={checkup !== undefined}
      />
      {!checkup && !query.isError && <Loader full />}
      {checkup && (
        <Suspense>
          <ResultReport checkup={checkup} />
        </Suspense>
      )}
      {checkup && (
        <div className="max-w-3xl overflow-hidden rounded-card border border-line bg-surface p-4">
          <CheckupCard
            checkup={checkup}
            files={listFiles(checkup)}
            actions={{
              onView: (file) => view(checkup, file),
              onRead: (file) => read(checkup, file),
              onDownload: (file) => download(checkup, file),
              onDownloadAll: () => downloadAll(checkup),
            }}
          />
        </div>
      )}
      {checkup && (
        <Suspense>
          <ResultQuestions checkup={checkup} />
        </Suspense>
      )}
      {reader}
    </>
  );
}

/** The examination was deleted, or belongs to another partner: both look the same. */
function MissingResult() {
  return (
    <>
      <title>{`${texts.missing()} · ${clinic.name}`}</title>
      <PageHeader title={texts.missing()} />
      <p className="mb-4 text-body text-muted">{texts.missingText()}</p>
      <BackLink to={portalPaths.partnerCheckups} />
    </>
  );
}
