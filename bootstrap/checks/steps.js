import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { toolEnvironment } from '../setup/node.js';
import { root } from '../setup/root.js';

/**
 * One program to run: its name in the summary, its words, and what it adds to the environment.
 * @typedef {{ name: string, words: string[], environment?: Record<string, string> }} Step
 */

/** What the repeated output of a failed step shows of it. All of it together stays below the 16 KB that a record keeps. */
const LAST_LINES = 60;
const LAST_CHARACTERS = 6_000;

/**
 * Runs the steps in order, so many at a time, by default one per processor; prints their durations, and at the end
 * the output of the failed ones again: a record of a run keeps its tail. Returns whether all of them passed.
 * @param {Step[]} steps
 */
export async function runSteps(steps, atOnce = availableParallelism()) {
  const began = Date.now();
  const waiting = [...steps];
  /** @type {{ name: string, output: string }[]} */
  const failed = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { passed, output } = await runStep(step);
      if (!passed) failed.push({ name: step.name, output });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  for (const { name, output } of failed)
    console.log(`\n── ${name}: FAILED, the end of its output\n${lastLines(output)}`);
  console.log(`\n${steps.length} steps in ${seconds(began)}`);
  for (const { name } of failed) console.log(`failed: ${name}`);
  console.log(`${steps.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0;
}

/** @param {Step} step */
async function runStep({ name, words, environment }) {
  const began = Date.now();
  const [program = '', ...rest] = words;
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...toolEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  const passed = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += String(error);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
  console.log(`\n── ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds(began)}`);
  process.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
  return { passed, output };
}

/** @param {string} output */
const lastLines = (output) =>
  output.trimEnd().split('\n').slice(-LAST_LINES).join('\n').slice(-LAST_CHARACTERS);

/** @param {number} began */
const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`;
