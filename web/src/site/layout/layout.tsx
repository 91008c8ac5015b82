import type { ReactNode } from 'react';

export function Layout({ children }: { current?: string; children: ReactNode }) {
  return <>{children}</>;
}
