import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as texts from '@deqiq/messages/partner/dashboard.js';
import { ChevronRight, Send } from 'lucide-react';
import { Link } from 'react-router';
import { useAccount } from '../../../api/people/account.ts';
import { clinic } from '../../../lib/clinic.ts';
import { personName } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { archPath } from '../../../ui/page/arch.ts';
import { LogOut } from '../log-out.tsx';
import { sections } from '../sections.tsx';
import { Latest } from './latest-checkups.tsx';

/** Welcome: the doctor by name, what came last, a new referral, and the four ways on. */
export function DashboardScreen() {
  const { partner } = useAccount();
  return (
    <>
      <title>{`${areaTexts.dashboard()} · ${clinic.name}`}</title>
      <Welcome name={partner && personName(partner)} />
      <Referring />
      <Latest />
      <ul className="grid gap-3 sm:grid-cols-2">
        {sections.map(({ path, label, line, Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className="group flex min-h-20 items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors duration-160 hover:border-accent md:p-5"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-field bg-accent-soft text-accent">
                <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
              </span>
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
      <LogOut className="self-center md:hidden" />
    </>
  );
}

/** The one thing that a doctor opens this page to do, and the list of what was sent. */
function Referring() {
  return (
    <div className="flex flex-wrap gap-3 max-sm:[&>a]:grow">
      <Link to={portalPaths.newReferral} className={buttonClass()}>
        <Send size={18} aria-hidden="true" />
        {areaTexts.newReferral()}
      </Link>
      <Link to={portalPaths.partnerReferrals} className={buttonClass('outline')}>
        {areaTexts.referrals()}
      </Link>
    </div>
  );
}

const arch = { width: 300, depth: 250, x: 200, y: 330 };

/** The dark of the lightbox, the arch on it, and the greeting. */
function Welcome({ name }: { name: string | undefined }) {
  return (
    <header className="relative isolate flex min-h-44 flex-col justify-end overflow-hidden border-line bg-ink p-5 text-mist max-md:-mx-4 max-md:-mt-5 max-md:border-b md:min-h-60 md:rounded-sheet md:border md:p-9">
      <svg
        viewBox="0 0 400 400"
        aria-hidden="true"
        className="absolute -right-36 -bottom-28 -z-10 h-96 fill-none stroke-glow md:right-6 md:-bottom-40 md:h-[28rem]"
      >
        {[0.62, 0.81, 1, 1.19].map((scale) => (
          <path
            key={scale}
            d={archPath({ ...arch, width: arch.width * scale, depth: arch.depth * scale })}
            strokeWidth={scale === 1 ? 2.5 : 1}
            strokeOpacity={scale === 1 ? 0.9 : 0.25}
            strokeLinecap="round"
          />
        ))}
      </svg>
      <p className="text-body text-mist/80">{texts.welcome()}</p>
      <h1 className="max-w-[14ch] text-headline break-words">
        {name ? texts.doctor({ name }) : texts.anyDoctor()}
      </h1>
    </header>
  );
}
