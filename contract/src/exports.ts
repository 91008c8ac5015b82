/** Lists of the back-office that can be had as CSV, by the names their calls have. */
export const exportedLists = [
  'partners',
  'checkups',
  'applications/partner',
  'applications/reservation',
  'applications/contact',
  'payments',
  'partner-stats',
  'partnercards',
  'clinics',
  'labs',
  'reports',
] as const;

export type ExportedList = (typeof exportedLists)[number];

/** Where a list is had as CSV; `?name=` is the search in force. */
export const exportPath = (list: ExportedList): string => `/api/admin/exports/${list}`;

/** What its file is called: `partner-stats-2026-11-20.csv`. */
export const exportFileName = (list: ExportedList, day: string): string =>
  `${list.replace('/', '-')}-${day}.csv`;
