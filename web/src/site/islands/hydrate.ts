import type { ReactIsland } from './react-island.tsx';

/** An island whose HTML does not change needs no React: `<name>.island.ts` adds its listeners. */
export interface PlainIsland {
  mount: (element: HTMLElement) => void;
}

type Loaders<Module> = Readonly<Record<string, () => Promise<Module>>>;

export interface Islands {
  react: Loaders<ReactIsland>;
  plain: Loaders<PlainIsland>;
}

const builtIslands: Islands = {
  react: import.meta.glob<ReactIsland>('./*.island.tsx'),
  plain: import.meta.glob<PlainIsland>('./*.island.ts'),
};

/** Hydrates one island of the page. The boot script calls it at the island's moment. */
export async function hydrate(
  element: HTMLElement,
  islands: Islands = builtIslands,
): Promise<void> {
  const { island = '' } = element.dataset;
  const plain = islands.plain[`./${island}.island.ts`];
  if (plain) return (await plain()).mount(element);
  const load = islands.react[`./${island}.island.tsx`];
  if (!load) throw new Error(`There is no island ${island}`);
  const [module, { hydrateReact }] = await Promise.all([load(), import('./react-island.tsx')]);
  hydrateReact(element, module);
}
