import type { Reporter, TestCase } from 'vitest/node';

/** Longest part of an error that is printed: a message may hold a whole answer. */
const MOST_CHARACTERS = 2000;

/** Prints each failure when it occurs, because a long run prints them only at its end and may be ended before. */
export class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== 'failed') return;
    console.log(`RED  ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, diff, stacks = [] } of errors) {
      const places = stacks.slice(0, 4).map(({ file, line }) => `  at ${file}:${line}`);
      console.log([message, diff ?? '', ...places].filter(Boolean).join('\n').slice(0, MOST_CHARACTERS));
    }
  }
}
