/** A status and the body of the response. */
export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The number of replies with this status. */
export const countStatus = (replies: readonly Reply[], status: number): number =>
  replies.filter((reply) => reply.status === status).length;

/** Counts of all statuses as text: `1 × 200, 39 × 409`. */
export function formatStatuses(replies: readonly Reply[]): string {
  const counts = Map.groupBy(replies, (reply) => reply.status);
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, of]) => `${of.length} × ${status}`)
    .join(', ');
}
