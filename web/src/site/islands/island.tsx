import type { ComponentType, ReactNode } from 'react';

/** When an island's code is loaded: at the first touch or key, when it is seen, or once there is time. */
export type Moment = 'interaction' | 'visible' | 'idle';

interface IslandProps<Props extends object> {
  /** The file `islands/<name>.island.tsx`, which exports the component as `Island`. */
  name: string;
  when: Moment;
  component: ComponentType<Props>;
  /** Plain data: it travels to the browser as JSON. */
  props: Props;
}

/** A part of a page with its own state: in the HTML from the start, hydrated once it is needed. */
export function Island<Props extends object>(island: IslandProps<Props>) {
  const { name, when, component: Component, props } = island;
  return (
    <div data-island={name} data-when={when} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </div>
  );
}

/** A form, complete in the HTML; `islands/<name>.island.ts` enhances it at the first touch, without React. */
export function FormIsland({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-island={name} data-when="interaction">
      {children}
    </div>
  );
}
