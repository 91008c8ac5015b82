import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as sectionTexts from '@deqiq/messages/partner/sections.js';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

/** The screens that others lead back to, by their titles. */
const titles = {
  [portalPaths.partnerDashboard]: areaTexts.dashboard,
  [portalPaths.partnerProfile]: sectionTexts.profile,
  [portalPaths.partnerDetails]: areaTexts.details,
  [portalPaths.partnerCheckups]: sectionTexts.xrays,
  [portalPaths.partnerReferrals]: areaTexts.referrals,
} as const;

/** A link back, above a screen that is not in the bar. It names the screen that it opens. */
export function BackLink({ to }: { to: keyof typeof titles }) {
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-field px-2 text-desk font-medium text-accent hover:bg-accent-soft"
    >
      <ArrowLeft size={18} aria-hidden="true" />
      {titles[to]()}
    </Link>
  );
}
