import { SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import { type SharedCheckup, shareMessages } from '@deqiq/contract/examinations/shares.ts';
import { derivedNames } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound, TooManyError } from '../../../platform/errors.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { sendError, toAppError } from '../../../platform/http/errors.ts';
import { describeBrowser } from '../../../platform/http/requests/browser-name.ts';
import { contentDisposition } from '../../../platform/http/sending/content-disposition.ts';
import { sendObject } from '../../../platform/http/sending/send-object.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import { checkupPage, gatePage, messagePage, pageHeaders, shareTexts } from './share-page.ts';
import { type SharesService, sharedBy } from './shares.service.ts';
import type { Access, FoundShare, VisitsService } from './visits.service.ts';

interface Deps {
  visits: VisitsService;
  shares: Pick<SharesService, 'present'>;
  files: Pick<FilesService, 'openZip'>;
  /** The shell of the portal, which contains the viewer and no data. */
  pages: { respond(url: string, request: { acceptEncoding?: string | undefined }): ShellPage };
}

interface ShellPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

type Params = { token: string };
type FileParams = Params & { file: string };
type Open = Extract<Access, { kind: 'open' }>;
type Closed = Extract<Access, { kind: 'closed' }>;

const COOKIE = 'paylasim';

/** No store: a shared computer must not show it later. No referrer: the address is a credential. */
const PRIVATE = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' } as const;

/**
 * The pages behind the address of a share, for people without an account and browsers without JavaScript. Opening is a
 * POST: messengers that fetch a preview of the address see no patient and count as no opening.
 */
export function sharePagesRoutes(app: App, { visits, shares, files, pages }: Deps): void {
  const options = {
    config: { access: 'public' },
    errorHandler: sendErrorPage,
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(PRIVATE);
    },
  } as const;

  const find = ({ params, headers }: FastifyRequest<{ Params: Params }>) =>
    visits.find(params.token, readCookie(headers.cookie));

  /** The access of the holder of the cookie; undefined where the share has to be opened first. */
  async function findOpen(request: FastifyRequest<{ Params: Params }>) {
    const access = assertLive(await find(request));
    if (access.kind !== 'open') return undefined;
    return { ...access, checkup: await presentOrFail(access) };
  }

  async function presentOrFail(access: Open): Promise<SharedCheckup> {
    const checkup = await shares.present(access);
    if (!checkup) throw ended();
    return checkup;
  }

  app.get<{ Params: Params }>(`${SHARE_PATH}:token`, options, async (request, reply) => {
    const { token } = request.params;
    const access = assertLive(await find(request));
    reply.headers(pageHeaders);
    if (access.kind === 'open') return checkupPage(token, await presentOrFail(access));
    const { share, lockedUntil } = access;
    return sendGate(reply, token, share, {
      status: 200,
      ...(lockedUntil && { error: shareTexts.locked(lockedUntil), isLocked: true }),
    });
  });

  app.post<{ Params: Params; Body: unknown }>(
    `${SHARE_PATH}:token`,
    options,
    async (request, reply) => {
      const { token } = request.params;
      const device = describeBrowser(request.headers['user-agent']);
      const opening = await visits.open(token, readPin(request.body), {
        address: request.ip,
        device,
      });
      switch (opening.kind) {
        case 'unknown':
          throw notFound(shareMessages.notFound);
        case 'ended':
          throw ended();
        case 'missing':
          return reply.redirect(SHARE_PATH + token, 303);
        case 'wrong': {
          const error = shareTexts.wrong(opening.triesLeft);
          return sendGate(reply, token, opening.share, { status: 403, error });
        }
        case 'locked': {
          const seconds = Math.ceil((Date.parse(opening.until) - Date.now()) / 1000);
          reply.header('retry-after', Math.max(1, seconds));
          const error = shareTexts.locked(opening.until);
          return sendGate(reply, token, opening.share, { status: 429, error, isLocked: true });
        }
        case 'opened':
          return reply
            .header('set-cookie', writeCookie(request, token, opening.secret))
            .redirect(SHARE_PATH + token, 303);
      }
    },
  );

  /** Sends the browser to a fresh link: those in an open page would end after minutes. */
  function redirectToFile(path: string, select: (file: SharedCheckup['files'][number]) => string) {
    app.get<{ Params: FileParams }>(
      `${SHARE_PATH}:token/${path}`,
      options,
      async (request, reply) => {
        const open = await findOpen(request);
        if (!open) return reply.redirect(SHARE_PATH + request.params.token, 303);
        const file = open.checkup.files.find(({ id }) => id === request.params.file);
        const url = file && select(file);
        if (!url) throw notFound(shareMessages.notFound);
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
      if (!(await findOpen(request))) return reply.redirect(SHARE_PATH + request.params.token, 303);
      const { status, headers, body } = pages.respond(portalPaths.partnerDashboard, {
        acceptEncoding: request.headers['accept-encoding'],
      });
      const robots = { 'x-robots-tag': pageHeaders['x-robots-tag'] };
      return reply
        .code(status)
        .headers({ ...headers, ...PRIVATE, ...robots })
        .removeHeader('etag')
        .send(body ?? undefined);
    },
  );

  // For the viewer: the same as the page, with links that are good for minutes.
  app.get<{ Params: Params }>(
    `${SHARE_PATH}:token/muayine`,
    { ...options, errorHandler: sendJsonError },
    async (request) => {
      const open = await findOpen(request);
      if (!open) throw new AppError('unauthenticated', 401, shareMessages.closed);
      return open.checkup;
    },
  );

  async function sendZip(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
    const open = await findOpen(request);
    if (!open) return reply.redirect(SHARE_PATH + request.params.token, 303);
    const { checkup, visit } = open;
    if (checkup.files.length === 0) throw notFound(shareMessages.notFound);
    const name = `${[checkup.firstName, checkup.lastName, checkup.name].filter(Boolean).join(' ')}.zip`;
    const zip = await files.openZip(
      checkup.files.map(({ id }) => id),
      { visit, name: name.replace(/[\\/:*?"<>|]/g, '_'), address: request.ip },
    );
    try {
      return await sendObject(request, reply, {
        ...zip,
        headers: {
          ...PRIVATE,
          'content-type': zip.contentType,
          'content-disposition': contentDisposition(zip.contentType, zip.name),
          'cross-origin-resource-policy': 'same-origin',
        },
      });
    } finally {
      await zip.object.close();
    }
  }

  // HEAD of its own: Fastify's would send the length 0.
  app.route<{ Params: Params }>({
    ...options,
    method: ['GET', 'HEAD'],
    url: `${SHARE_PATH}:token/zip`,
    handler: sendZip,
  });
}

const ended = () => new AppError('gone', 410, shareMessages.alreadyEnded);

/** Throws 404 for an unknown token and 410 for a share that has ended. */
function assertLive(access: Access): Open | Closed {
  if (access.kind === 'open' || access.kind === 'closed') return access;
  throw access.kind === 'ended' ? ended() : notFound(shareMessages.notFound);
}

function sendGate(
  reply: FastifyReply,
  token: string,
  share: FoundShare,
  { status, error, isLocked }: { status: number; error?: string; isLocked?: boolean },
) {
  const gate = {
    token,
    sharedBy: sharedBy(share),
    expiresAt: share.expires_at,
    hasPin: share.pin_hash !== null,
    error,
    isLocked: isLocked ?? false,
  };
  return reply.code(status).headers(pageHeaders).send(gatePage(gate));
}

const sendJsonError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  sendError(request, reply, toAppError(error, request));

function sendErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status } = toAppError(error, request);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (error instanceof TooManyError) reply.header('retry-after', error.retryAfter);
  return reply
    .code(status)
    .removeHeader('etag')
    .headers({ ...PRIVATE, ...pageHeaders })
    .send(messagePage(status));
}

/** The digits of the form: phones add blanks when a PIN is pasted. */
function readPin(body: unknown): string {
  const pin = typeof body === 'object' && body !== null && 'pin' in body ? body.pin : undefined;
  return typeof pin === 'string' ? pin.replace(/\s/g, '').slice(0, 100) : '';
}

const readCookie = (header: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{22})(?:;|$)`).exec(header ?? '')?.[1];

/** Ends with the browser; the server ends it after hours. Only sent to the pages of this share. */
function writeCookie({ protocol }: FastifyRequest, token: string, secret: string): string {
  const secure = protocol === 'https' ? '; Secure' : '';
  return `${COOKIE}=${secret}; Path=${SHARE_PATH}${token}; HttpOnly; SameSite=Lax${secure}`;
}
