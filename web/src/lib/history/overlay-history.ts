import type { createBrowserRouter } from 'react-router';

/** The router's state of an entry, and the number of overlays open there. */
type Entry = { idx?: number; key?: string; over?: number } | null;

/** Open overlays, the lowest first. `close` may refuse, or ask first. */
let layers: readonly { close: () => unknown }[] = [];
/** `over` of the entry the browser is at. */
let depth = 0;
/** A `history.go` of this module is pending. */
let isStepping = false;
/** A step back to the page before, which waits until no overlay has an entry. */
let isGoingBack = false;
/** Set once the document is being left: overlays no longer change the history. */
let leave: (() => void) | undefined;
/** The entry of the router's current page, and its address. */
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

/** Makes the number of entries equal to the number of overlays. */
function settle(): void {
  if (isStepping || leave) return;
  if (depth > layers.length) step(layers.length - depth);
  for (; depth < layers.length; depth += 1)
    window.history.pushState({ ...entry(), over: depth + 1 }, '');
  if (!isGoingBack || depth > 0) return;
  isGoingBack = false;
  window.history.back();
}

/** Goes back to the page before this one, as soon as the open overlays are closed. */
export function goToPageBefore(): void {
  isGoingBack = true;
  setTimeout(settle);
}

/** Runs before the router, which only receives steps between pages. All entries of a page's overlays have its `idx`. */
function handleArrival(event: PopStateEvent): void {
  const wasOurs = isStepping;
  isStepping = false;
  // A step cancels a navigation to another document, so start it again.
  if (leave) {
    event.stopImmediatePropagation();
    leave();
    return;
  }
  depth = entry()?.over ?? 0;
  const isSamePage = entry()?.idx === page.entry?.idx;
  if (!isSamePage && depth === 0) return;
  event.stopImmediatePropagation();
  // Skip the entry of an overlay whose page was left.
  if (!isSamePage) {
    step(-depth);
    return;
  }
  // The page has changed its address since, as a list does after its last row.
  if (entry()?.key !== page.entry?.key) mark(page.entry);
  if (!wasOurs) for (const { close } of layers.slice(depth).toReversed()) close();
  // An overlay that refused to close gets its entry back.
  setTimeout(settle);
}

window.addEventListener('popstate', handleArrival, { capture: true });

/** Adds a history entry, so that Back closes the overlay, even right after loading. Returns how to remove both. */
export function pushOverlay(close: () => unknown): () => void {
  const layer = { close };
  layers = [...layers, layer];
  setTimeout(settle);
  return () => {
    layers = layers.filter((other) => other !== layer);
    setTimeout(settle);
  };
}

/** Milliseconds after which a step without `popstate` counts as done. */
const STEP_LIMIT = 1000;

/**
 * Gives the history up for a navigation that leaves this document. Calls `navigate` immediately, or when the step that
 * is under way has arrived, and again after every later step.
 */
export function releaseHistory(navigate: () => void): void {
  leave = navigate;
  if (!isStepping) navigate();
  else setTimeout(() => isStepping && navigate(), STEP_LIMIT);
}

/** Connects the module to the router, to distinguish pages from overlays. A reloaded page has no overlay. */
export function connectRouter(router: ReturnType<typeof createBrowserRouter>): void {
  // The router has numbered the first entry by now.
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
