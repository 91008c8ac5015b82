import * as texts from '@deqiq/messages/partner/worker.js';
import cyrillic from '../../../styles/fonts/onest-offline-cyrillic.woff2?inline';
import latin from '../../../styles/fonts/onest-offline-latin.woff2?inline';
import latinExt from '../../../styles/fonts/onest-offline-latin-ext.woff2?inline';

/** Milliseconds between two checks whether the server responds again. */
const CHECK_INTERVAL_MS = 15_000;

/**
 * The page for a failed navigation. It requests nothing: its letters of Onest are in it. It opens the requested page by
 * itself once the server responds, and never reloads before that.
 */
export const offlinePage = (nonce: string) => `<!doctype html>
<html lang="${texts.tag()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${texts.offline()}</title>
<style>
  @font-face { font-family: Onest; font-weight: 400 600; src: url(${latin}) }
  @font-face { font-family: Onest-ext; font-weight: 400 600; src: url(${latinExt}) }
  @font-face { font-family: Onest-cyrillic; font-weight: 400 600; src: url(${cyrillic}) }
  :root { color-scheme: light dark; --ground: #fbfaf7; --text: #0c1b2a; --muted: #52606c; --accent: #0b7f8c; --on: #fff }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0c1b2a; --text: #eef2f3; --muted: #a4b4bf; --accent: #7fe3e8; --on: #0c1b2a }
  }
  body { margin: 0; background: var(--ground); color: var(--text); font: 1.0625rem/1.6 Onest, Onest-ext, Onest-cyrillic, system-ui, sans-serif }
  main { box-sizing: border-box; min-height: 100dvh; padding: 2rem; display: grid; place-content: center; justify-items: center; text-align: center }
  svg { width: 6rem; fill: none; stroke: var(--accent); stroke-width: 3; stroke-linecap: round; stroke-dasharray: 1 8 }
  h1 { margin: 1.5rem 0 .25rem; font-size: 1.625rem; font-weight: 600; line-height: 1.25 }
  p { margin: 0; max-width: 24rem; color: var(--muted) }
  a { margin-top: 1.5rem; padding: 0 1.5rem; border-radius: .625rem; background: var(--accent); color: var(--on); font-weight: 500; line-height: 2.75rem; text-decoration: none }
</style>
<main>
  <svg viewBox="0 0 64 64" aria-hidden="true"><path d="M9 53C10 30 18 13 32 13S54 30 55 53"/></svg>
  <h1>${texts.offline()}</h1>
  <p>${texts.offlineReason()}</p>
  <a href="">${texts.retry()}</a>
</main>
<script nonce="${nonce}">
  const check = () => fetch('', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500 && location.reload(),
    () => {},
  );
  addEventListener('online', check);
  setInterval(check, ${CHECK_INTERVAL_MS});
</script>
</html>
`;
