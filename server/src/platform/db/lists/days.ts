import { provider } from '@deqiq/contract/shared/provider.ts';

const startOf = (day: Temporal.PlainDate): string =>
  new Date(day.toZonedDateTime(provider.timeZone).epochMilliseconds).toISOString();

/** The instants of whole days in Baku, `from` and `to` included, as filters of a list. */
export const instantsOf = ({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}) => ({
  from: from && startOf(Temporal.PlainDate.from(from)),
  before: to && startOf(Temporal.PlainDate.from(to).add({ days: 1 })),
});
