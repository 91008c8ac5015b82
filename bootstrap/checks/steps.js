import { spawn } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import { toolEnvironment } from '../setup/node.js';
import { root } from '../setup/root.js';

/**
 * One program to run: its name in the summary, its words, what it adds to the environment, and whether it measures times
 * that other steps would change. `repeat` are the words that run its failed tests once more, alone, after all other steps.
 * @typedef {{ name: string, words: string[], environment?: Record<string, string>, isAlone?: boolean, repeat?: string[] }} Step
 */

/** The end of a failed step's output that is printed again. */
const LAST_LINES = 60;
const LAST_CHARACTERS = 6_000;

/** Tests that passed only the second time: more of them in one run of some 3,500 tests fail it. */
const MAX_FLAKY = 4;

/**
 * Runs the steps in order, so many at a time, by default one per processor, and afterwards those that run alone; prints their
 * durations, and at the end the output of the failed ones again. Returns whether all of them passed, with at most MAX_FLAKY flaky tests.
 * @param {Step[]} steps
 */
export async function runSteps(steps, atOnce = availableParallelism()) {
  const began = Date.now();
  /** @type {{ name: string, output: string }[]} */
  const failed = [];
  let flaky = 0;
  const alone = steps.filter(({ isAlone }) => isAlone);
  /** @param {Step[]} waiting */
  const work = async (waiting) => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { passed, output } = await runStep(step);
      const { name, repeat, ...rest } = step;
      if (!passed && repeat) {
        flaky += countFailed(output);
        alone.push({
          ...rest,
          name: `${name}, the failed ones once more`,
          words: repeat,
          isAlone: true,
        });
        continue;
      }
      flaky += countFlaky(output);
      if (!passed) failed.push({ name, output });
    }
  };
  const beside = steps.filter(({ isAlone }) => !isAlone);
  await Promise.all(Array.from({ length: atOnce }, () => work(beside)));
  await work(alone);
  for (const { name, output } of failed)
    console.log(`\n── ${name}: FAILED, the end of its output\n${lastLines(output)}`);
  console.log(`\n${steps.length} steps in ${seconds(began)}`);
  for (const { name } of failed) console.log(`failed: ${name}`);
  console.log(`${steps.length - failed.length} passed, ${failed.length} failed`);
  if (flaky > 0)
    console.log(`${flaky} flaky: each is a defect to repair, more than ${MAX_FLAKY} fail the run`);
  return failed.length === 0 && flaky <= MAX_FLAKY;
}

/**
 * How many tests of a step passed only the second time, as its runner prints them: journeys a count, the server's tests
 * their files, campaigns one line each.
 * @param {string} output
 */
export function countFlaky(output) {
  const journeys = Number(/^\s*(\d+) flaky$/m.exec(output)?.[1] ?? 0);
  const files = /^flaky, passed only the second time: (.+)$/m.exec(output)?.[1]?.split(', ') ?? [];
  const findings = output.match(/^ {2}flaky, or found again:$/gm) ?? [];
  return journeys + files.length + findings.length;
}

/** How many journeys failed. @param {string} output */
export const countFailed = (output) => Number(/^\s*(\d+) failed$/m.exec(output)?.[1] ?? 0);

/** @param {Step} step */
async function runStep({ name, words, environment, isAlone }) {
  const began = Date.now();
  const [program = '', ...rest] = words;
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...toolEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (!isAlone) shareProcessors(child.pid);
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

/**
 * Gives a step the priority of the decoder processes that it starts: at normal priority the other steps would leave
 * these 4 % of a processor.
 * @param {number | undefined} pid
 */
function shareProcessors(pid) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

/** @param {string} output */
const lastLines = (output) =>
  output.trimEnd().split('\n').slice(-LAST_LINES).join('\n').slice(-LAST_CHARACTERS);

/** @param {number} began */
const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`;
