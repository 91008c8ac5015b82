const TYPED = /^(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})$/;

/** `YYYY-MM-DD` of a date typed as dd.mm.yyyy (or as `YYYY-MM-DD`); any other text is returned unchanged. */
export function parseDay(typed: string): string {
  const [, day = '', month = '', year = ''] = TYPED.exec(typed.trim()) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed.trim();
}
