import type { Rolldown } from 'vite';

type Bundle = Rolldown.RolldownOutput['output'];
type Chunk = Rolldown.OutputChunk;

/** The first screens, by area and by whether the browser has a session. */
const FIRST = {
  admin: ['portal/accounts/sign-in/admin-login-screen.tsx', 'portal/admin/shell/admin-shell.tsx'],
  partner: [
    'portal/accounts/sign-in/partner-login-screen.tsx',
    'portal/partner/partner-layout.tsx',
  ],
} as const;

/**
 * The shell with a script that fetches the first screen's code in parallel with the start script, which saves a
 * round trip. It only fetches: the routes decide which code runs. It also marks the area, so that the first paint has the
 * right theme.
 */
export function withPreloads(html: string, bundle: Bundle): string {
  const chunks = bundle.filter((file) => file.type === 'chunk');
  const start = collectImports(chunks, findChunk(chunks, 'portal/main.tsx'));
  const beyondStart = (screen: string) =>
    [...collectImports(chunks, findChunk(chunks, screen))]
      .filter((chunk) => !start.has(chunk))
      .map(({ fileName }) => `/${fileName}`);
  const table = [FIRST.partner, FIRST.admin].map((screens) => screens.map(beyondStart));
  const script = `<script>{const a=/^\\/admin(\\/|$)/.test(location.pathname);document.documentElement.dataset.area=a?'admin':'partner';for(const f of ${JSON.stringify(table)}[+a][+(${SIGNED_IN})])document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',crossOrigin:'',href:f}))}</script>`;
  return html.replace('<script type="module"', () => `${script}\n    <script type="module"`);
}

/** Whether there is a session, by the storage keys of api/people/session/session.ts. A wrong guess costs only a fetch. */
const SIGNED_IN = "'refreshToken'in sessionStorage||'refreshToken'in localStorage";

function findChunk(chunks: readonly Chunk[], module: string): Chunk {
  const chunk = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/src/${module}`)));
  if (!chunk) throw new Error(`The portal build has no ${module}`);
  return chunk;
}

/** A chunk and all its static imports. */
function collectImports(
  chunks: readonly Chunk[],
  chunk: Chunk,
  visited = new Set<Chunk>(),
): Set<Chunk> {
  visited.add(chunk);
  for (const file of chunk.imports) {
    const imported = chunks.find(({ fileName }) => fileName === file);
    if (imported && !visited.has(imported)) collectImports(chunks, imported, visited);
  }
  return visited;
}
