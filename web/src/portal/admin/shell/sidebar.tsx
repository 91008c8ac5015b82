import { listSections } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/shell.js';
import { House, LogOut, Search, Settings } from 'lucide-react';
import type { RefObject } from 'react';
import { useCounters } from '../../../api/desk/work-queues.ts';
import { cx } from '../../../lib/cx.ts';
import { Mark } from '../../../ui/page/mark.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import { MenuGroup, useFoldedGroups } from './menu-group.tsx';
import { EntryName, entryClass } from './sidebar-entry.tsx';
import { SEARCH_KEYS } from './use-search-keys.ts';

type SidebarProps = {
  panel: RefObject<HTMLElement | null>;
  inert: boolean;
  /** Includes the entries for owners only. */
  isOwner: boolean;
  className: string;
  onSearch: () => void;
  onSettings: () => void;
  onLogOut: () => void;
};

/** Sections, then what is the person's. From 768 to 1279 px a rail of icons, named on hover and keyboard focus. */
export function Sidebar({
  panel,
  inert,
  isOwner,
  className,
  onSearch,
  onSettings,
  onLogOut,
}: SidebarProps) {
  const counters = useCounters();
  const { folded, toggle } = useFoldedGroups();
  return (
    <aside
      ref={panel}
      inert={inert}
      className={cx(
        'flex h-dvh flex-col gap-5 overflow-y-auto border-r border-line bg-ground px-3 py-4',
        'md:sticky md:top-0 md:z-20 md:max-xl:gap-3 md:max-xl:px-2 md:max-xl:[scrollbar-width:none]',
        className,
      )}
    >
      <div className="flex items-center gap-3 px-2.5 py-1 md:max-xl:px-2">
        <span aria-hidden="true" className="size-7 shrink-0 text-accent">
          <Mark />
        </span>
        <h2 className="text-base font-semibold md:max-xl:sr-only">{texts.adminPanel()}</h2>
      </div>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className={cx(entryClass, 'border border-line bg-surface')}
      >
        <Search size={18} aria-hidden="true" />
        <EntryName>{texts.find()}</EntryName>
        <span
          aria-hidden="true"
          className="ml-auto rounded-chip border border-line px-1.5 font-sans text-note text-muted md:max-xl:hidden pointer-coarse:hidden"
        >
          {SEARCH_KEYS}
        </span>
      </button>
      <nav aria-label={texts.sections()} className="grow">
        {listSections(isOwner).map((group) => (
          <MenuGroup
            key={group.name}
            group={group}
            counters={counters}
            isFolded={folded.includes(group.name)}
            onToggle={() => toggle(group.name)}
          />
        ))}
      </nav>
      <LanguageSwitch className="justify-center border-t border-line pt-3 md:max-xl:flex-col" />
      <ul className="grid gap-0.5">
        <li>
          <a href="/" className={entryClass}>
            <House size={18} aria-hidden="true" />
            <EntryName>{texts.home()}</EntryName>
          </a>
        </li>
        <li>
          <button type="button" onClick={onSettings} className={entryClass}>
            <Settings size={18} aria-hidden="true" />
            <EntryName>{texts.settings()}</EntryName>
          </button>
        </li>
        <li>
          <button type="button" onClick={onLogOut} className={entryClass}>
            <LogOut size={18} aria-hidden="true" />
            <EntryName>{texts.logOut()}</EntryName>
          </button>
        </li>
      </ul>
    </aside>
  );
}
