import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { SecondFactorSection } from '../../second-factor/second-factor-section.tsx';
import { ProgramTokens } from '../../security/program-tokens.tsx';
import { SessionList } from '../../security/session-list.tsx';
import { BackLink } from '../back-link.tsx';

/** How a partner signs in, and where they are signed in. */
export function SecurityScreen() {
  return (
    <>
      <title>Təhlükəsizlik · Dəqiq Diaqnostika</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerDetails}>Məlumatlarıma qayıt</BackLink>
        <PageHeader title="Təhlükəsizlik" />
      </div>
      <div className="grid max-w-2xl gap-5">
        <SecondFactorSection area="partner" />
        <SessionList area="partner" />
        <ProgramTokens area="partner" />
      </div>
    </>
  );
}
