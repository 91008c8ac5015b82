import * as texts from '@deqiq/messages/reports/report-check.js';
import { notFound } from '../../../platform/errors.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { pageHeaders } from '../../../platform/http/pages/page-shell.ts';
import { privatePages } from '../../../platform/http/pages/private-pages.ts';
import { checkPage, unknownPage } from './report-check-page.ts';
import { REPORT_CHECK_PATH } from './report-check-path.ts';
import type { ReportDocumentsService } from './report-documents.service.ts';

/** The page behind the QR code of a printed report. */
export function reportCheckRoutes(app: App, documents: ReportDocumentsService): void {
  app.get<{ Params: { sha256: string } }>(
    `${REPORT_CHECK_PATH}:sha256`,
    privatePages(unknownPage),
    async (request, reply) => {
      const report = await documents.check(request.params.sha256);
      if (!report) throw notFound(texts.unknown());
      return reply.headers(pageHeaders).send(checkPage(report));
    },
  );
}
