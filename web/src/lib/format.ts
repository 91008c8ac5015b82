const calendarDay = new Intl.DateTimeFormat('az-AZ', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A calendar date as people write it, 20.11.2026; a dash where there is none. */
export function formatDay(isoDate: string | null): string {
  const date = isoDate ? new Date(isoDate) : undefined;
  return date && !Number.isNaN(date.getTime()) ? calendarDay.format(date) : '—';
}
