import * as texts from '@deqiq/messages/site/layout.js';
import { ChevronDown } from 'lucide-react';
import { NavLink } from './nav-link.tsx';
import { headerEntries, type Link } from './navigation.ts';

const entry =
  'flex min-h-touch items-center gap-1 rounded-field px-2.5 hover:text-accent aria-[current=page]:text-accent';

interface DropdownProps {
  label: () => string;
  id: string;
  links: readonly Link[];
  current: readonly string[];
}

/** The popover attribute gives what a dropdown needs: one open at a time, light dismiss, Escape. */
function Dropdown({ label, id, links, current }: DropdownProps) {
  return (
    <>
      <button type="button" popoverTarget={id} className={`${entry} dropdown-button`}>
        {label()}
        <ChevronDown aria-hidden="true" size={16} strokeWidth={1.75} />
      </button>
      <div id={id} popover="auto" className="dropdown">
        <ul className="grid p-2">
          {links.map((link) => (
            <li key={link.path}>
              <NavLink
                path={link.path}
                current={current}
                className="flex min-h-touch items-center rounded-field px-3 hover:bg-mist aria-[current=page]:text-accent"
              >
                {link.label()}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** The navigation from 768 px up. */
export function WideMenu({ current }: { current: readonly string[] }) {
  return (
    <nav aria-label={texts.mainMenu()} className="-mx-2.5">
      <ul className="flex items-center text-desk font-medium desk:gap-0.5">
        {headerEntries.map((item) => (
          <li key={item.label()}>
            {'links' in item ? (
              <Dropdown {...item} current={current} />
            ) : (
              <NavLink path={item.path} current={current} className={entry}>
                {item.label()}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
