import { PageHeader } from '../../../ui/page/page-header.tsx';
import { SecondFactorSection } from '../../second-factor/second-factor-section.tsx';

/** How a member of staff signs in. */
export function Component() {
  return (
    <>
      <title>Security · Admin Panel</title>
      <PageHeader title="Security" />
      <div className="grid max-w-2xl gap-5">
        <SecondFactorSection area="admin" />
      </div>
    </>
  );
}
