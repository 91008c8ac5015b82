import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prune, wordsOf } from './prune.ts';

const pruned = (css: string, ...words: string[]) => prune(css, new Set(words));

test('a rule stays when all its classes are on the page', () => {
  assert.equal(pruned('.a{color:red}.b{color:red}', 'a'), '.a{color:red}');
  assert.equal(pruned('.a .b{top:0}', 'a'), '');
  assert.equal(pruned('.a>.b{top:0}', 'a', 'b'), '.a>.b{top:0}');
});

test('of a list of selectors the used ones stay', () => {
  assert.equal(pruned('.a,.b:is(.c,.d),h1{top:0}', 'b'), '.b:is(.c,.d),h1{top:0}');
});

test('rules without classes stay, at-rules without rules go', () => {
  assert.equal(pruned('h1,:focus-visible{top:0}'), 'h1,:focus-visible{top:0}');
  assert.equal(pruned('@media (width>=48rem){.a{top:0}}'), '');
  assert.equal(
    pruned('@layer x{@supports (top:0){.a{top:0}.b{top:0}}}', 'b'),
    '@layer x{@supports (top:0){.b{top:0}}}',
  );
  assert.equal(
    pruned('@layer a,b;@keyframes turn{to{rotate:1turn}}@font-face{font-family:"a{"}'),
    '@layer a,b;@keyframes turn{to{rotate:1turn}}@font-face{font-family:"a{"}',
  );
});

test('names are compared as Tailwind writes them in HTML', () => {
  const css = '.md\\:grid-cols-\\[7fr_5fr\\]{top:0}.py-2\\.5{top:0}.\\[\\&\\>li\\]\\:p-1>li{top:0}';
  const words = wordsOf('<p class="md:grid-cols-[7fr_5fr] py-2.5 [&amp;&gt;li]:p-1">');
  assert.equal(prune(css, words), css);
  assert.equal(prune(css, wordsOf('<p class="grid">')), '');
});

test('what a kept rule nests stays with it', () => {
  assert.equal(pruned('.a{&:has(.b){top:0}}', 'a'), '.a{&:has(.b){top:0}}');
});
