import {
  adminSections,
  securitySection,
  sharesSection,
  staffSection,
} from '@deqiq/contract/shared/paths.ts';
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
  ShieldCheck,
  Stethoscope,
  Upload,
  UserCog,
  Users,
  Wallet,
} from 'lucide-react';
import type { RefObject } from 'react';
import { NavLink } from 'react-router';
import { cx } from '../../../lib/cx.ts';
import { Mark } from '../../../ui/page/mark.tsx';

const icons: Record<
  (
    | typeof adminSections
    | [typeof sharesSection, typeof securitySection, typeof staffSection]
  )[number]['label'],
  LucideIcon
> = {
  'Shared Links': Upload,
  Security: ShieldCheck,
  Staff: UserCog,
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
  /** Includes the entries for owners only. */
  isOwner: boolean;
  className: string;
  onSettings: () => void;
  onLogOut: () => void;
};

/**
 * The sections in order, and below them what belongs to the person. Between 768 and 1279 px it is a rail of
 * icons, whose names appear on hover and keyboard focus.
 */
export function Sidebar({ panel, inert, isOwner, className, onSettings, onLogOut }: SidebarProps) {
  const sections = [
    ...adminSections,
    sharesSection,
    securitySection,
    ...(isOwner ? [staffSection] : []),
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
        <h2 className="text-base font-semibold md:max-xl:sr-only">Admin Panel</h2>
      </div>
      <nav aria-label="Sections" className="grow">
        <ul className="grid gap-0.5">
          {sections.map(({ label, path }) => {
            const Icon = icons[label];
            return (
              <li key={path}>
                <NavLink to={path} end={path === '/admin/dashboard'} className={entryClass}>
                  <Icon size={18} aria-hidden="true" />
                  <Name>{label}</Name>
                </NavLink>
              </li>
            );
          })}
        </ul>
      </nav>
      <ul className="grid gap-0.5 border-t border-line pt-3">
        <li>
          <a href="/" className={entryClass}>
            <House size={18} aria-hidden="true" />
            <Name>Home</Name>
          </a>
        </li>
        <li>
          <button type="button" onClick={onSettings} className={entryClass}>
            <Settings size={18} aria-hidden="true" />
            <Name>Settings</Name>
          </button>
        </li>
        <li>
          <button type="button" onClick={onLogOut} className={entryClass}>
            <LogOut size={18} aria-hidden="true" />
            <Name>Log Out</Name>
          </button>
        </li>
      </ul>
    </aside>
  );
}

/** The name of an entry; on the rail a label beside it. `fixed` without `top` stays level with its icon, unclipped by the rail. */
const Name = ({ children }: { children: string }) => (
  <span className="md:max-xl:pointer-events-none md:max-xl:fixed md:max-xl:left-[3.6rem] md:max-xl:rounded-field md:max-xl:bg-ink md:max-xl:px-2.5 md:max-xl:py-1.5 md:max-xl:text-note md:max-xl:font-medium md:max-xl:whitespace-nowrap md:max-xl:text-mist md:max-xl:opacity-0 md:max-xl:shadow-float md:max-xl:transition-opacity md:max-xl:duration-160 md:max-xl:group-hover/entry:opacity-100 md:max-xl:group-focus-visible/entry:opacity-100">
    {children}
  </span>
);

const entryClass =
  'group/entry flex min-h-9 w-full items-center gap-3 rounded-field px-2.5 text-left text-desk text-muted md:max-xl:justify-center ' +
  'max-md:min-h-11 pointer-coarse:min-h-11 ' +
  'transition-colors duration-160 hover:bg-sunken hover:text-text [&.pending]:bg-sunken [&.pending]:text-text ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-hover';
