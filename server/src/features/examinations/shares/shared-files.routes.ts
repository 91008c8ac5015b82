import { SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import type { SharedCheckup } from '@deqiq/contract/examinations/shares.ts';
import { derivedNames } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import { personLanguage } from '@deqiq/messages/language.ts';
import type { FastifyError, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { sendError, toAppError } from '../../../platform/http/errors.ts';
import { pageHeaders } from '../../../platform/http/pages/page-shell.ts';
import { contentDisposition } from '../../../platform/http/sending/content-disposition.ts';
import { sendObject } from '../../../platform/http/sending/send-object.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { ReportDocumentsService } from '../../reports/documents/report-documents.service.ts';
import type { ShareFinder, ShareParams } from './share-finder.ts';
import type { VisitsService } from './visits/visits.service.ts';

/** The shell of the portal, which contains the viewer and no data. */
export interface ShellPages {
  respond(
    url: string,
    request: { acceptEncoding?: string | undefined; cookie?: string | undefined },
  ): {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer | null;
  };
}

interface Deps {
  finder: ShareFinder;
  files: Pick<FilesService, 'openZip'>;
  visits: Pick<VisitsService, 'noteDownload'>;
  documents: Pick<ReportDocumentsService, 'writeSharedPdf'>;
  pages: ShellPages;
}

interface ShareRouteOptions {
  readonly config: { readonly access: 'public' };
  readonly errorHandler: (
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => unknown;
  readonly onRequest: (
    request: FastifyRequest,
    reply: FastifyReply,
    done: HookHandlerDoneFunction,
  ) => void;
}

type FileParams = ShareParams & { file: string };

/** The files of an open share: downloads, pictures, the viewer and a ZIP. `headers`: of every response. */
export function sharedFilesRoutes(
  app: App,
  {
    options,
    headers,
  }: {
    readonly options: ShareRouteOptions;
    readonly headers: Readonly<Record<string, string>>;
  },
  deps: Deps,
): void {
  const { finder, pages } = deps;

  /** Sends the browser to a fresh link: those in an open page would end after minutes. */
  function redirectToFile(path: string, select: (file: SharedCheckup['files'][number]) => string) {
    app.get<{ Params: FileParams }>(
      `${SHARE_PATH}:token/${path}`,
      options,
      async (request, reply) => {
        const found = await finder.findOpen(request);
        if (!found) return reply.redirect(SHARE_PATH + request.params.token, 303);
        const file = found.checkup.files.find(({ id }) => id === request.params.file);
        const url = file && select(file);
        if (!url) throw notFound(shareMessages.notFound());
        return reply.redirect(url, 302);
      },
    );
  }

  redirectToFile('fayl/:file', ({ url }) => url);
  redirectToFile('sekil/:file', ({ previewUrl }) => previewUrl ?? '');
  redirectToFile('sekil/:file/boyuk', ({ imaging, previewUrl }) => {
    const largest = imaging.previews?.at(-1);
    const name = derivedNames.find((one) => one === `preview-${largest}`);
    return imaging.url && name ? imaging.url + name : (previewUrl ?? '');
  });

  app.get<{ Params: FileParams }>(
    `${SHARE_PATH}:token/bax/:file`,
    options,
    async (request, reply) => {
      if (!(await finder.findOpen(request)))
        return reply.redirect(SHARE_PATH + request.params.token, 303);
      const shell = pages.respond(portalPaths.partnerDashboard, {
        acceptEncoding: request.headers['accept-encoding'],
        // Names the language.
        cookie: request.headers.cookie,
      });
      const robots = { 'x-robots-tag': pageHeaders['x-robots-tag'] };
      return reply
        .code(shell.status)
        .headers({ ...shell.headers, ...headers, ...robots })
        .removeHeader('etag')
        .send(shell.body ?? undefined);
    },
  );

  // For the viewer: the same as the page, with links that are good for minutes.
  app.get<{ Params: ShareParams }>(
    `${SHARE_PATH}:token/muayine`,
    { ...options, errorHandler: sendJsonError },
    async (request) => {
      const found = await finder.findOpen(request);
      if (!found) throw new AppError('unauthenticated', 401, shareMessages.closed());
      return found.checkup;
    },
  );

  app.get<{ Params: ShareParams }>(`${SHARE_PATH}:token/rey`, options, (request, reply) =>
    sendReport(deps, headers, request, reply),
  );

  // HEAD of its own: Fastify's would send the length 0.
  app.route<{ Params: ShareParams }>({
    ...options,
    method: ['GET', 'HEAD'],
    url: `${SHARE_PATH}:token/zip`,
    handler: (request, reply) => sendZip(deps, headers, request, reply),
  });
}

/** The newest signed report as PDF, in the language of the page. */
async function sendReport(
  { finder, visits, documents }: Deps,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest<{ Params: ShareParams }>,
  reply: FastifyReply,
) {
  const found = await finder.findOpen(request);
  if (!found) return reply.redirect(SHARE_PATH + request.params.token, 303);
  const { checkup, visit } = found;
  if (!checkup.report) throw notFound(shareMessages.notFound());
  const visitor = {
    visit,
    address: request.ip,
    signal: disconnectSignal(reply),
    fileIds: new Set(checkup.files.map(({ id }) => id)),
  };
  const { _id } = checkup.report;
  const { bytes, name } = await documents.writeSharedPdf(visitor, _id, personLanguage());
  await visits.noteDownload(visit);
  return reply
    .headers(headers)
    .header('content-type', 'application/pdf')
    .header('content-disposition', contentDisposition('application/pdf', name))
    .send(bytes);
}

async function sendZip(
  { finder, files }: Deps,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest<{ Params: ShareParams }>,
  reply: FastifyReply,
) {
  const found = await finder.findOpen(request);
  if (!found) return reply.redirect(SHARE_PATH + request.params.token, 303);
  const { checkup, visit } = found;
  if (checkup.files.length === 0) throw notFound(shareMessages.notFound());
  const name = `${[checkup.firstName, checkup.lastName, checkup.name].filter(Boolean).join(' ')}.zip`;
  const zip = await files.openZip(
    checkup.files.map(({ id }) => id),
    { visit, name: name.replace(/[\\/:*?"<>|]/g, '_'), address: request.ip },
  );
  try {
    return await sendObject(request, reply, {
      ...zip,
      headers: {
        ...headers,
        'content-type': zip.contentType,
        'content-disposition': contentDisposition(zip.contentType, zip.name),
        'cross-origin-resource-policy': 'same-origin',
      },
    });
  } finally {
    await zip.object.close();
  }
}

const sendJsonError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  sendError(request, reply, toAppError(error, request));
