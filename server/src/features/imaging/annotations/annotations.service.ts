import { MAX_ANNOTATIONS } from '@deqiq/contract/imaging/annotation-limits.ts';
import type {
  Annotation,
  CreateAnnotation,
  UpdateAnnotation,
} from '@deqiq/contract/imaging/annotations.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import type { AnnotationRow, Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { AppError, conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { CheckupsService } from '../../examinations/checkups/checkups.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './annotations.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  checkups: Pick<CheckupsService, 'areOfSamePatient'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

/** Parameters of a path: the file, and the annotation's `_id`. */
interface Target {
  readonly id: string;
  readonly annotation: string;
}

export type AnnotationsService = ReturnType<typeof annotationsService>;

/** Measurements and drawings in the pictures of a file: staff's and those of the partner whose file it is. */
export function annotationsService({ db, versions, checkups, audit, now }: Deps) {
  /** The annotation, for its author; throws 403 for others, and the same 404 without annotation and without file. */
  async function findOwn(tx: Db, actor: Actor, { id, annotation }: Target): Promise<AnnotationRow> {
    const isVisible = await repo.canSeeFile(tx, actor, id);
    const row = isVisible && (await repo.find(tx, id, annotation));
    if (!row) throw notFound(annotationMessages.notFound());
    if (!isOwn(row, actor)) throw new AppError('forbidden', 403, annotationMessages.notOwn());
    return row;
  }

  /** 409 with the current annotation, or 404 if it has been deleted since. */
  async function createConflict(
    tx: Db,
    actor: Actor,
    { id, annotation }: Target,
  ): Promise<AppError> {
    const row = await repo.find(tx, id, annotation);
    if (!row) return notFound(annotationMessages.notFound());
    return conflict(annotationMessages.changed(), { annotation: present(row, actor) });
  }

  /** Throws 400 where an alignment is that of a scan which the person cannot see, of another patient or of another file. */
  async function assertScan(
    tx: Db,
    actor: Actor,
    fileId: string,
    { content }: Pick<CreateAnnotation, 'content'>,
  ) {
    if (content.kind !== 'alignment') return;
    const volume = await repo.findCheckup(tx, actor, fileId);
    const scan = await repo.findCheckup(tx, actor, content.scan);
    const isOfPatient =
      volume && scan?.isOfScan && (await checkups.areOfSamePatient(tx, volume.id, scan.id));
    if (!isOfPatient) throw invalid('content.scan', annotationMessages.noScan());
  }

  const record = (tx: Db, actor: Actor, action: string, { id, annotation }: Target) =>
    audit.record(tx, actor, action, 'annotation', annotation, `file ${id}`);

  return {
    /** Changes whenever a list would. */
    version: versions.memoize('annotations', 'checkup_files', 'checkups'),

    async list(actor: Actor, fileId: string) {
      if (!(await repo.canSeeFile(db, actor, fileId))) throw notFound(storageMessages.notFound());
      const rows = await repo.list(db, fileId);
      return { annotations: rows.map((row) => present(row, actor)) };
    },

    /** A repeated call returns the annotation; an `_id` that is in use for something else is a conflict. */
    create(actor: Actor, fileId: string, input: CreateAnnotation) {
      const target = { id: fileId, annotation: input._id };
      return db.transaction().execute(async (tx) => {
        if (!(await repo.lockFile(tx, actor, fileId))) throw notFound(storageMessages.notFound());
        const existing = await repo.find(tx, fileId, input._id);
        if (existing && isOwn(existing, actor) && hasContent(existing, input))
          return { annotation: present(existing, actor) };
        if (existing) throw await createConflict(tx, actor, target);
        await assertScan(tx, actor, fileId, input);
        if ((await repo.count(tx, fileId)) >= MAX_ANNOTATIONS)
          throw conflict(annotationMessages.tooMany({ max: MAX_ANNOTATIONS }));
        const row = newRow(fileId, input, {
          actor,
          at: isoNow(now),
          name: await repo.findName(tx, actor),
        });
        if (!(await repo.insert(tx, row))) throw conflict(annotationMessages.changed());
        await record(tx, actor, 'create', target);
        return { annotation: present(row, actor) };
      });
    },

    /** Replaces label and content. A repeated call returns the annotation. */
    update(actor: Actor, target: Target, { version, ...input }: UpdateAnnotation) {
      return db.transaction().execute(async (tx) => {
        const row = await findOwn(tx, actor, target);
        if (row.version === version + 1 && hasContent(row, input))
          return { annotation: present(row, actor) };
        await assertScan(tx, actor, target.id, input);
        const content = JSON.stringify(input.content);
        const changes = { label: input.label, content, updated_at: isoNow(now) };
        if (!(await repo.update(tx, { id: row.id, version }, changes)))
          throw await createConflict(tx, actor, target);
        await record(tx, actor, 'change', target);
        return { annotation: present({ ...row, ...changes, version: version + 1 }, actor) };
      });
    },

    remove(actor: Actor, target: Target, version: number) {
      return db.transaction().execute(async (tx) => {
        const { id } = await findOwn(tx, actor, target);
        if (!(await repo.remove(tx, { id, version })))
          throw await createConflict(tx, actor, target);
        await record(tx, actor, 'delete', target);
        return { message: annotationMessages.deleted() };
      });
    },
  };
}

const authorRole = ({ role }: Actor) => (role === 'admin' ? 'staff' : 'partner');

/** Partners change what their account made, staff what any of the staff made. */
const isOwn = (row: AnnotationRow, actor: Actor): boolean =>
  row.author_role === authorRole(actor) &&
  (actor.role === 'admin' || row.author_id === actor.personId);

const hasContent = (row: AnnotationRow, { label, content }: Omit<UpdateAnnotation, 'version'>) =>
  row.label === label && row.content === JSON.stringify(content);

function newRow(
  file_id: string,
  { _id, label, content }: CreateAnnotation,
  { actor, name, at }: { readonly actor: Actor; readonly name: string; readonly at: string },
): AnnotationRow {
  return {
    id: newId(),
    client_id: _id,
    file_id,
    version: 1,
    label,
    content: JSON.stringify(content),
    author_role: authorRole(actor),
    author_id: actor.personId,
    author_name: name,
    created_at: at,
    updated_at: at,
  };
}

/** Partners read the provider's name instead of a username of the staff, which is half of a login. */
function present(row: AnnotationRow, actor: Actor): Annotation {
  const isStaff = row.author_role === 'staff';
  return {
    _id: row.client_id,
    version: row.version,
    label: row.label,
    content: JSON.parse(row.content),
    author: {
      role: row.author_role,
      name: isStaff && actor.role === 'partner' ? clinicFacts().name : row.author_name,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isOwn: isOwn(row, actor),
  };
}
