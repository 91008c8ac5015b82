import { DICOMWEB_PATH } from '@deqiq/contract/machines/dicomweb.ts';
import { type ViewerProgram, viewerPrograms } from '@deqiq/contract/machines/viewer-links.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import type { Tokens } from '../../../people/sessions/tokens.service.ts';
import * as repo from '../matching.repo.ts';
import { toReader } from '../reader.ts';
import * as studies from '../studies.repo.ts';

/** Studies of one link. */
const MAX_STUDIES = 10;

interface Deps {
  db: Db;
  audit: Pick<AuditService, 'record'>;
  tokens: Pick<Tokens, 'issueForViewer'>;
  /** Where OHIF is; undefined: not offered. */
  ohifUrl: string | undefined;
  hasWeasis: boolean;
}

interface Target {
  readonly checkupId: string;
  readonly program: ViewerProgram;
  /** Where this site is. */
  readonly site: string;
}

export type ViewerLinksService = ReturnType<typeof viewerLinksService>;

/**
 * Links that open a program with the pictures of one checkup. Their token is in histories of browsers and programs: it is
 * valid for an hour, for this checkup only, and ends with the session.
 */
export function viewerLinksService({ db, audit, tokens, ohifUrl, hasWeasis }: Deps) {
  const isOffered = (program: ViewerProgram) =>
    program === 'ohif' ? ohifUrl !== undefined : hasWeasis;

  return {
    list: () => ({ programs: viewerPrograms.filter(isOffered) }),

    /** null where the checkup has no DICOM files yet, or the program is not offered. Throws 404 for a checkup of others. */
    async create(
      actor: Actor,
      { checkupId, program, site }: Target,
    ): Promise<{ url: string | null }> {
      const reader = toReader({ ...actor, checkupId });
      if (!(await repo.hasCheckup(db, reader))) throw notFound(checkupMessages.notFound());
      const found = await studies.listStudies(db, reader, [], { limit: MAX_STUDIES, offset: 0 });
      const [first, ...others] = found.slice(0, MAX_STUDIES);
      if (!first || !isOffered(program)) return { url: null };
      await db
        .transaction()
        .execute((tx) => audit.record(tx, actor, 'open-program', 'checkup', checkupId, program));
      const token = tokens.issueForViewer(actor, checkupId);
      const uids = [first, ...others];
      return {
        url:
          program === 'ohif'
            ? toOhifUrl(ohifUrl ?? '', uids, token)
            : toWeasisUrl(site + DICOMWEB_PATH, uids, token),
      };
    },
  };
}

/** OHIF takes the token out of its address and keeps it in memory. */
function toOhifUrl(ohifUrl: string, uids: readonly string[], token: string): string {
  const url = new URL(`${ohifUrl.replace(/\/$/, '')}/viewer`);
  url.searchParams.set('StudyInstanceUIDs', uids.join(','));
  url.searchParams.set('token', token);
  return url.href;
}

/** The command `dicom:rs` of Weasis in an address of its own scheme. */
function toWeasisUrl(base: string, uids: readonly string[], token: string): string {
  const requests = uids.map((uid) => `-r "studyUID=${uid}"`).join(' ');
  const command = `$dicom:rs --url "${base}" ${requests} -H "Authorization: Bearer ${token}"`;
  return `weasis://${encodeURIComponent(command)}`;
}
