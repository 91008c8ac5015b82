import type { SharedCheckup } from '@deqiq/contract/examinations/shares.ts';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Visit } from '../../../platform/http/identity.ts';
import type { SharesService } from './shares.service.ts';
import type { Access, VisitsService } from './visits/visits.service.ts';

interface Deps {
  visits: Pick<VisitsService, 'find'>;
  shares: Pick<SharesService, 'present'>;
}

export interface ShareParams {
  token: string;
}

interface ShareRequest {
  readonly params: ShareParams;
  readonly headers: { readonly cookie?: string | undefined };
}

type Open = Extract<Access, { kind: 'open' }>;
type Closed = Extract<Access, { kind: 'closed' }>;

export type ShareFinder = ReturnType<typeof shareFinder>;

export const SHARE_COOKIE = 'paylasim';

/** Finds the share of a request, and whether the holder of its cookie has opened it. */
export function shareFinder({ visits, shares }: Deps) {
  /** Throws 404 for an unknown token and 410 for a share that has ended. */
  async function find({ params, headers }: ShareRequest): Promise<Open | Closed> {
    const access = await visits.find(params.token, readCookie(headers.cookie));
    if (access.kind === 'open' || access.kind === 'closed') return access;
    throw access.kind === 'ended' ? createEndedError() : notFound(shareMessages.notFound());
  }

  async function present(access: Open): Promise<SharedCheckup> {
    const checkup = await shares.present(access);
    if (!checkup) throw createEndedError();
    return checkup;
  }

  return {
    find,
    present,

    /** undefined where the share has to be opened first. */
    async findOpen(
      request: ShareRequest,
    ): Promise<{ readonly visit: Visit; readonly checkup: SharedCheckup } | undefined> {
      const access = await find(request);
      if (access.kind !== 'open') return undefined;
      return { visit: access.visit, checkup: await present(access) };
    },
  };
}

export const createEndedError = () => new AppError('gone', 410, shareMessages.alreadyEnded());

const readCookie = (header: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${SHARE_COOKIE}=([\\w-]{22})(?:;|$)`).exec(header ?? '')?.[1];
