import { useMatches } from 'react-router';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/page-states.tsx';

/** A section that has its place in the menu and will have its screen. */
export function Component() {
  const { label } = (useMatches().at(-1)?.handle ?? { label: '' }) as { label: string };
  return (
    <>
      <title>{`${label} · Admin Panel`}</title>
      <PageHeader title={label} />
      <div className="rounded-card border border-line bg-surface">
        <EmptyState
          text="This section is not ready yet"
          hint="It is being built and will open here. Nothing needs to be done."
        />
      </div>
    </>
  );
}
