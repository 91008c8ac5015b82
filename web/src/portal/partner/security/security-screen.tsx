import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import { useLocation } from 'react-router';
import { clinic } from '../../../lib/clinic.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { SecondFactorSection } from '../../accounts/second-factor/second-factor-section.tsx';
import { ProgramTokens } from '../../accounts/security/program-tokens.tsx';
import { SessionList } from '../../accounts/security/session-list.tsx';
import { BackLink } from '../back-link.tsx';

/** How a partner signs in, and where they are signed in. */
export function SecurityScreen() {
  const { state } = useLocation();
  const isFromDetails = state?.from === portalPaths.partnerDetails;
  return (
    <>
      <title>{`${areaTexts.security()} · ${clinic.name}`}</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={isFromDetails ? portalPaths.partnerDetails : portalPaths.partnerProfile} />
        <PageHeader title={areaTexts.security()} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5 max-lg:contents">
          <SecondFactorSection area="partner" />
          <div className="max-lg:order-last">
            <ProgramTokens area="partner" />
          </div>
        </div>
        <SessionList area="partner" />
      </div>
    </>
  );
}
