import type { Question } from '@deqiq/contract/reports/questions.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/reports/question-list.js';
import { useQuery } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { useRetries } from '../../../api/http/use-retries.ts';
import { questionsQuery } from '../../../api/reports/questions.ts';
import { MINUTE } from '../../../lib/durations.ts';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { findOutbox, isOwn, type Pin } from './outbox.ts';
import { QuestionForm } from './question-form.tsx';
import { QuestionItem, UnsentItem } from './question-item.tsx';

type QuestionsProps = {
  area: Role;
  checkup: string;
  /** The report that new questions are about; null: the checkup. */
  report: string | null;
  /** Opens the picture of a pinned question. */
  onShow: (pin: Pin) => void;
  /** Asks for a point of the shown picture; absent where none is shown. */
  onPick?: ((signal: AbortSignal) => Promise<Pin | undefined>) | undefined;
};

/** The questions and answers of doctor and radiologist about a checkup, and the field for the next question or answer. */
export function Questions({ area, checkup, report, onShow, onPick }: QuestionsProps) {
  const query = useQuery(questionsQuery(area, checkup));
  const outbox = findOutbox(area, checkup);
  const { unsent } = useSyncExternalStore(outbox.state.subscribe, outbox.state.get);
  // While one is sent again too: the intervals grow.
  useRetries(
    unsent.some(({ state }) => state !== 'refused'),
    outbox.retry,
  );
  const questions = query.data?.questions ?? [];
  const isNew = useNewMarks(questions, area);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={texts.title()}>
      <h2 className="text-title">{texts.title()}</h2>
      <QueryError query={query} failed={texts.failed()} compact />
      {query.isPending && <Loader />}
      {query.isSuccess && questions.length + unsent.length === 0 && (
        <p className="text-desk text-muted">{texts.none()}</p>
      )}
      <ol className="grid gap-3 empty:hidden" aria-live="polite">
        {questions.map((question) => (
          <QuestionItem
            key={question._id}
            question={question}
            isOwn={isOwn(question, area)}
            isNew={isNew(question)}
            onShow={onShow}
          />
        ))}
        {unsent.map((one) => (
          <UnsentItem key={one.key} unsent={one} outbox={outbox} />
        ))}
      </ol>
      <QuestionForm area={area} outbox={outbox} report={report} onPick={onPick} />
    </section>
  );
}

/** Milliseconds since it was read in which a question counts as new when this list first shows it. */
const NEW = MINUTE;

/** Showing a question of the other side has marked it as read: it stays new until this list is left. */
function useNewMarks(questions: readonly Question[], area: Role) {
  const marks = useRef(new Map<string, boolean>());
  for (const question of questions) {
    if (marks.current.has(question._id)) continue;
    const { readAt } = question;
    const isUnread = readAt === null || Date.now() - Date.parse(readAt) < NEW;
    marks.current.set(question._id, !isOwn(question, area) && isUnread);
  }
  return ({ _id }: Question) => marks.current.get(_id) === true;
}
