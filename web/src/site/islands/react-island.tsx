import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';

export interface ReactIsland {
  Island: ComponentType<object>;
}

/** Takes over the HTML of an island with its component and the properties it was rendered with. */
export function hydrateReact(element: HTMLElement, { Island }: ReactIsland): void {
  hydrateRoot(element, <Island {...(JSON.parse(element.dataset.props ?? '{}') as object)} />);
}
