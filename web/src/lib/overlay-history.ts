import type { createBrowserRouter } from 'react-router';

/** What the router keeps with an entry, and how many things stand over the page there. */
type Entry = { idx?: number; key?: string; over?: number } | null;

/** What stands over the page now, the lowest first: how each is closed. It may refuse, or ask first. */
let layers: readonly { close: () => unknown }[] = [];
/** `over` of the entry the browser is at. */
let depth = 0;
/** A step of ours is on its way: the entry is not yet where it will be. */
let isStepping = false;
/** Set once the document is being left: no overlay steps through the history any more. */
let leave: (() => void) | undefined;
/** The entry the router knows, and its address. */
let page = { entry: entry(), address: window.location.href };

function entry(): Entry {
  return window.history.state;
}

function mark(at: Entry): void {
  const { over: _, ...bare } = at ?? {};
  window.history.replaceState(depth > 0 ? { ...bare, over: depth } : bare, '', page.address);
}

function step(by: number): void {
  isStepping = true;
  window.history.go(by);
}

/** Brings the entries to as many as there are layers. */
function settle(): void {
  if (isStepping || leave) return;
  if (depth > layers.length) step(layers.length - depth);
  for (; depth < layers.length; depth += 1)
    window.history.pushState({ ...entry(), over: depth + 1 }, '');
}

/** Before the router, which hears only of steps from page to page: all entries over a page carry its `idx`. */
function arrived(event: PopStateEvent): void {
  const wasOurs = isStepping;
  isStepping = false;
  // A step, ours or a press of Back, cancels a navigation to another document: it starts again.
  if (leave) {
    event.stopImmediatePropagation();
    leave();
    return;
  }
  depth = entry()?.over ?? 0;
  const isSamePage = entry()?.idx === page.entry?.idx;
  if (!isSamePage && depth === 0) return;
  event.stopImmediatePropagation();
  // Left behind by a page that was left with something over it: nothing to be seen there.
  if (!isSamePage) {
    step(-depth);
    return;
  }
  // The page has taken another address meanwhile, as a list does that has lost its last row.
  if (entry()?.key !== page.entry?.key) mark(page.entry);
  if (!wasOurs) for (const { close } of layers.slice(depth).toReversed()) close();
  // Whatever has refused to close gets its entry back.
  setTimeout(settle);
}

window.addEventListener('popstate', arrived, { capture: true });

/**
 * Puts something over the page: an entry of its own in the browser's history, so that Back closes it, on a page
 * that was just loaded too. Returns how it is taken away; its entry goes with it.
 */
export function pushOverlay(close: () => unknown): () => void {
  const layer = { close };
  layers = [...layers, layer];
  setTimeout(settle);
  return () => {
    layers = layers.filter((other) => other !== layer);
    setTimeout(settle);
  };
}

/** Milliseconds after which a step that leads nowhere counts as arrived. */
const STEP_LIMIT = 1000;

/**
 * Gives the history up for a navigation that leaves this document. Calls `navigate` at once, or when the step that
 * is under way has arrived, and again after every later step.
 */
export function releaseHistory(navigate: () => void): void {
  leave = navigate;
  if (!isStepping) navigate();
  else setTimeout(() => isStepping && navigate(), STEP_LIMIT);
}

/** Tells pages from what stands over them. A page that is loaded again has nothing over it. */
export function connectRouter(router: ReturnType<typeof createBrowserRouter>): void {
  // The router has given the first entry its number by now.
  page = { entry: entry(), address: window.location.href };
  depth = entry()?.over ?? 0;
  settle();
  router.subscribe(() => {
    if (entry()?.key === page.entry?.key) return;
    const isSamePage = entry()?.idx === page.entry?.idx;
    page = { entry: entry(), address: window.location.href };
    if (!isSamePage) depth = entry()?.over ?? 0;
    else if (depth > 0) mark(page.entry);
  });
}
