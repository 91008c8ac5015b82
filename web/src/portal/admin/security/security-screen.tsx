import { PageHeader } from '../../../ui/page/page-header.tsx';
import { SecondFactorSection } from '../../second-factor/second-factor-section.tsx';
import { ProgramTokens } from '../../security/program-tokens.tsx';
import { SessionList } from '../../security/session-list.tsx';

/** How a member of staff signs in, and where they are signed in. */
export function SecurityScreen() {
  return (
    <>
      <title>Security · Admin Panel</title>
      <PageHeader title="Security" />
      <div className="grid max-w-2xl gap-5">
        <SecondFactorSection area="admin" />
        <SessionList area="admin" />
        <ProgramTokens area="admin" />
      </div>
    </>
  );
}
