import { Autocomplete } from '@base-ui/react/autocomplete';
import * as texts from '@deqiq/messages/office/search.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Building2,
  CalendarCheck,
  ClipboardList,
  Contact,
  CornerDownRight,
  FlaskConical,
  History,
  type LucideIcon,
  Plus,
  ScanLine,
  Search,
  Stethoscope,
  Users,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { searchEverything } from '../../../api/desk/search.ts';
import { useIsOwner } from '../../../api/people/staff.ts';
import { cx } from '../../../lib/cx.ts';
import { CloseOnBack } from '../../../lib/history/close-on-back.ts';
import { debounce } from '../../../ui/field/combobox/use-search.ts';
import { controlClass } from '../../../ui/field/field.tsx';
import { itemClass } from '../../../ui/field/select.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { listOwnEntries, storeRecent } from './own-entries.ts';
import { type EntryGroup, entryGroups, type SearchEntry } from './search-entries.ts';

const icons: Readonly<Record<EntryGroup['kind'], LucideIcon>> = {
  recent: History,
  actions: Plus,
  sections: CornerDownRight,
  patients: Contact,
  referrals: ClipboardList,
  partners: Users,
  checkups: ScanLine,
  clinics: Building2,
  doctors: Stethoscope,
  labs: FlaskConical,
  reservations: CalendarCheck,
};

type SearchDialogProps = {
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
};

/** Searches every list, actions and screens; a result opens its page, or its list. Open as long as it is mounted. */
export function SearchDialog({ typed, onType, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const text = typed.trim();
  const query = useQuery({
    queryKey: ['admin', 'search', text],
    queryFn: async ({ signal }) => {
      await debounce(signal);
      return entryGroups(await searchEverything(text, signal), text);
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  const isOwner = useIsOwner();
  const own = listOwnEntries(text, isOwner);
  const groups = text === '' || query.isError ? own : [...own, ...(query.data ?? [])];
  // The page of the result takes the place of the entry in the history that the dialog has added.
  const open = async (entry: SearchEntry) => {
    const { address, state } = entry;
    storeRecent(entry);
    await navigate(address, { state });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={texts.title()}>
      <Autocomplete.Root
        open
        inline
        mode="none"
        items={groups}
        value={typed}
        onValueChange={(value, { reason }) => {
          if (reason === 'input-change' || reason === 'input-clear') onType(value);
        }}
        itemToStringValue={({ title }: SearchEntry) => title}
        autoHighlight="always"
        keepHighlight
      >
        <div className="relative pt-1">
          <Search
            size={17}
            aria-hidden="true"
            className="pointer-events-none absolute bottom-3.5 left-3.5 text-muted"
          />
          <Autocomplete.Input
            data-first-focus="always"
            // The caret follows what was typed before.
            onFocus={({ target }) => target.setSelectionRange(typed.length, typed.length)}
            aria-label={texts.byName()}
            placeholder={texts.placeholder()}
            maxLength={200}
            enterKeyHint="go"
            className={cx(controlClass, 'pl-10')}
          />
        </div>
        <div className="mt-3 h-[min(26rem,52dvh)] overflow-y-auto overscroll-contain">
          <Autocomplete.Status className="text-desk text-muted not-empty:px-2.5 not-empty:py-2">
            {describeStatus(text, query, groups)}
          </Autocomplete.Status>
          {text !== '' && query.isError && (
            <QueryError query={query} failed={texts.failed()} compact />
          )}
          <Autocomplete.List className={cx('grid gap-2', query.isPlaceholderData && 'opacity-55')}>
            {(group: EntryGroup) => (
              <Autocomplete.Group key={group.kind} items={group.items}>
                <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-note font-medium text-muted">
                  {group.label}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(entry: SearchEntry) => (
                    <Autocomplete.Item
                      key={entry.id}
                      value={entry}
                      onClick={() => void open(entry)}
                      className={cx(itemClass, 'cursor-pointer py-2')}
                    >
                      <Line entry={entry} Icon={icons[group.kind]} />
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
      <CloseOnBack close={onClose} />
    </Dialog>
  );
}

type LineProps = { entry: SearchEntry; Icon: LucideIcon };

function Line({ entry: { title, about }, Icon }: LineProps) {
  return (
    <>
      <Icon size={17} aria-hidden="true" className="shrink-0 self-start text-muted mt-0.5" />
      <span className="grid min-w-0">
        <span className="truncate">{title}</span>
        {about && <span className="truncate text-note text-muted">{about}</span>}
      </span>
    </>
  );
}

type Progress = { isError: boolean; isFetching: boolean; isPlaceholderData: boolean };

/** Read aloud: the progress of the search, and how many results it has. */
function describeStatus(text: string, query: Progress, groups: readonly EntryGroup[]): string {
  if (text === '') return texts.howTo();
  if (query.isError) return '';
  if (query.isFetching && (query.isPlaceholderData || groups.length === 0))
    return texts.searching();
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return count === 0 ? texts.nothing({ text }) : texts.results({ count });
}
