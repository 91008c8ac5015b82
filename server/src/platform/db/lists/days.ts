import { provider } from '@deqiq/contract/shared/provider.ts';
import { iso } from '../../time.ts';

/** The beginning of a day in Baku, in the stored form. */
export const startOfDay = (day: Temporal.PlainDate): string =>
  iso(day.toZonedDateTime(provider.timeZone).epochMilliseconds);

/** Converts days in Baku, `from` and `to` included, to instants for the filter of a list. */
export const toInstants = ({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}) => ({
  from: from && startOfDay(Temporal.PlainDate.from(from)),
  before: to && startOfDay(Temporal.PlainDate.from(to).add({ days: 1 })),
});
