import { provider } from '@deqiq/contract/provider.ts';
import type { ReactNode } from 'react';
import { Home } from './home/home.tsx';
import { dentalBusiness } from './structured-data.ts';

export interface Page {
  /** Decoded and NFC. */
  path: string;
  /** Further addresses that show the same screen; search engines are told the one above. */
  aliases?: readonly string[];
  title: string;
  description: string;
  /** Schema.org data for search engines; `publicUrl` is the origin where it is known. */
  data?: (publicUrl: string | undefined) => object;
  content: () => ReactNode;
}

/** Every public page there is. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: `${provider.name} — ${provider.slogan}`,
    description:
      'Bakıda rəqəmsal panoramik rentgen, 3D rentgen (KLKT) və diş diaqnostikası. Aşağı doza, dəqiq şəkil, nəticə həkiminizin telefonunda. Onlayn rezervasiya.',
    data: dentalBusiness,
    content: () => <Home />,
  },
];
