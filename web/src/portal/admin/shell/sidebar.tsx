import type { Counters } from '@deqiq/contract/desk/work-queues.ts';
import {
  adminSections,
  auditSection,
  devicesSection,
  intakeSection,
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
  Inbox,
  LogOut,
  type LucideIcon,
  Mail,
  MessageSquareText,
  RadioTower,
  ScanLine,
  ScrollText,
  Search,
  Settings,
  Share2,
  ShieldCheck,
  Stethoscope,
  UserCog,
  Users,
  Wallet,
} from 'lucide-react';
import type { RefObject } from 'react';
import { NavLink } from 'react-router';
import { useCounters } from '../../../api/desk/work-queues.ts';
import { cx } from '../../../lib/cx.ts';
import { Mark } from '../../../ui/page/mark.tsx';
import { SEARCH_KEYS } from './use-search-keys.ts';

const icons: Record<
  (
    | typeof adminSections
    | [
        typeof intakeSection,
        typeof devicesSection,
        typeof sharesSection,
        typeof securitySection,
        typeof staffSection,
        typeof auditSection,
      ]
  )[number]['label'],
  LucideIcon
> = {
  Intake: Inbox,
  Devices: RadioTower,
  'Shared Links': Share2,
  Security: ShieldCheck,
  Staff: UserCog,
  Audit: ScrollText,
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

/** The counter of what waits in a section. */
const countersByPath: Readonly<Record<string, keyof Counters>> = {
  '/admin/dashboard/checkups': 'checkups',
  '/admin/dashboard/applications/partner': 'partners',
  '/admin/dashboard/applications/reservation': 'reservations',
  '/admin/dashboard/payments': 'payments',
  '/admin/dashboard/reports': 'reports',
  '/admin/dashboard/applications/contact': 'contacts',
  '/admin/dashboard/intake': 'intake',
};

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

/**
 * The sections in order, and below them what belongs to the person. Between 768 and 1279 px it is a rail of
 * icons, whose names appear on hover and keyboard focus.
 */
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
    ...(isOwner ? [staffSection, auditSection] : []),
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
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className={cx(entryClass, 'border border-line bg-surface')}
      >
        <Search size={18} aria-hidden="true" />
        <Name>Find</Name>
        <span
          aria-hidden="true"
          className="ml-auto rounded-chip border border-line px-1.5 font-sans text-note text-muted md:max-xl:hidden pointer-coarse:hidden"
        >
          {SEARCH_KEYS}
        </span>
      </button>
      <nav aria-label="Sections" className="grow">
        <ul className="grid gap-0.5">
          {sections.map(({ label, path }) => {
            const Icon = icons[label];
            const counter = countersByPath[path];
            const waiting = (counter && counters?.[counter]) ?? 0;
            return (
              <li key={path}>
                <NavLink
                  to={path}
                  end={path === '/admin/dashboard'}
                  className={entryClass}
                  {...(waiting > 0 && { 'aria-description': `${waiting} waiting` })}
                >
                  <Icon size={18} aria-hidden="true" />
                  <Name>{label}</Name>
                  {waiting > 0 && <Waiting>{waiting}</Waiting>}
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
  <span className="ml-2.5 whitespace-nowrap md:max-xl:ml-0 md:max-xl:pointer-events-none md:max-xl:fixed md:max-xl:left-[3.6rem] md:max-xl:rounded-field md:max-xl:bg-ink md:max-xl:px-2.5 md:max-xl:py-1.5 md:max-xl:text-note md:max-xl:font-medium md:max-xl:text-mist md:max-xl:opacity-0 md:max-xl:shadow-float md:max-xl:transition-opacity md:max-xl:duration-160 md:max-xl:group-hover/entry:opacity-100 md:max-xl:group-focus-visible/entry:opacity-100">
    {children}
  </span>
);

/** How much waits; on the rail a dot. The link has it as its description, so that its name stays its label. */
const Waiting = ({ children: count }: { children: number }) => (
  <span
    aria-hidden="true"
    className="ml-auto min-w-5 shrink-0 rounded-full bg-accent-soft px-1 py-px text-center text-note font-medium xl:group-aria-[current=page]/entry:bg-ground max-md:group-aria-[current=page]/entry:bg-ground tabular-nums text-accent-hover md:max-xl:absolute md:max-xl:top-1 md:max-xl:right-1 md:max-xl:size-2 md:max-xl:min-w-0 md:max-xl:overflow-hidden md:max-xl:bg-accent md:max-xl:p-0 md:max-xl:text-transparent"
  >
    {count > 99 ? '99+' : count}
  </span>
);

const entryClass =
  'group/entry relative flex min-h-9 w-full items-center rounded-field pr-1 pl-2.5 text-left text-desk text-muted md:max-xl:justify-center md:max-xl:pr-2.5 [&>svg]:shrink-0 ' +
  'max-md:min-h-11 md:[@media(max-height:60rem)]:min-h-8 pointer-coarse:min-h-11! ' +
  'transition-colors duration-160 hover:bg-sunken hover:text-text [&.pending]:bg-sunken [&.pending]:text-text ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-hover';
