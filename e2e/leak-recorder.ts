import type { BrowserContext, Page } from '@playwright/test';

/**
 * Watches every frame of every page: from the moment the session leaves the tab's storage, nothing of the former user
 * may be drawn. Runs in the page.
 */
function record(name: string): void {
  // Survives a change of document in its tab, and no code of the product uses it.
  const arm = () => {
    window.name = 'watched';
  };
  const { clear, removeItem } = Storage.prototype;
  Storage.prototype.clear = function () {
    if (this.getItem('refreshToken')) arm();
    clear.call(this);
  };
  Storage.prototype.removeItem = function (key) {
    if (key === 'refreshToken' && this.getItem(key)) arm();
    removeItem.call(this, key);
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if ((key === null || key === 'refreshToken') && newValue === null) arm();
  });

  const isDrawn = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const record = () => {
    requestAnimationFrame(record);
    if (window.name !== 'watched' || !document.body) return;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode;
      if (nodeValue?.includes(name) && parentElement && isDrawn(parentElement))
        report(`${location.pathname}: the text ${nodeValue}`);
    }
    for (const image of document.querySelectorAll<HTMLImageElement>('img'))
      if (/checkupFiles|^blob:/.test(image.src) && isDrawn(image))
        report(`${location.pathname}: the picture ${image.src}`);
    for (const field of document.querySelectorAll('input'))
      if (field.value.includes(name) && isDrawn(field)) report('a field with the name');
  };
  const report = (leak: string) =>
    void (window as unknown as { leaked(text: string): void }).leaked(leak);
  requestAnimationFrame(record);
}

/** Makes the recorder wait for the end of the next session in this tab. */
export async function rearm(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.name = '';
  });
}

/** Everything of the named person that was drawn after the end of the session; empty if there was no leak. */
export async function recordLeaks(context: BrowserContext, name: string): Promise<string[]> {
  const leaks: string[] = [];
  await context.exposeBinding('leaked', (_source, text: string) => {
    leaks.push(text);
  });
  await context.addInitScript(record, name);
  return leaks;
}

/** Simulated speed of the machine and the network of one page. */
export type Speed = { processor: number; latency: number; logout: 'answers' | 'fails' };

export const speeds: readonly Speed[] = [
  { processor: 1, latency: 0, logout: 'answers' },
  { processor: 2, latency: 0, logout: 'answers' },
  { processor: 1, latency: 120, logout: 'fails' },
  { processor: 2, latency: 40, logout: 'answers' },
];

/**
 * Returns the function that sets the speed of the page's processor and of its calls; without a speed the page is fast
 * again. A slow processor is emulated by a busy one: it burns half a core, even while the page waits.
 */
export async function slowDown(page: Page): Promise<(speed?: Speed) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  let current: Speed | undefined;
  await page.route('**/api/**', async (route) => {
    const { latency = 0, logout } = current ?? {};
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    const isLogout = route.request().url().endsWith('/logout');
    if (isLogout && logout === 'fails') await route.fulfill({ status: 503, json: {} });
    else await route.continue();
  });
  return async (speed) => {
    current = speed;
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: speed?.processor ?? 1 });
  };
}
