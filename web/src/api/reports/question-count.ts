import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** Milliseconds: as the marks of new results. */
const COUNTER_POLL = 30_000;

const counterQuery = queryOptions({
  queryKey: ['partner', 'counters'],
  queryFn: ({ signal }) => call('GET /api/partner/misc/counters', { signal }),
  refetchInterval: COUNTER_POLL,
  refetchOnWindowFocus: true,
});

/** Answers of the radiologist that the partner has not opened. */
export const useQuestionCount = (): number => useQuery(counterQuery).data?.counters.questions ?? 0;

/** Of an examination: answers that the partner has not opened, or a question without an answer. */
export const useConversation = (checkup: string) =>
  useQuery(counterQuery).data?.conversations.find(({ _id }) => _id === checkup);
