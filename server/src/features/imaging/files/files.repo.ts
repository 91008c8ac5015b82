import { selectObjectId } from '../../../platform/db/file-objects.ts';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import type {
  CheckupFileRow,
  Db,
  IntakeFileRow,
  QuestionFileRow,
  ReferralFileRow,
} from '../../../platform/db/tables.ts';

/** A file, and the id of the object with its bytes. */
export type LocatedFile = CheckupFileRow & { readonly object_id: string };

export type OwnedFile = LocatedFile & { readonly partner_id: string };

const byId = compileOnce<{ id: string }, OwnedFile>((db, slot) =>
  db
    .selectFrom('checkup_files')
    .innerJoin('checkups', 'checkups.id', 'checkup_files.checkup_id')
    .selectAll('checkup_files')
    .select(['checkups.partner_id', selectObjectId('checkup_files.id').as('object_id')])
    .where('checkup_files.id', '=', slot('id')),
);

const ofStudy = compileOnce<{ id: string }, IntakeFileRow & { object_id: string }>((db, slot) =>
  db
    .selectFrom('intake_files')
    .selectAll()
    .select(selectObjectId('intake_files.id').as('object_id'))
    .where('id', '=', slot('id')),
);

const ofReferral = compileOnce<
  { id: string },
  ReferralFileRow & { object_id: string; partner_id: string }
>((db, slot) =>
  db
    .selectFrom('referral_files')
    .innerJoin('referrals', 'referrals.id', 'referral_files.referral_id')
    .selectAll('referral_files')
    .select(['referrals.partner_id', 'referral_files.id as object_id'])
    .where('referral_files.id', '=', slot('id')),
);

/** A picture that is attached to something else than a checkup. */
const ATTACHED = {
  checkup_id: '',
  kind: 'file',
  patient_check: '',
  completes_checkup: 0,
} as const;

const ofQuestion = compileOnce<
  { id: string },
  QuestionFileRow & { object_id: string; partner_id: string }
>((db, slot) =>
  db
    .selectFrom('question_files')
    .innerJoin('checkup_questions', 'checkup_questions.id', 'question_files.question_id')
    .innerJoin('checkups', 'checkups.id', 'checkup_questions.checkup_id')
    .selectAll('question_files')
    .select(['checkups.partner_id', 'question_files.id as object_id'])
    .where('question_files.id', '=', slot('id')),
);

/** A file of a checkup, a referral or a question, or one of a study that is not assigned yet, which has no partner. */
export async function find(db: Db, id: string): Promise<OwnedFile | undefined> {
  const [file] = await byId(db, { id });
  if (file) return file;
  const [attached] = await ofReferral(db, { id });
  if (attached) {
    const { referral_id: _, ...columns } = attached;
    return { ...columns, ...ATTACHED };
  }
  const [shown] = await ofQuestion(db, { id });
  if (shown) {
    const { question_id: _, ...columns } = shown;
    return { ...columns, ...ATTACHED, position: 0 };
  }
  const [unassigned] = await ofStudy(db, { id });
  if (!unassigned) return undefined;
  const { study_id, ...columns } = unassigned;
  return {
    ...columns,
    checkup_id: '',
    kind: 'xray',
    position: 0,
    partner_id: '',
    patient_check: '',
    completes_checkup: 0,
  };
}

/** Those of these files that exist and are not held back, in the order of the ids. */
export async function listByIds(db: Db, ids: readonly string[]): Promise<LocatedFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('checkup_files')
    .selectAll()
    .select(selectObjectId('checkup_files.id').as('object_id'))
    .where('id', 'in', [...ids])
    .where('patient_check', '!=', 'different')
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
