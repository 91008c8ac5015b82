import {
  type CreateQuestion,
  MAX_CONVERSATIONS,
  MAX_QUESTIONS,
  type PartnerCounters,
  type Question,
  type QuestionAnswer,
  type QuestionList,
} from '@deqiq/contract/reports/questions.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as listMessages from '@deqiq/messages/reports/question-list.js';
import * as questionMessages from '@deqiq/messages/reports/questions.js';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import type { Db, QuestionRow } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newIdAfter } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import {
  type StoredAttachment,
  withAttachments,
} from '../../imaging/attachments/attachments.service.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { ImagingService } from '../../imaging/imaging/imaging.service.ts';
import type { PicturesService } from '../../imaging/pictures/pictures.service.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { ReferralMovesService } from '../../referrals/referrals/referral-moves.service.ts';
import * as conversations from './conversations.repo.ts';
import * as repo from './questions.repo.ts';

interface Deps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly notifications: Pick<NotificationsService, 'notify' | 'withdraw'>;
  readonly moves: Pick<ReferralMovesService, 'lockCheckup'>;
  readonly pictures: Pick<PicturesService, 'storeShipment'>;
  readonly files: Pick<FilesService, 'present' | 'deleteFiles'>;
  readonly imaging: Pick<ImagingService, 'request'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
}

/** A question and its photo, from a form. */
export type SentQuestion = CreateQuestion & { readonly photo?: FormFile | undefined };

export type QuestionsService = ReturnType<typeof questionsService>;

/** Questions and remarks of the referring doctor and of staff about a checkup: one list, oldest first. */
export function questionsService(deps: Deps) {
  const { db, versions, now } = deps;
  return {
    /** Opens the list: what the other side wrote is read, but not by a poll of an idle screen or for a count (`isPeek`). */
    async list(actor: Actor, checkupId: string, isPeek: boolean): Promise<QuestionList> {
      const checkup = await repo.findCheckup(db, checkupId);
      if (!checkup || isForeign(actor, checkup)) throw notFound(checkupMessages.notFound());
      const rows = await repo.list(db, checkupId);
      const other = otherSide(toSide(actor));
      // A write would make the next poll of every reader a full one.
      const isNew = rows.some((row) => row.author_role === other && row.read_at === null);
      if (isPeek || !isNew) return { questions: await presentAll(deps, db, actor, rows) };
      await repo.markRead(db, checkupId, other, isoNow(now));
      const read = await repo.list(db, checkupId);
      return { questions: await presentAll(deps, db, actor, read) };
    },

    async create(
      actor: Actor,
      checkupId: string,
      { photo, ...input }: SentQuestion,
      signal?: AbortSignal,
    ): Promise<QuestionAnswer> {
      const checkup = await repo.findCheckup(db, checkupId);
      // Before the photo is stored.
      if (!checkup || isForeign(actor, checkup)) throw notFound(checkupMessages.notFound());
      const tooLarge = listMessages.photoTooLarge;
      const sent = { field: 'photo', sent: photo ? [photo] : [], tooLarge };
      return withAttachments(deps, { actor, signal }, sent, ([stored]) =>
        createQuestion(deps, actor, checkupId, input, stored),
      );
    },

    /** Changes whenever the counters of a partner may. */
    version: versions.memoize('checkup_questions', 'checkups'),

    async count({ personId }: Actor): Promise<PartnerCounters> {
      return {
        counters: { questions: await conversations.countUnread(db, personId) },
        conversations: (await conversations.listConversations(db, personId, MAX_CONVERSATIONS)).map(
          ({ checkup_id, unread, open }) => ({
            _id: checkup_id,
            unread: Number(unread),
            isOpen: Number(open) > 0,
          }),
        ),
      };
    },

    /** In the transaction that removes a checkup permanently. */
    removeOfCheckup: (tx: Db, checkupId: string) =>
      repo.removeOfCheckup(tx, checkupId, isoNow(now)),
  };
}

const toSide = ({ role }: Actor): repo.Side => (role === 'admin' ? 'staff' : 'partner');

const otherSide = (side: repo.Side): repo.Side => (side === 'staff' ? 'partner' : 'staff');

const isForeign = ({ role, personId }: Actor, checkup: { readonly partner_id: string }): boolean =>
  role === 'partner' && checkup.partner_id !== personId;

/** The author has read the questions of the other side, and answers them. */
function createQuestion(
  deps: Deps,
  actor: Actor,
  checkupId: string,
  input: CreateQuestion,
  photo: StoredAttachment | undefined,
): Promise<QuestionAnswer> {
  const { db, audit, moves, notifications, now } = deps;
  return db.transaction().execute(async (tx) => {
    // Answers follow one another.
    await moves.lockCheckup(tx, checkupId);
    const checkup = await repo.findCheckup(tx, checkupId);
    if (!checkup || isForeign(actor, checkup)) throw notFound(checkupMessages.notFound());
    await assertReferences(tx, actor, checkupId, input);
    const rows = await repo.list(tx, checkupId);
    if (rows.length >= MAX_QUESTIONS)
      throw conflict(questionMessages.tooMany({ max: MAX_QUESTIONS }));
    const side = toSide(actor);
    const at = isoNow(now);
    const row: QuestionRow = {
      id: newIdAfter(rows.at(-1)?.id),
      checkup_id: checkupId,
      partner_id: checkup.partner_id,
      author_role: side,
      author_id: actor.personId,
      author_name: await repo.findName(tx, side, actor.personId),
      text: input.text,
      report_id: input.report,
      file_id: input.file,
      point: input.point && JSON.stringify(input.point),
      created_at: at,
      read_at: null,
      answered_at: null,
    };
    await repo.markRead(tx, checkupId, otherSide(side), at);
    await repo.markAnswered(tx, checkupId, otherSide(side), at);
    await repo.insert(tx, row);
    if (photo) await attachPhoto(deps, tx, row, photo);
    await audit.record(tx, actor, 'create', 'question', row.id, `checkup ${checkupId}`);
    // The other side was told of an earlier one that it has not opened.
    const isTold = rows.some((each) => each.author_role === side && each.read_at === null);
    if (!isTold) await tellOtherSide(notifications, tx, row);
    const [question = present(row, null)] = await presentAll(deps, tx, actor, [row]);
    return { question, message: questionMessages.sent() };
  });
}

async function attachPhoto(
  { imaging }: Pick<Deps, 'imaging'>,
  tx: Db,
  { id: question_id, created_at }: QuestionRow,
  photo: StoredAttachment,
): Promise<void> {
  await repo.insertPhoto(tx, { ...photo, question_id, created_at });
  await imaging.request(tx, [photo]);
}

async function assertReferences(
  tx: Db,
  actor: Actor,
  checkupId: string,
  { report, file }: CreateQuestion,
): Promise<void> {
  const isPartner = actor.role === 'partner';
  if (file !== null && !(await repo.hasFile(tx, { checkupId, fileId: file, isPartner })))
    throw invalid('file', questionMessages.badFile());
  if (report !== null && !(await repo.hasReport(tx, { checkupId, reportId: report, isPartner })))
    throw invalid('report', questionMessages.badReport());
}

async function tellOtherSide(
  notifications: Deps['notifications'],
  tx: Db,
  { author_role, checkup_id: objectId, partner_id: partnerId }: QuestionRow,
): Promise<void> {
  const kind = author_role === 'staff' ? 'answer' : 'question';
  await notifications.withdraw(tx, { kind, objectId });
  await notifications.notify(
    tx,
    kind === 'answer' ? { kind, objectId, partnerId } : { kind, objectId },
  );
}

/** Questions of one checkup with their photos. */
async function presentAll(
  { files }: Pick<Deps, 'files'>,
  db: Db,
  { role, sessionId }: Actor,
  rows: readonly QuestionRow[],
): Promise<Question[]> {
  const [first] = rows;
  if (!first) return [];
  const photos = new Map(
    (await repo.listPhotos(db, first.checkup_id)).map((photo) => [photo.question_id, photo]),
  );
  const reader = role === 'admin' ? 'staff' : 'partner';
  return rows.map((row) => {
    const photo = photos.get(row.id);
    const [link = null] = photo ? files.present([photo], sessionId, { reader }) : [];
    return present(row, link);
  });
}

/** Staff without the right to sign write as the provider: a username is half of a login. */
const present = (row: QuestionRow, photo: Question['photo']): Question => ({
  _id: row.id,
  text: row.text,
  author: { role: row.author_role, name: row.author_name || clinicFacts().name },
  at: row.created_at,
  readAt: row.read_at,
  answeredAt: row.answered_at,
  report: row.report_id,
  file: row.file_id,
  point: row.point === null ? null : JSON.parse(row.point),
  photo,
});
