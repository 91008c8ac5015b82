import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createPolicy } from './csp.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (html: string, name: string) =>
  createPolicy(html)
    .split('; ')
    .find((each) => each.startsWith(`${name} `));

test('a page may run and wear exactly what it carries inline', () => {
  const html = '<style>h1{color:red}</style><script type="module">start(1<2)</script>';
  assert.equal(directive(html, 'script-src'), `script-src ${hash('start(1<2)')}`);
  assert.equal(directive(html, 'style-src'), `style-src ${hash('h1{color:red}')}`);
});

test('a page that carries nothing inline may run nothing', () => {
  assert.equal(directive('<p>Salam</p>', 'script-src'), "script-src 'none'");
  assert.equal(directive('<p>Salam</p>', 'style-src'), "style-src 'none'");
});

test('our own files are allowed only where a page names one', () => {
  const shell =
    '<script type="module" src="/assets/a.js"></script><link rel="stylesheet" href="/a.css">';
  assert.equal(directive(shell, 'script-src'), "script-src 'self'");
  assert.equal(directive(shell, 'style-src'), "style-src 'self'");
  const island = '<div data-island="reservation"></div><script>wake()</script>';
  assert.equal(directive(island, 'script-src'), `script-src 'self' ${hash('wake()')}`);
});

test('data for search engines never runs and needs no hash', () => {
  const html = '<script type="application/ld+json">{"@type":"Dentist"}</script>';
  assert.equal(directive(html, 'script-src'), "script-src 'none'");
});

test('nothing of another origin, no frames, no base', () => {
  const policy = createPolicy('');
  assert.match(policy, /^default-src 'none'; /);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /base-uri 'none'/);
  assert.match(policy, /form-action 'self'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
});

test('only a page with the decoder of X-rays runs WebAssembly and workers', () => {
  const html = '<script type="module" src="/assets/a.js"></script>';
  assert.equal(directive(html, 'worker-src'), undefined);
  const policy = createPolicy(html, { hasDecoder: true });
  assert.match(policy, /; script-src 'self' 'wasm-unsafe-eval'; /);
  assert.match(policy, /; worker-src 'self'; /);
  assert.doesNotMatch(policy, /'unsafe/);
});

test('a frame of another origin is allowed on the page that has one, and there alone', () => {
  const map =
    '<template><iframe title="Xəritə" src="https://maps.example/embed?x=1"></iframe></template>';
  assert.equal(directive(map, 'frame-src'), 'frame-src https://maps.example');
  assert.equal(directive(map, 'connect-src'), "connect-src 'self' https://maps.example");
  assert.equal(directive('<p>Salam</p>', 'frame-src'), undefined);
  assert.equal(directive('<p>Salam</p>', 'connect-src'), "connect-src 'self'");
});
