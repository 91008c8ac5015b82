import { SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import * as texts from '@deqiq/messages/examinations/share-pages.js';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../platform/errors.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { formatTime } from '../../../platform/http/pages/moments.ts';
import { pageHeaders } from '../../../platform/http/pages/page-shell.ts';
import {
  PRIVATE,
  privatePages,
  secureAttribute,
} from '../../../platform/http/pages/private-pages.ts';
import { describeBrowser } from '../../../platform/http/requests/browser-name.ts';
import { SECOND } from '../../../platform/time.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { ReportDocumentsService } from '../../reports/documents/report-documents.service.ts';
import { checkupPage, gatePage, messagePage } from './pages/share-page.ts';
import { createEndedError, SHARE_COOKIE, type ShareParams, shareFinder } from './share-finder.ts';
import { type ShellPages, sharedFilesRoutes } from './shared-files.routes.ts';
import { nameSharer } from './shares.present.ts';
import type { SharesService } from './shares.service.ts';
import type { FoundShare, Opening, VisitsService } from './visits/visits.service.ts';

interface Deps {
  visits: VisitsService;
  shares: Pick<SharesService, 'present'>;
  files: Pick<FilesService, 'openZip' | 'readNotes'>;
  documents: Pick<ReportDocumentsService, 'writeSharedPdf'>;
  pages: ShellPages;
}

/**
 * The pages behind the address of a share, for people without an account and browsers without JavaScript. Opening is a
 * POST: messengers that fetch a preview of the address see no patient and count as no opening.
 */
export function sharePagesRoutes(app: App, deps: Deps): void {
  const { visits, shares, files } = deps;
  const options = privatePages(messagePage);
  const finder = shareFinder({ visits, shares });

  app.get<{ Params: ShareParams }>(`${SHARE_PATH}:token`, options, async (request, reply) => {
    const { token } = request.params;
    const access = await finder.find(request);
    reply.headers(pageHeaders);
    if (access.kind === 'open') {
      const checkup = await finder.present(access);
      return checkupPage(token, checkup, await files.readNotes(checkup.files));
    }
    const { share, lockedUntil } = access;
    return sendGate(reply, token, share, {
      status: 200,
      ...(lockedUntil && {
        error: texts.pinLocked({ time: formatTime(lockedUntil) }),
        isLocked: true,
      }),
    });
  });

  app.post<{ Params: ShareParams; Body: unknown }>(
    `${SHARE_PATH}:token`,
    options,
    async (request, reply) => {
      const { token } = request.params;
      const device = describeBrowser(request.headers['user-agent']);
      const origin = { address: request.ip, device };
      const opening = await visits.open(token, readPin(request.body), origin);
      return sendOpening(request, reply, token, opening);
    },
  );

  sharedFilesRoutes(app, { options, headers: PRIVATE }, { ...deps, finder });
}

function sendOpening(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  opening: Opening,
): FastifyReply {
  switch (opening.kind) {
    case 'unknown':
      throw notFound(shareMessages.notFound());
    case 'ended':
      throw createEndedError();
    case 'missing':
      return reply.redirect(SHARE_PATH + token, 303);
    case 'wrong': {
      const error = texts.pinWrong({ triesLeft: opening.triesLeft });
      return sendGate(reply, token, opening.share, { status: 403, error });
    }
    case 'locked': {
      const seconds = Math.ceil((Date.parse(opening.until) - Date.now()) / SECOND);
      reply.header('retry-after', Math.max(1, seconds));
      const error = texts.pinLocked({ time: formatTime(opening.until) });
      return sendGate(reply, token, opening.share, { status: 429, error, isLocked: true });
    }
    case 'opened':
      return reply
        .header('set-cookie', writeCookie(request, token, opening.secret))
        .redirect(SHARE_PATH + token, 303);
  }
}

function sendGate(
  reply: FastifyReply,
  token: string,
  share: FoundShare,
  { status, error, isLocked }: { status: number; error?: string; isLocked?: boolean },
) {
  const gate = {
    token,
    sharedBy: nameSharer(share),
    expiresAt: share.expires_at,
    hasPin: share.pin_hash !== null,
    error,
    isLocked: isLocked ?? false,
  };
  return reply.code(status).headers(pageHeaders).send(gatePage(gate));
}

/** The digits of the form: phones add blanks when a PIN is pasted. */
function readPin(body: unknown): string {
  const pin = typeof body === 'object' && body !== null && 'pin' in body ? body.pin : undefined;
  return typeof pin === 'string' ? pin.replace(/\s/g, '').slice(0, 100) : '';
}

/** Ends with the browser; the server ends it after hours. Only sent to the pages of this share. */
const writeCookie = (request: FastifyRequest, token: string, secret: string): string =>
  `${SHARE_COOKIE}=${secret}; Path=${SHARE_PATH}${token}; HttpOnly; SameSite=Lax${secureAttribute(request)}`;
