import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeCss } from './purge-css.ts';

const pruned = (css: string, ...words: string[]) => purgeCss(css, words.join(' '));

test('a rule stays when all its classes are on the page', () => {
  assert.equal(pruned('.a{color:red}.b{color:red}', 'a'), '.a{color:red}');
  assert.equal(pruned('.a .b{top:0}', 'a'), '');
  assert.equal(pruned('.a>.b{top:0}', 'a', 'b'), '.a>.b{top:0}');
});

test('of a list of selectors the used ones stay', () => {
  assert.equal(pruned('.a,.b:is(.c,.d),h1{top:0}', 'b', '<h1>'), '.b:is(.c,.d),h1{top:0}');
});

test('rules without classes stay, at-rules without rules go', () => {
  assert.equal(pruned('*,:focus-visible{top:0}'), '*,:focus-visible{top:0}');
  assert.equal(pruned('@media (width>=48rem){.a{top:0}}'), '');
  assert.equal(
    pruned('@layer x{@supports (top:0){.a{top:0}.b{top:0}}}', 'b'),
    '@layer x{@supports (top:0){.b{top:0}}}',
  );
  assert.equal(
    pruned('@layer a,b;@font-face{font-family:"a{"}'),
    '@layer a,b;@font-face{font-family:"a{"}',
  );
});

test('the initial values for browsers without @property go', () => {
  assert.equal(
    pruned('@layer properties{@supports (top:0){*{--a:0}}}*{top:var(--a)}'),
    '*{top:var(--a)}',
  );
});

test('names are compared as Tailwind writes them in HTML', () => {
  const css = '.md\\:grid-cols-\\[7fr_5fr\\]{top:0}.py-2\\.5{top:0}.\\[\\&\\>li\\]\\:p-1>li{top:0}';
  assert.equal(purgeCss(css, '<li class="md:grid-cols-[7fr_5fr] py-2.5 [&amp;&gt;li]:p-1">'), css);
  assert.equal(purgeCss(css, '<p class="grid">'), '');
});

test('a rule for an element stays where the page, or code that may make it, names it', () => {
  const css = 'table,ul>li:first-child,p a[href=b]{top:0}';
  assert.equal(purgeCss(css, '<ul class="x"><li>sub</li></ul>'), 'ul>li:first-child{top:0}');
  assert.equal(purgeCss(css, '<p>so <a href="/">'), 'p a[href=b]{top:0}');
  assert.equal(purgeCss(css, '<tablet/> jsx(`table`,{})'), 'table{top:0}');
  assert.equal(purgeCss(css, '<tablet/>'), '');
  assert.equal(purgeCss(':where(select:is([size])) optgroup{top:0}', '<p>'), '');
});

test('parts that only fields have stay where there are fields', () => {
  const css = '::placeholder,::file-selector-button,::-webkit-search-decoration{top:0}';
  assert.equal(purgeCss(css, '<main><p>'), '');
  assert.equal(purgeCss(css, '<form><input name="a"/>'), css);
  assert.equal(
    purgeCss('summary::-webkit-details-marker{top:0}', '<summary>'),
    'summary::-webkit-details-marker{top:0}',
  );
});

test('rules nested in a used rule are not removed', () => {
  assert.equal(pruned('.a{&:has(.b){top:0}}', 'a'), '.a{&:has(.b){top:0}}');
});

test('a rule for a data attribute stays where the page or its code names it', () => {
  assert.equal(pruned('.a[data-away]{top:0}', 'a'), '');
  assert.equal(pruned('.a[data-away]{top:0}', 'a', 'data-away'), '.a[data-away]{top:0}');
});

test('keyframes and custom properties that no rule reads go', () => {
  const keyframes = '@keyframes turn{0%{top:0}to{rotate:1turn}}';
  assert.equal(pruned(keyframes), '');
  assert.equal(pruned(`*{animation:1s turn}${keyframes}`), `*{animation:1s turn}${keyframes}`);
  assert.equal(pruned('@property --x{syntax:"*"}'), '');
  assert.equal(
    pruned(':root,:host{--a:var(--b);--b:0;--c:var(--d);--d:1px;--b-c:2px}*{top:var(--a)}'),
    ':root,:host{--a:var(--b);--b:0}*{top:var(--a)}',
  );
});
