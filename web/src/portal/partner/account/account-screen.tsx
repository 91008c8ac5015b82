import type { Partner } from '@deqiq/contract/people/partners.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/partner/account.js';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as sectionTexts from '@deqiq/messages/partner/sections.js';
import {
  Bell,
  ChartNoAxesColumn,
  ChevronRight,
  FlaskConical,
  Gift,
  type LucideIcon,
  Share2,
  ShieldCheck,
  UserRoundCog,
} from 'lucide-react';
import { Link } from 'react-router';
import { useAccount } from '../../../api/people/account.ts';
import { clinic } from '../../../lib/clinic.ts';
import { cx } from '../../../lib/cx.ts';
import { formatNumber, personName } from '../../../lib/format.ts';
import { Loader } from '../../../ui/page/page-states.tsx';
import { AccountFailed } from '../account-failed.tsx';
import { LogOut } from '../log-out.tsx';
import { ComplaintBox } from './complaint-box.tsx';

/** The partner's name, patients and points, links, and the complaint box. */
export function AccountScreen() {
  const account = useAccount();
  const { query, partner } = account;
  return (
    <>
      <title>{`${sectionTexts.profile()} · ${clinic.name}`}</title>
      <AccountFailed account={account} />
      {partner && <Person partner={partner} />}
      {!partner && !query.isError && <Loader full />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Ways />
        <ComplaintBox />
      </div>
      <LogOut asks className="self-center md:hidden" />
    </>
  );
}

function Person({ partner }: { partner: Partner }) {
  const { clinicName, sendedPatientsCount, balance } = partner;
  return (
    <header className="grid gap-6 bg-ink p-5 text-mist max-md:-mx-4 max-md:-mt-5 md:grid-cols-[1fr_auto] md:items-end md:rounded-sheet md:p-9 dark:border-line max-md:dark:border-b md:dark:border">
      <div className="min-w-0">
        <h1 className="text-headline break-words">{personName(partner)}</h1>
        {clinicName && <p className="mt-1 text-body break-words text-mist/80">{clinicName}</p>}
      </div>
      <dl className="flex gap-10">
        <Figure label={texts.patients()} value={sendedPatientsCount} />
        <Figure label={texts.points()} value={balance} lit />
      </dl>
    </header>
  );
}

type FigureProps = { label: string; value: number; lit?: boolean };

function Figure({ label, value, lit = false }: FigureProps) {
  return (
    <div className="grid">
      <dt className="order-last text-note text-mist/80">{label}</dt>
      <dd className={cx('text-headline', lit && 'text-glow')}>{formatNumber(value)}</dd>
    </div>
  );
}

type Way = { to: string; label: () => string; line: () => string; Icon: LucideIcon };

const ways: readonly Way[] = [
  {
    to: portalPaths.partnerMonth,
    label: areaTexts.month,
    line: texts.monthLine,
    Icon: ChartNoAxesColumn,
  },
  {
    to: '/partner/dashboard/profile/details',
    label: areaTexts.details,
    line: texts.detailsLine,
    Icon: UserRoundCog,
  },
  {
    to: '/partner/dashboard/profile/notifications',
    label: areaTexts.notifications,
    line: texts.notificationsLine,
    Icon: Bell,
  },
  {
    to: '/partner/dashboard/profile/security',
    label: areaTexts.security,
    line: texts.securityLine,
    Icon: ShieldCheck,
  },
  {
    to: portalPaths.partnerShares,
    label: areaTexts.links,
    line: texts.linksLine,
    Icon: Share2,
  },
  {
    to: '/partner/dashboard/laboratory',
    label: sectionTexts.labs,
    line: areaTexts.labsLine,
    Icon: FlaskConical,
  },
  {
    to: '/partner/dashboard/gifts',
    label: areaTexts.gifts,
    line: texts.giftsLine,
    Icon: Gift,
  },
];

function Ways() {
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {ways.map(({ to, label, line, Icon }) => (
        <li key={to} className="not-last:border-b not-last:border-line">
          <Link
            to={to}
            className="group flex min-h-18 items-center gap-4 px-4 py-3 transition-colors duration-160 hover:bg-row-hover focus-visible:-outline-offset-2"
          >
            <Icon size={22} aria-hidden="true" className="shrink-0 text-accent" />
            <span className="min-w-0 grow">
              <span className="block font-medium">{label()}</span>
              <span className="block text-desk text-muted">{line()}</span>
            </span>
            <ChevronRight
              size={20}
              aria-hidden="true"
              className="shrink-0 text-muted transition-transform duration-160 group-hover:translate-x-0.5"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
