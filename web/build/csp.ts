import { createHash } from 'node:crypto';

const INLINE = /<(style|script)\b([^>]*)>([^<]*(?:<(?!\/\1>)[^<]*)*)<\/\1>/g;

/** The origin of a frame of the page, which may be inside a template until it is requested. */
const FRAME = /<iframe\b[^>]*\ssrc="(https:\/\/[^/"]+)/g;

const hashText = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Hashes of the inline scripts and styles of a page. Data blocks (JSON) never run and need none. */
function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, tag, attributes = '', text = ''] of html.matchAll(INLINE)) {
    if (/\ssrc=|application\/(?:ld\+)?json/.test(attributes)) continue;
    (tag === 'style' ? styles : scripts).add(hashText(text));
  }
  return { scripts: [...scripts], styles: [...styles] };
}

interface PageCode {
  /** The page starts workers and WebAssembly: the decoder of X-rays. */
  readonly hasDecoder?: boolean;
}

/** The policy of one page: it allows its inline content, by hash, and the files of the own origin that it references. */
export function createPolicy(html: string, { hasDecoder = false }: PageCode = {}): string {
  const { scripts, styles } = inlineHashes(html);
  const own = (attribute: RegExp) => (attribute.test(html) ? ["'self'"] : []);
  const scriptSources = [
    ...own(/<script[^>]+src=|data-island=/),
    ...(hasDecoder ? ["'wasm-unsafe-eval'"] : []),
    ...scripts,
  ];
  const styleSources = [...own(/<link[^>]+rel="stylesheet"|data-island=/), ...styles];
  const frames = new Set(Array.from(html.matchAll(FRAME), ([, origin]) => origin));
  return [
    "default-src 'none'",
    `script-src ${scriptSources.join(' ') || "'none'"}`,
    `style-src ${styleSources.join(' ') || "'none'"}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // The page checks whether a frame's origin is reachable before it opens the frame.
    ["connect-src 'self'", ...frames].join(' '),
    "manifest-src 'self'",
    ...(hasDecoder ? ["worker-src 'self'"] : []),
    ...(frames.size > 0 ? [`frame-src ${[...frames].join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
