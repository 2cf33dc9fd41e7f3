import { writeFileSync } from 'node:fs';

/** This Vitest reporter writes each test with the facts that Vitest's own JSON report leaves out. */
export default class UnitReporter {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map(toResult));
    writeFileSync(process.env['COUNTERSIGN_TEST_REPORT'], JSON.stringify(tests));
  }
}

function toResult(test) {
  return {
    file: test.module.moduleId,
    line: test.location?.line ?? null,
    title: test.name,
    // A test that is expected to fail proves nothing, and one that passed on a second try failed before.
    isPassed: test.result().state === 'passed' && !test.options.fails && !test.diagnostic()?.flaky,
    error: test.result().errors?.[0]?.message ?? null,
  };
}
