/** The days of a month, YYYY-MM, as the API takes them. */
export function listMonthDays(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to: last };
}
