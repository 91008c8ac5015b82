import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { toolEnvironment } from '../setup/node.js';
import { root } from '../setup/root.js';

/**
 * One program to run: its name in the summary, its words, and what it adds to the environment.
 * @typedef {{ name: string, words: string[], environment?: Record<string, string> }} Step
 */

/**
 * Runs the steps in order, so many at a time, by default one per processor; prints their durations and
 * failures. Returns whether all of them passed.
 * @param {Step[]} steps
 */
export async function runSteps(steps, atOnce = availableParallelism()) {
  const began = Date.now();
  const waiting = [...steps];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      if (!(await runStep(step))) failed.push(step.name);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  console.log(`\n${steps.length} steps in ${seconds(began)}`);
  for (const name of failed) console.log(`failed: ${name}`);
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
  return passed;
}

/** @param {number} began */
const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`;
