import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';

export interface ReactIsland {
  Island: ComponentType<object>;
}

/** Takes over the HTML of an island with its component and the properties it was rendered with. */
export function hydrateReact(place: HTMLElement, { Island }: ReactIsland): void {
  hydrateRoot(place, <Island {...(JSON.parse(place.dataset.props ?? '{}') as object)} />);
}
