import { adminSections } from '@deqiq/contract/paths.ts';
import {
  Building2,
  CalendarCheck,
  ChartNoAxesColumn,
  FlaskConical,
  Handshake,
  House,
  LogOut,
  type LucideIcon,
  Mail,
  MessageSquareText,
  ScanLine,
  Settings,
  Stethoscope,
  Users,
  Wallet,
} from 'lucide-react';
import type { RefObject } from 'react';
import { NavLink } from 'react-router';
import { cx } from '../../../lib/cx.ts';
import { Mark } from '../../../ui/page/mark.tsx';

const icons: Record<(typeof adminSections)[number]['label'], LucideIcon> = {
  Partners: Users,
  Checkups: ScanLine,
  'Applies Partner': Handshake,
  'Applies Reservation': CalendarCheck,
  Payments: Wallet,
  'Partner Stats': ChartNoAxesColumn,
  Doctors: Stethoscope,
  Clinics: Building2,
  Labs: FlaskConical,
  Reports: MessageSquareText,
  Messages: Mail,
};

type SidebarProps = {
  panel: RefObject<HTMLElement | null>;
  inert: boolean;
  className: string;
  onSettings: () => void;
  onLogOut: () => void;
};

/** The sections in order, and below them what belongs to the person. */
export function Sidebar({ panel, inert, className, onSettings, onLogOut }: SidebarProps) {
  return (
    <aside
      ref={panel}
      inert={inert}
      className={cx(
        'flex h-dvh flex-col gap-5 overflow-y-auto border-r border-line bg-ground px-3 py-4 xl:sticky xl:top-0',
        className,
      )}
    >
      <div className="flex items-center gap-3 px-2.5 py-1">
        <span aria-hidden="true" className="size-7 shrink-0 text-accent">
          <Mark />
        </span>
        <h2 className="text-base font-semibold">Admin Panel</h2>
      </div>
      <nav aria-label="Sections" className="grow">
        <ul className="grid gap-0.5">
          {adminSections.map(({ label, path }) => {
            const Icon = icons[label];
            return (
              <li key={path}>
                <NavLink to={path} end className={entryLook}>
                  <Icon size={18} aria-hidden="true" />
                  {label}
                </NavLink>
              </li>
            );
          })}
        </ul>
      </nav>
      <ul className="grid gap-0.5 border-t border-line pt-3">
        <li>
          <a href="/" className={entryLook}>
            <House size={18} aria-hidden="true" />
            Home
          </a>
        </li>
        <li>
          <button type="button" onClick={onSettings} className={entryLook}>
            <Settings size={18} aria-hidden="true" />
            Settings
          </button>
        </li>
        <li>
          <button type="button" onClick={onLogOut} className={entryLook}>
            <LogOut size={18} aria-hidden="true" />
            Log Out
          </button>
        </li>
      </ul>
    </aside>
  );
}

const entryLook =
  'flex min-h-9 w-full items-center gap-3 rounded-field px-2.5 text-left text-desk text-muted max-xl:min-h-11 ' +
  'transition-colors duration-160 hover:bg-sunken hover:text-text [&.pending]:bg-sunken [&.pending]:text-text ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-hover';
