import type { CreateQuestion, QuestionList } from '@deqiq/contract/reports/questions.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { PICTURES_TIMEOUT } from '../http/form-data.ts';
import { queryClient } from '../http/query.ts';

/** Milliseconds: an answer appears within five seconds. */
const POLL = 4_000;

/** Questions of a checkup, oldest first. What the other side wrote is read when this list is fetched. */
export const questionsQuery = (role: Role, checkup: string) =>
  queryOptions({
    queryKey: [role, 'questions', checkup],
    queryFn: ({ signal }): Promise<QuestionList> =>
      call(`GET /api/${role}/checkups/:id/questions`, { params: { id: checkup }, signal }),
    refetchInterval: POLL,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });

/** The same list for a count: nothing is read by it. */
export const peekedQuestionsQuery = (role: Role, checkup: string) => {
  const { queryKey, ...query } = questionsQuery(role, checkup);
  return queryOptions({
    ...query,
    queryKey: [...queryKey, 'peek'],
    queryFn: ({ signal }): Promise<QuestionList> =>
      call(`GET /api/${role}/checkups/:id/questions`, {
        params: { id: checkup },
        query: { peek: '1' },
        signal,
      }),
  });
};

/** The multipart form of a question. */
const toForm = ({ text, report, file, point }: CreateQuestion, photo: File | null) => ({
  text,
  report: report ?? '',
  file: file ?? '',
  point: point ? JSON.stringify(point) : '',
  ...(photo && { photo }),
});

export async function sendQuestion(
  role: Role,
  checkup: string,
  body: CreateQuestion,
  photo: File | null,
): Promise<void> {
  const { question } = await call(`POST /api/${role}/checkups/:id/questions`, {
    params: { id: checkup },
    form: toForm(body, photo),
    ...(photo && { timeoutMs: PICTURES_TIMEOUT }),
  });
  const { queryKey } = questionsQuery(role, checkup);
  void queryClient.invalidateQueries({ queryKey: [role, 'counters'] });
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<QuestionList>(queryKey, (list) => ({
    questions: [...(list?.questions ?? []).filter(({ _id }) => _id !== question._id), question],
  }));
}
