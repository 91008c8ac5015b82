import type { Counters } from '@deqiq/contract/desk/work-queues.ts';
import type { SectionGroup } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/shell.js';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { NavLink } from 'react-router';
import { cx } from '../../../lib/cx.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { useStoredSetting } from '../../shell/stored/stored-setting.ts';
import { countWaiting, sectionIcons } from './section-icons.ts';
import { EntryCount, EntryName, entryClass } from './sidebar-entry.tsx';

type GroupName = SectionGroup['name'];

const groupNames: Readonly<Record<GroupName, () => string>> = {
  desk: texts.desk,
  clinic: texts.clinic,
  machines: texts.machines,
  owner: texts.owner,
};

const NONE: readonly GroupName[] = [];

/** The groups of the menu that the person has folded in this browser. */
export function useFoldedGroups() {
  const [folded, setFolded] = useStoredSetting('menu', 'people', NONE, 'folded');
  const toggle = (group: GroupName) =>
    setFolded(
      folded.includes(group) ? folded.filter((name) => name !== group) : [...folded, group],
    );
  return { folded, toggle };
}

type MenuGroupProps = {
  group: SectionGroup;
  counters: Counters | undefined;
  isFolded: boolean;
  onToggle: () => void;
};

/** A group of sections under its name, which folds it. The rail of icons has no names and shows every group. */
export function MenuGroup({ group, counters, isFolded, onToggle }: MenuGroupProps) {
  const list = useId();
  const isRail = useMediaQuery('(48rem <= width < 80rem)');
  const entries = group.sections.map((section) => ({
    ...section,
    waiting: countWaiting(section.path, counters),
  }));
  const waiting = isFolded ? entries.reduce((sum, entry) => sum + entry.waiting, 0) : 0;
  return (
    <div className="not-first:mt-2.5 not-first:border-t not-first:border-line not-first:pt-2.5">
      <button
        type="button"
        aria-expanded={!isFolded}
        aria-controls={list}
        aria-description={describe(waiting)}
        onClick={onToggle}
        className="flex min-h-7 w-full items-center rounded-field px-2.5 text-left text-note font-medium text-muted transition-colors duration-160 hover:bg-sunken hover:text-text max-md:min-h-11 md:max-xl:hidden pointer-coarse:min-h-11"
      >
        <span className="grow">{groupNames[group.name]()}</span>
        {waiting > 0 && <EntryCount>{waiting}</EntryCount>}
        <ChevronDown
          size={15}
          aria-hidden="true"
          className={cx('ml-1.5 shrink-0', isFolded && '-rotate-90')}
        />
      </button>
      <ul id={list} hidden={isFolded && !isRail} className="grid gap-0.5">
        {entries.map((entry) => (
          <MenuEntry key={entry.path} {...entry} />
        ))}
      </ul>
    </div>
  );
}

const describe = (waiting: number): string | undefined =>
  waiting > 0 ? texts.waiting({ count: waiting }) : undefined;

type MenuEntryProps = SectionGroup['sections'][number] & { waiting: number };

function MenuEntry({ label, path, waiting }: MenuEntryProps) {
  const Icon = sectionIcons[path];
  return (
    <li>
      <NavLink
        to={path}
        end={path === '/admin/dashboard'}
        className={entryClass}
        aria-description={describe(waiting)}
      >
        <Icon size={18} aria-hidden="true" />
        <EntryName>{label()}</EntryName>
        {waiting > 0 && <EntryCount>{waiting}</EntryCount>}
      </NavLink>
    </li>
  );
}
