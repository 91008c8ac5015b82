import * as texts from '@deqiq/messages/office/shell.js';
import { Menu, Search } from 'lucide-react';

type TopBarProps = {
  button: React.RefObject<HTMLButtonElement | null>;
  open: boolean;
  onMenu: () => void;
  onSearch: () => void;
};

export function TopBar({ button, open, onMenu, onSearch }: TopBarProps) {
  return (
    <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-ground px-2 py-1.5 md:hidden">
      <button
        ref={button}
        type="button"
        aria-label={texts.menu()}
        aria-expanded={open}
        onClick={onMenu}
        className="grid size-11 place-items-center rounded-field hover:bg-sunken"
      >
        <Menu size={22} aria-hidden="true" />
      </button>
      <span className="grow text-desk font-medium">{texts.adminPanel()}</span>
      <button
        type="button"
        aria-label={texts.findAnything()}
        onClick={onSearch}
        className="grid size-11 place-items-center rounded-field hover:bg-sunken"
      >
        <Search size={21} aria-hidden="true" />
      </button>
    </header>
  );
}
