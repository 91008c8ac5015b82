import { partnerSections, portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import { FlaskConical, ImageUp, type LucideIcon, ScanLine, UserRound } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useQuestionCount } from '../../api/reports/question-count.ts';
import { cx } from '../../lib/cx.ts';
import { useUnseenCount } from './results/unseen.tsx';

type Path = (typeof partnerSections)[number]['path'];

/** A picture and a line about each section, by its address. */
const about: Readonly<Record<Path, { Icon: LucideIcon; line: () => string }>> = {
  '/partner/dashboard/rentgen': { Icon: ScanLine, line: areaTexts.xraysLine },
  '/partner/dashboard/laboratory': { Icon: FlaskConical, line: areaTexts.labsLine },
  '/partner/dashboard/shipments': { Icon: ImageUp, line: areaTexts.shipmentsLine },
  '/partner/dashboard/profile': { Icon: UserRound, line: areaTexts.profileLine },
};

/** The four sections in order, each with its picture and line. */
export const sections = partnerSections.map((section) => ({ ...section, ...about[section.path] }));

const RESULTS: Path = '/partner/dashboard/rentgen';
const GIFTS = '/partner/dashboard/gifts';
const PROFILE: Path = '/partner/dashboard/profile';

/** The section an address is in. By their meaning gifts are a part of the profile, and referrals one of the shipments. */
function findSection(pathname: string): Path | undefined {
  const isReferral = `${pathname}/`.startsWith(`${portalPaths.partnerReferrals}/`);
  const within =
    pathname === GIFTS ? PROFILE : isReferral ? portalPaths.partnerShipments : pathname;
  return sections.find(({ path }) => within === path || within.startsWith(`${path}/`))?.path;
}

/** A larger number does not fit beside the icon of a phone. */
const MAX_SHOWN = 99;

/** One list: along the lower edge of a phone, down the rail of a wide screen. */
export function Sections() {
  const { pathname } = useLocation();
  const unseen = useUnseenCount();
  const answers = useQuestionCount();
  const waiting = unseen + answers;
  const description = [
    unseen > 0 && areaTexts.newResults({ count: unseen }),
    answers > 0 && areaTexts.newAnswers({ count: answers }),
  ].filter(Boolean);
  return (
    <nav
      aria-label={areaTexts.sections()}
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="grid max-md:grid-cols-4 md:gap-1">
        {sections.map(({ path, label, Icon }) => (
          <li key={path}>
            <Link
              to={path}
              aria-description={
                path === RESULTS && waiting > 0 ? description.join(', ') : undefined
              }
              aria-current={findSection(pathname) === path ? 'page' : undefined}
              className={cx(
                'relative flex items-center transition-colors duration-160 max-md:h-16 max-md:flex-col max-md:justify-center max-md:gap-1 max-md:text-xs',
                'md:min-h-11 md:gap-3 md:rounded-field md:px-3 md:text-desk',
                findSection(pathname) === path
                  ? 'font-medium text-accent md:bg-accent-soft md:text-accent-hover'
                  : 'text-muted hover:text-text md:hover:bg-sunken',
              )}
            >
              <Icon size={21} strokeWidth={1.75} aria-hidden="true" />
              {label()}
              {path === RESULTS && waiting > 0 && (
                <span
                  aria-hidden="true"
                  className="min-w-5 rounded-full bg-accent px-1.5 text-center text-note leading-5 font-medium text-on-accent tabular-nums max-md:absolute max-md:top-1 max-md:left-1/2 max-md:ml-1.5 md:ml-auto"
                >
                  {waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : waiting}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
