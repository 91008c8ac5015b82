import { listSections, portalPaths } from '@deqiq/contract/shared/paths.ts';
import { foldText } from '@deqiq/contract/shared/text.ts';
import * as calendarTexts from '@deqiq/messages/office/calendar.js';
import * as checkupTexts from '@deqiq/messages/office/checkups.js';
import * as clinicTexts from '@deqiq/messages/office/clinics.js';
import * as doctorTexts from '@deqiq/messages/office/doctors.js';
import * as labTexts from '@deqiq/messages/office/labs-screen.js';
import * as partnerTexts from '@deqiq/messages/office/partners-screen.js';
import * as patientTexts from '@deqiq/messages/office/patients.js';
import * as referralTexts from '@deqiq/messages/office/referrals.js';
import * as texts from '@deqiq/messages/office/search.js';
import { readStored, writeStored } from '../../shell/stored/stored-drafts.ts';
import { ADDS } from '../list/add-button.tsx';
import type { EntryGroup, SearchEntry } from './search-entries.ts';

const MAX_RECENT = 5;
const RECENT = 'search recent';

/** Buttons of lists: the screen opens with the form. */
const actions = [
  { label: referralTexts.add, path: portalPaths.referrals },
  { label: calendarTexts.add, path: portalPaths.calendar },
  { label: checkupTexts.add, path: portalPaths.adminCheckups },
  { label: patientTexts.add, path: portalPaths.patients },
  { label: partnerTexts.add, path: portalPaths.adminDashboard },
  { label: labTexts.add, path: '/admin/dashboard/labs' },
  { label: doctorTexts.add, path: '/admin/dashboard/doctors' },
  { label: clinicTexts.add, path: '/admin/dashboard/clinics' },
];

/** The last entries that were opened, actions and screens: all, or those that contain each word of the text. */
export function listOwnEntries(text: string, isOwner: boolean): EntryGroup[] {
  const groups: EntryGroup[] = [
    { kind: 'recent', label: texts.recent(), items: text === '' ? readRecent() : [] },
    {
      kind: 'actions',
      label: texts.actions(),
      items: actions
        .filter(({ label }) => isMatch(text, `${label()} ${texts.wordsOfActions()}`))
        .map(({ label, path }) => ({
          id: `action ${path}`,
          title: label(),
          about: '',
          address: path,
          state: ADDS,
        })),
    },
    {
      kind: 'sections',
      label: texts.sections(),
      items: listSections(isOwner)
        .flatMap(({ sections }) => sections)
        .filter(({ label }) => isMatch(text, label()))
        .map(({ label, path }) => ({
          id: `section ${path}`,
          title: label(),
          about: '',
          address: path,
        })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Each word of the text begins a word of the name. */
function isMatch(text: string, name: string): boolean {
  const names = foldText(name).split(' ');
  return foldText(text)
    .split(' ')
    .every((word) => names.some((each) => each.startsWith(word)));
}

const readRecent = (): SearchEntry[] => (readStored(RECENT) as SearchEntry[] | undefined) ?? [];

/** Stored until the end of the session: names of patients are among them. */
export function storeRecent(entry: SearchEntry): void {
  const recent = { ...entry, id: `recent ${entry.id.replace(/^recent /, '')}` };
  const others = readRecent().filter(({ id }) => id !== recent.id);
  writeStored(RECENT, [recent, ...others].slice(0, MAX_RECENT));
}
