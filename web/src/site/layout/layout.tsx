import * as texts from '@deqiq/messages/site/layout.js';
import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

interface LayoutProps {
  /** All addresses of the page; none on the not-found page. */
  current?: readonly string[];
  /** The page with its `<main id="content">`. */
  children: ReactNode;
}

export function Layout({ current = [], children }: LayoutProps) {
  return (
    <>
      <a href="#content" className="skip-link">
        {texts.skip()}
      </a>
      <Header current={current} />
      {children}
      <Footer current={current} />
    </>
  );
}
