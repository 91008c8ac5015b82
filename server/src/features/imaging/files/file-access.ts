import * as fileMessages from '@deqiq/messages/imaging/files.js';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Actor, Identity, Visit } from '../../../platform/http/identity.ts';
import * as repo from './files.repo.ts';
import type { Capability, FileLinks } from './links.ts';

export interface AccessDeps {
  db: Db;
  links: Pick<FileLinks, 'verify'>;
  sessions: { findLive(sessionId: string): Promise<Identity | undefined> };
  /** Sessions of people who have opened a share. */
  visits: { findForFile(visitId: string, fileId: string): Promise<Visit | undefined> };
}

/** The reader of a file: a signed-in person or the visitor of a share. */
export type Reader =
  | { readonly person: Identity; readonly visit?: never }
  | { readonly visit: Visit; readonly person?: never };

/** A capability whose reader may see the file now. */
export interface Authorized {
  readonly capability: Capability;
  readonly reader: Reader;
  readonly row: repo.OwnedFile;
}

/** Verifies a link, its session and the right to see the file. Throws 404 or 410. */
export async function authorizeLink(deps: AccessDeps, link: string): Promise<Authorized> {
  const capability = deps.links.verify(link);
  switch (capability) {
    case 'expired':
      throw new AppError('gone', 410, fileMessages.expired());
    case 'invalid':
      throw notFound(storageMessages.notFound());
    default: {
      const row = await repo.find(deps.db, capability.fileId);
      const reader = row && (await findReader(deps, capability, row));
      if (!reader) throw notFound(storageMessages.notFound());
      return { capability, reader, row };
    }
  }
}

async function findReader(
  { sessions, visits }: AccessDeps,
  { sessionId, fileId }: Capability,
  row: repo.OwnedFile,
): Promise<Reader | undefined> {
  const person = await sessions.findLive(sessionId);
  if (person) return canRead(person, row) ? { person } : undefined;
  const visit = await visits.findForFile(sessionId, fileId);
  return visit && { visit };
}

const canRead = (person: Identity, file: repo.OwnedFile) =>
  (person.role === 'admin' && !person.mustEnrol) ||
  (person.personId === file.partner_id && file.patient_check !== 'different');

/** The author of a view, for the audit. */
export function describeReader(
  { person, visit }: Reader,
  address: string,
): { actor: Actor } | { actor: null; address: string; detail: string } {
  if (person) return { actor: { ...person, address } };
  return { actor: null, address, detail: `share ${visit.share_id}` };
}
