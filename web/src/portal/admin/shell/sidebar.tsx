import {
  adminSections,
  auditSection,
  deskSections,
  devicesSection,
  intakeSection,
  monthSection,
  protectionSection,
  securitySection,
  settingsSection,
  sharesSection,
  staffSection,
} from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/shell.js';
import { House, LogOut, Search, Settings } from 'lucide-react';
import type { RefObject } from 'react';
import { NavLink } from 'react-router';
import { useCounters } from '../../../api/desk/work-queues.ts';
import { cx } from '../../../lib/cx.ts';
import { Mark } from '../../../ui/page/mark.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import { countWaiting, sectionIcons } from './section-icons.ts';
import { EntryCount, EntryName, entryClass } from './sidebar-entry.tsx';
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
  const sections = [
    ...adminSections,
    intakeSection,
    devicesSection,
    sharesSection,
    securitySection,
    ...(isOwner
      ? [monthSection, staffSection, settingsSection, protectionSection, auditSection]
      : []),
  ];
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
        {[deskSections, sections].map((group) => (
          <ul
            key={group[0]?.path}
            className="grid gap-0.5 not-first:mt-2.5 not-first:border-t not-first:border-line not-first:pt-2.5"
          >
            {group.map(({ label, path }) => {
              const Icon = sectionIcons[path];
              const waiting = countWaiting(path, counters);
              return (
                <li key={path}>
                  <NavLink
                    to={path}
                    end={path === '/admin/dashboard'}
                    className={entryClass}
                    {...(waiting > 0 && { 'aria-description': texts.waiting({ count: waiting }) })}
                  >
                    <Icon size={18} aria-hidden="true" />
                    <EntryName>{label()}</EntryName>
                    {waiting > 0 && <EntryCount>{waiting}</EntryCount>}
                  </NavLink>
                </li>
              );
            })}
          </ul>
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
