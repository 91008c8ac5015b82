import { diagnosticReportsEndpoints } from '@deqiq/contract/reports/diagnostic-reports.endpoints.ts';
import { personLanguage } from '@deqiq/messages/language.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { router } from '../../../platform/http/router.ts';
import { contentDisposition } from '../../../platform/http/sending/content-disposition.ts';
import type { ReportDocumentsService } from './report-documents.service.ts';

/** Signed reports as PDF, and for staff as DICOM. */
export function reportDocumentsRoutes(app: App, documents: ReportDocumentsService): void {
  const route = router(app, diagnosticReportsEndpoints, 'diagnostic-reports');

  async function sendPdf(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const requester = { actor: requireActor(request), signal: disconnectSignal(reply) };
    const { id } = request.params;
    const { bytes, name } = await documents.writePdf(requester, id, personLanguage());
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', contentDisposition('application/pdf', name))
      .send(bytes);
  }

  route('GET /api/admin/diagnostic-reports/:id/pdf', { config: { access: 'admin' } }, sendPdf);
  route('GET /api/partner/diagnostic-reports/:id/pdf', { config: { access: 'partner' } }, sendPdf);

  route(
    'GET /api/admin/diagnostic-reports/:id/sr',
    { config: { access: 'admin' } },
    async (request, reply) => {
      const requester = { actor: requireActor(request), signal: disconnectSignal(reply) };
      const { bytes, name } = await documents.writeStructuredReport(requester, request.params.id);
      return reply
        .header('content-type', 'application/dicom')
        .header('content-disposition', contentDisposition('application/dicom', name))
        .send(bytes);
    },
  );
}
