import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';

export interface IslandModule {
  Island: ComponentType<object>;
}

export type Islands = Readonly<Record<string, () => Promise<IslandModule>>>;

const found: Islands = import.meta.glob<IslandModule>('./*.island.tsx');

/** Brings one island of the page to life; the starter script calls this when its moment has come. */
export async function hydrate(place: HTMLElement, islands: Islands = found): Promise<void> {
  const { island = '', props = '{}' } = place.dataset;
  const load = islands[`./${island}.island.tsx`];
  if (!load) throw new Error(`There is no island ${island}`);
  const { Island } = await load();
  hydrateRoot(place, <Island {...(JSON.parse(props) as object)} />);
}
