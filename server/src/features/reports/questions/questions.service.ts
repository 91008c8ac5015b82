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
import * as questionMessages from '@deqiq/messages/reports/questions.js';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import type { Db, QuestionRow } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newIdAfter } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { ReferralMovesService } from '../../referrals/referrals/referral-moves.service.ts';
import * as repo from './questions.repo.ts';

interface Deps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly notifications: Pick<NotificationsService, 'notify' | 'withdraw'>;
  readonly moves: Pick<ReferralMovesService, 'lockCheckup'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
}

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
      const other = otherSide(sideOf(actor));
      // A write would make the next poll of every reader a full one.
      const isNew = rows.some((row) => row.author_role === other && row.read_at === null);
      if (isPeek || !isNew) return { questions: rows.map(present) };
      await repo.markRead(db, checkupId, other, isoNow(now));
      return { questions: (await repo.list(db, checkupId)).map(present) };
    },

    create: (actor: Actor, checkupId: string, input: CreateQuestion) =>
      createQuestion(deps, actor, checkupId, input),

    /** Changes whenever the counters of a partner may. */
    version: versions.memoize('checkup_questions', 'checkups'),

    async count({ personId }: Actor): Promise<PartnerCounters> {
      return {
        counters: { questions: await repo.countUnread(db, personId) },
        conversations: (await repo.listConversations(db, personId, MAX_CONVERSATIONS)).map(
          ({ checkup_id, unread, open }) => ({
            _id: checkup_id,
            unread: Number(unread),
            isOpen: Number(open) > 0,
          }),
        ),
      };
    },

    /** In the transaction that removes a checkup permanently. */
    removeOfCheckup: repo.removeOfCheckup,
  };
}

const sideOf = ({ role }: Actor): repo.Side => (role === 'admin' ? 'staff' : 'partner');

const otherSide = (side: repo.Side): repo.Side => (side === 'staff' ? 'partner' : 'staff');

const isForeign = ({ role, personId }: Actor, checkup: { readonly partner_id: string }): boolean =>
  role === 'partner' && checkup.partner_id !== personId;

/** The author has read the questions of the other side, and answers them. */
function createQuestion(
  { db, audit, moves, notifications, now }: Deps,
  actor: Actor,
  checkupId: string,
  input: CreateQuestion,
): Promise<QuestionAnswer> {
  return db.transaction().execute(async (tx) => {
    // Answers follow one another.
    await moves.lockCheckup(tx, checkupId);
    const checkup = await repo.findCheckup(tx, checkupId);
    if (!checkup || isForeign(actor, checkup)) throw notFound(checkupMessages.notFound());
    await assertReferences(tx, actor, checkupId, input);
    const rows = await repo.list(tx, checkupId);
    if (rows.length >= MAX_QUESTIONS)
      throw conflict(questionMessages.tooMany({ max: MAX_QUESTIONS }));
    const side = sideOf(actor);
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
    await audit.record(tx, actor, 'create', 'question', row.id, `checkup ${checkupId}`);
    // The other side was told of an earlier one that it has not opened.
    const isTold = rows.some((each) => each.author_role === side && each.read_at === null);
    if (!isTold) await tellOtherSide(notifications, tx, row);
    return { question: present(row), message: questionMessages.sent() };
  });
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

/** Staff without the right to sign write as the provider: a username is half of a login. */
const present = (row: QuestionRow): Question => ({
  _id: row.id,
  text: row.text,
  author: { role: row.author_role, name: row.author_name || clinicFacts().name },
  at: row.created_at,
  readAt: row.read_at,
  answeredAt: row.answered_at,
  report: row.report_id,
  file: row.file_id,
  point: row.point === null ? null : JSON.parse(row.point),
});
