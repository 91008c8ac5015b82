/** A calendar day in Baku. */
export interface CalendarDay {
  /** YYYY-MM-DD */
  iso: string;
  minus(days: number): CalendarDay;
}

const DAY = 86_400_000;

/** Today in Asia/Baku. */
export function todayInBaku(now = Date.now()): CalendarDay {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Baku',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return day(parts.format(now));
}

function day(iso: string): CalendarDay {
  return {
    iso,
    minus: (days) =>
      day(new Date(Date.parse(`${iso}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)),
  };
}
